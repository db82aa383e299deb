// What a model is told about its memory.
import card from './kip-card.md?raw';
import text from './instructions.md?raw';

/** A system text of under 700 tokens (counted with the o200k_base encoding): what the memory is, when and how to use it. */
export const INSTRUCTIONS: string = text.trim();

/** The whole language on a page (about 2,400 tokens), for models that know no KIP. Every example in it runs. */
export const KIP_CARD: string = card.trim();
