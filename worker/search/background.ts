// What people and agents ask of a memory in general, and what memories say in general: the measure of how near a text is to anything at
// all (hubness.ts). None of it is taken from the sets of eval/; half of it, or single words out of a dictionary, do nearly as well.

const words = (text: string): readonly string[] => text.split(/[|\n]/).filter((each) => each !== '');

/** Tells these texts from those of other versions of this file. */
export const BACKGROUND_VERSION = 1;

/** What may be asked for. */
export const TOPICS: readonly string[] = words(`
mother and father|brothers and sisters|her husband|his girlfriend|the baby|old friends|the neighbours|a colleague
the boss|a customer|the teacher|the doctor|birthday|wedding|funeral|holiday plans|the weekend|tomorrow morning|last year
next week|opening hours|the deadline|how long does it take|how often|home address|phone number|email|the new house
kitchen|bedroom|garden|furniture|rent and bills|repairs at home|moving|neighbourhood|breakfast|dinner|favourite food
restaurant|recipe|coffee or tea|wine|diet|groceries|shopping|clothes|shoes|car|train|flight|bus|bicycle|traffic|hotel
passport|luggage|trip abroad|map and directions|parking|money|salary|taxes|bank|insurance|price|invoice|contract|budget
debts|gift|savings|headache|medicine|allergy|operation|hospital|dentist|sleep|stress|pregnancy|weight|injury
eyes and ears|job|meeting|project plan|team|office|interview|promotion|training|strategy|report|presentation
working from home|computer|password|software update|server|database|network|error message|bug|test|release|backup
source code|configuration|documentation|security|performance|website|login|deployment|logs|music|film|book|sport
football|painting|games|dancing|photography|concert|running|swimming|dog|cat|birds|trees and flowers|weather|rain
mountains|the sea|fire|animals|river|winter|school|university|exam|language|history|science|religion|politics|law|police
war|news|what does he like|what she dislikes|afraid of|angry about|happy|sad|dream|promise|secret|opinion|habit
hope for the future|who is responsible|where is it|why did it fail|when does it start|what happened|how to do it
which one is better|what is it called|where do they live|who knows|how much|is it allowed
`);

/** What may be found. */
export const ORDINARY_TEXTS: readonly string[] = words(`
The bus stop is across from the town hall
My uncle repairs clocks in his spare time
The report must be sent before Thursday
She prefers tea without sugar
The database is copied every night
He was born in a small village near the coast
We agreed to meet again in two weeks
The new phone has a better camera
Their daughter plays in the school band
The patient was given a lower dose
The shop on the main street sells bread
A bug in the parser was fixed last month
The flight to Berlin takes three hours
He does not answer calls after six
The library opens later on Sundays
The invoice was paid by bank transfer
She is learning to drive
The roof leaks when it rains
The team uses a shared calendar
Our cat hides under the bed
The contract can be ended within a month
Too much salt is bad for the heart
The test environment is reset each week
They moved into a larger office
`);
