// Known slips by the place they stand in: the table behind cases.ts. A heading names the frames (situation.ts) and perhaps the
// statement; a row reads
//   what the frame holds before the fault ¦ what was found ¦ what is wrong ¦ what to write instead ¦ how to mend it
// The first is a regular expression for the end of the folded line, the second one for the whole token (`~`: in any case; it
// is empty at the end of the text). What is left out matches anything; the first row that fits counts. In the texts %f is what
// was found, %n the same without its first sign, %b what stands before it, %l the line, %s the statement, %a what comes after, %c the condition that
// begins here. Mendings: `=X` writes X instead, `+X` inserts X before, `-` removes what was found, a name is a function of
// mend/mendings.ts.

const BLOCK = 'CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { key: "value" } }';
const TRIPLE = '(?subject, "predicate", ?object)';
const PATTERN = '{type: "Type"}, {name: "name"}, {type: "Type", name: "name"} or {id: "C:12"}';
const ENTRY = '("predicate", ?handle) or ("predicate", {type: "Type", name: "name"})';
const DISTINCT =
  'Results hold each solution once anyway: leave DISTINCT out. COUNT(DISTINCT ?x) counts distinct values.';
const PAGING = 'There is no offset: page with LIMIT 10 and then CURSOR "…", the next_cursor of the page before.';
const CYPHER = 'Concepts are matched with ?n {type: "Type"}, links with (?a, "predicate", ?b).';
const GUARD =
  'EXPECT VERSION guards blocks of UPSERT, behind their identity. Guard %s in WHERE: FILTER(?x.metadata._version == 3).';

export const KNOWN_FAULTS = String.raw`
# find
¦ ~AS ¦ There are no aliases ¦ Columns come in the order of FIND: leave AS and its name out. ¦ dropAlias
DISTINCT ¦ ¦ FIND takes no DISTINCT ¦ ${DISTINCT} ¦ dropBefore
¦ WHERE|\{ ¦ The list of FIND is not closed ¦ Close it with ")": FIND( … ) WHERE { … }. ¦ closeFind

# find tuple call
, ¦ \) ¦ A comma stands before ")" ¦ Remove the comma before ). ¦ dropBefore

# filter
^ ¦ \) ¦ FILTER is empty ¦ Write FILTER(?x.attributes.n > 3), or leave FILTER out.

# top FIND
FIND ¦ ~DISTINCT ¦ ¦ ${DISTINCT} ¦ -
FIND ¦ ¦ FIND has no parentheses ¦ Write FIND(?x.name, ?y) WHERE { … }. ¦ wrapFind
^FIND \(\) ¦ () ¦ FIND has no WHERE ¦ Add WHERE { … } with the clauses that bind its variables.
^FIND \(\) ¦ \{ ¦ WHERE is missing ¦ Write FIND( … ) WHERE { … }. ¦ +WHERE
^FIND \(\) ¦ ~FROM ¦ ¦ There are no tables: say what ?x is in WHERE { ?x {type: "Type"} }.
^FIND \(\) ¦ ORDER|LIMIT|CURSOR ¦ %f stands before WHERE ¦ WHERE { … } comes first, then ORDER BY, LIMIT, CURSOR. ¦ moveBehindWhere

# where
FILTER ¦ ~NOT ¦ ¦ Write NOT { clauses } without FILTER and EXISTS. ¦ filterNotExists
FILTER ¦ ~EXISTS ¦ ¦ Write the pattern as a clause of its own, without FILTER EXISTS.
FILTER ¦ ¦ FILTER has no parentheses ¦ Write FILTER(%c). ¦ wrapFilter
NOT|OPTIONAL|UNION ¦ ~EXISTS|MATCH|ALL|DISTINCT ¦ ¦ Write %b { clauses }; results hold each solution once. ¦ -
NOT|OPTIONAL|UNION ¦ ¦ %b has no braces ¦ Write %b { clauses }. ¦ wrapClause
¦ ~MINUS ¦ ¦ Write NOT { clauses }. ¦ =NOT
¦ ~OR ¦ ¦ Write UNION { clauses } for alternatives, or || inside FILTER.
¦ ~AND ¦ Clauses are not joined by AND ¦ Remove AND: all clauses must hold as they stand. Inside FILTER write &&. ¦ -
¦ ~MATCH|WITH|EXISTS|JOIN ¦ ¦ Write the clauses themselves: ?x {type: "Type"} or ${TRIPLE}.
¦ ~BIND|LET|VALUES ¦ ¦ Use the path (?x.name) where its value is needed; for choices write FILTER(IN(?x.name, ["a", "b"])).
¦ ~ORDER|LIMIT|CURSOR|OFFSET|GROUP ¦ %f stands inside WHERE ¦ Close WHERE with "}" before %f. ¦ moveBehind
¦ SET|DELETE|DETACH|FIND|WHERE|EXPORT|UPSERT ¦ %f stands inside WHERE ¦ Close WHERE with "}" first; there are no subqueries. ¦ +}
^|[)}] ¦ \{ ¦ A bare block stands among the clauses ¦ A pattern has a variable: ?x {type: "Type"}. The first part of a union has no braces: clauses UNION { clauses }.
\?\w+ ¦ ~a|type|isa? ¦ ¦ Write %b {type: "Type"}. ¦ typePattern
\?\w+ ¦ , ¦ A triple stands without parentheses ¦ Write (%b, "predicate", ?object). ¦ wrapCommas
\?\w+ ¦ "[^]* ¦ A triple stands without parentheses ¦ Write (%b, %f, ?object). ¦ wrapTriple
\?\w+ ¦ \w+ ¦ ¦ Write (%b, "%f", ?object), or %b {type: "Type"}. ¦ wrapTriple
\?\w+ ¦ \..* ¦ ¦ Test a field with FILTER(%b.name == "a"). ¦ wrapComparison
\?\w+ ¦ [:=] ¦ ¦ Write %b {type: "Type"}. ¦ -
\?\w+ ¦ :.* ¦ ¦ Write %b {type: "%n"}. ¦ colonType
\?\w+ ¦ ¦ ¦ Say what %b is: %b {type: "Type"} or %b ${TRIPLE}.
¦ \[ ¦ ¦ ${CYPHER}

# tuple
^"[^]*" ¦ , ¦ A string is not an endpoint ¦ Write a pattern: {name: %b}, or {type: "Type", name: %b}. ¦ namePattern
, ¦ \[ ¦ Alternatives are no list ¦ Join predicates with "|": (?a, "treats" | "relieves", ?b). ¦ listToAlternatives
" ¦ ~OR|\|\| ¦ Alternatives are not joined by OR ¦ Join predicates with "|": (?a, "treats" | "relieves", ?b). ¦ =|
^\?\w+ ¦ :\w+ ¦ Concepts are not written (n:Type) ¦ ${CYPHER} ¦ cypherNode
^\w* ?:\w+ ¦ ¦ Concepts are not written (n:Type) ¦ ${CYPHER} ¦ cypherNode
^\S* ¦ \) ¦ A link has three parts ¦ Write ${TRIPLE}. ¦ cypherLink
\?\w+ ¦ [{(] ¦ %b names an embedded pattern ¦ An endpoint is a variable or a pattern: write %b {…} as a clause of its own, and (%b, "predicate", ?y) beside it. ¦ unnest
^[^,]* , [^,]* ¦ \) ¦ The object is missing ¦ A link has three parts: ${TRIPLE}.
" ¦ / ¦ ¦ Write two clauses: (?a, "first", ?b) (?b, "second", ?c); repeat one predicate with hops: "first"{1,5}.
" ¦ \[ ¦ ¦ Hops are written "predicate"{1,5}.
, \S+ , \S+ ¦ , ¦ A triple has three parts ¦ Write ${TRIPLE}; bind the link itself with ?link ${TRIPLE}.
^\S* ¦ \||\{ ¦ ¦ Write ${TRIPLE}.

# hops
^ ¦ , ¦ ¦ Name the least number of hops: {1,5}, {2} or {1,}. ¦ +1
¦ ¦ ¦ Hops are whole numbers: {1,5}, {2} or {1,}.

# pattern
^"[^]*" ¦ [},] ¦ A value stands without its key ¦ Write {type: %b} or {name: %b}. ¦ typeKey
^ ¦ [?:].* ¦ ¦ A pattern is ${PATTERN}.

# top UPSERT
¦ METADATA ¦ ¦ Write WITH METADATA { source: "…" }. ¦ +WITH
UPSERT ¦ CONCEPT|PROPOSITION ¦ UPSERT has no braces ¦ Write UPSERT { ${BLOCK} }. ¦ wrapRest
UPSERT ¦ ¦ ¦ Write UPSERT { ${BLOCK} }.
¦ WHERE ¦ UPSERT takes no WHERE ¦ UPSERT names each element. For what a pattern matches write UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.

# upsert
CONCEPT ¦ \{ ¦ The CONCEPT block has no handle ¦ Give it one: ${BLOCK}. ¦ +?x
(CONCEPT|PROPOSITION)( \?\w+)? ¦ (?!\{)[^]* ¦ ¦ Write ${BLOCK}.
¦ SET|EXPECT ¦ %f stands outside its block ¦ Put it inside the braces: ${BLOCK}. ¦ moveInto
WITH ¦ ¦ ¦ Write WITH METADATA { source: "…" }. ¦ +METADATA
¦ , ¦ Blocks are not separated by "," ¦ Blocks stand one after another. ¦ -
^ ¦ type|name|id|".* ¦ UPSERT takes blocks, not a pattern ¦ Write UPSERT { ${BLOCK} }. ¦ wrapPattern
¦ ~NODE|ENTITY|VERTEX ¦ ¦ Write ${BLOCK}. ¦ =CONCEPT
¦ ~LINK|EDGE|RELATION(SHIP)? ¦ ¦ Write PROPOSITION ?l { (?a, "predicate", ?b) }. ¦ =PROPOSITION
¦ DELETE|UPDATE|FIND|MERGE|UPSERT ¦ %f stands inside UPSERT ¦ Send %f as a command of its own, behind the "}" of UPSERT.
¦ \( ¦ A link stands outside a block ¦ Write UPSERT { PROPOSITION ?l { (?a, "predicate", ?b) } }. ¦ wrapLink

# upsert links
[})] ¦ METADATA ¦ ¦ Write WITH METADATA { source: "…" }. ¦ +WITH

# concept proposition
SET ¦ METADATA ¦ SET METADATA does not exist in UPSERT ¦ Metadata stands behind the block: CONCEPT ?x { … } WITH METADATA { source: "…" }. ¦ metadataBehind
¦ WITH ¦ WITH METADATA stands inside the block ¦ Metadata stands behind the block: CONCEPT ?x { … } WITH METADATA { source: "…" }. ¦ metadataBehind
[})] ¦ EXPECT ¦ EXPECT VERSION comes too late ¦ It stands right behind the identity: {type: "Type", name: "name"} EXPECT VERSION 3 SET ATTRIBUTES { … }. ¦ guardFirst
EXPECT ¦ ¦ ¦ Write EXPECT VERSION 3. ¦ +VERSION
SET ¦ ~ATTRIBUTE ¦ ¦ Write SET ATTRIBUTES { key: "value" }. ¦ =ATTRIBUTES
SET ¦ \{ ¦ ¦ Write SET ATTRIBUTES { key: "value" }. ¦ +ATTRIBUTES
PROPOSITIONS ¦ \[ ¦ ¦ The entries stand in braces: SET PROPOSITIONS { ("predicate", ?target) }. ¦ braces
ATTRIBUTES|PROPOSITIONS ¦ ¦ ¦ Write the keys out, their values may be placeholders: SET %b { key: :value }.
¦ ATTRIBUTES ¦ ¦ Write SET ATTRIBUTES { … }. ¦ +SET
¦ [,;] ¦ ¦ The parts of a block stand one after another. ¦ -

# concept
^ ¦ type|name|id|".* ¦ The identity has no braces ¦ Put it in braces of its own: ${BLOCK}. ¦ wrapIdentity
^ ¦ ¦ The block has no identity ¦ Name the concept first: ${BLOCK}.
SET ¦ PROPOSITION ¦ ¦ Write SET PROPOSITIONS { ("predicate", ?target) }. ¦ =PROPOSITIONS
(?<!SET) ¦ PROPOSITIONS ¦ ¦ Write SET PROPOSITIONS { … }. ¦ +SET
¦ CONCEPT|PROPOSITION|UPSERT ¦ A block begins inside another ¦ Close the block with "}" first; its links go into SET PROPOSITIONS { ("predicate", ?target) }. ¦ +}

# proposition
SET ¦ PROPOSITIONS ¦ ¦ A link to this link is a block of its own: PROPOSITION { (?l, "predicate", ?other) }.

# links
¦ , ¦ Entries are not separated by "," ¦ Entries stand one after another: ("a", ?x) ("b", ?y). ¦ -
¦ EXPECT ¦ An entry takes no EXPECT VERSION ¦ Guard the link in a block of its own: PROPOSITION ?l { (?a, "predicate", ?b) EXPECT VERSION 1 }.
¦ ".* ¦ The entry has no parentheses ¦ Each entry is ${ENTRY}. ¦ wrapEntry

# link
^\?\w+ , ¦ ".* ¦ The subject is not repeated here ¦ The subject is the concept of the block: write ("predicate", target). ¦ dropFirst
^ ¦ [?{(].* ¦ The subject is not repeated here ¦ The subject is the concept of the block: write ("predicate", target). ¦ dropSubject
¦ WITH ¦ ¦ Metadata stands behind the parentheses: ("predicate", ?x) WITH METADATA { … }.

# tuple link
" ,|\?\w+ ,|:\w+ , ¦ "[^]* ¦ A string is not an endpoint ¦ Write a pattern: {type: "Type", name: %f}. ¦ namePattern

# top UPDATE
¦ EXPECT ¦ EXPECT VERSION does not stand in UPDATE ¦ ${GUARD}
¦ WITH ¦ WITH METADATA does not stand in UPDATE ¦ Write SET METADATA { key: "value" } before WHERE. ¦ =SET
^UPDATE \S+ ¦ WHERE ¦ SET is missing before WHERE ¦ SET comes before WHERE: UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }. ¦ setFirst
SET ¦ \{ ¦ ¦ Write SET ATTRIBUTES { key: "value" }. ¦ +ATTRIBUTES
SET ¦ PROPOSITIONS ¦ ¦ UPDATE changes attributes and metadata. Links are written with UPSERT.
SET ¦ ¦ ¦ Write SET ATTRIBUTES { key: "value" } or SET METADATA { key: "value" }. ¦ assignment
^UPDATE ¦ ~(CONCEPT|PROPOSITION)S? ¦ ¦ UPDATE names a variable alone: UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }. ¦ -
¦ ORDER|CURSOR ¦ ¦ UPDATE takes LIMIT alone: it bounds how many elements change, in no order.

# top MERGE
MERGE ¦ \?.* ¦ ¦ Write MERGE CONCEPT ?a INTO ?b WHERE { … }. ¦ +CONCEPT
CONCEPT \S+ ¦ ~WITH|TO|AND|ONTO|, ¦ ¦ Write MERGE CONCEPT ?a INTO ?b WHERE { … }: ?a goes, ?b stays. ¦ =INTO
MERGE( CONCEPT)? ¦ ¦ ¦ MERGE joins two concepts: MERGE CONCEPT ?a INTO ?b WHERE { … }. To create or match one, use UPSERT.

# top DELETE
¦ EXPECT ¦ EXPECT VERSION does not stand in DELETE ¦ ${GUARD}
CONCEPT \S+ ¦ (WHERE)? ¦ DELETE CONCEPT lacks DETACH ¦ Write DELETE CONCEPT ?x DETACH WHERE { … }: DETACH confirms that its links go too. ¦ +DETACH
DELETE ¦ DETACH ¦ ¦ DETACH follows the variable: DELETE CONCEPT ?x DETACH WHERE { … }.
DELETE ¦ ~CONCEPTS|NODES? ¦ ¦ Write DELETE CONCEPT ?x DETACH WHERE { … }. ¦ =CONCEPT
DELETE ¦ ~PROPOSITION|LINKS? ¦ ¦ Write DELETE PROPOSITIONS ?l WHERE { … }. ¦ =PROPOSITIONS
DELETE ¦ ~ATTRIBUTE ¦ ¦ Write DELETE ATTRIBUTES {"key"} FROM ?x WHERE { … }. ¦ =ATTRIBUTES
ATTRIBUTES|METADATA ¦ ¦ ¦ The keys stand in braces, as strings: DELETE %b {"key", "other"} FROM ?x WHERE { … }. ¦ wrapKey
^DELETE \w+ \{\} ¦ \?.* ¦ ¦ Write FROM ?x behind the keys. ¦ +FROM
^DELETE \w+ \{\} ¦ ¦ ¦ Write FROM ?x behind the keys.
\} ¦ LIMIT|CURSOR|ORDER ¦ ¦ DELETE removes everything that matches: narrow WHERE instead.

# top UPDATE MERGE DELETE
^(?!.*WHERE).*(\}|INTO \S+|PROPOSITIONS \S+|FROM \S+|DETACH) ¦ \{? ¦ WHERE is missing ¦ Add WHERE { … } with the clauses that bind the variables. ¦ where
^UPDATE \S+ ¦ ¦ ¦ Write UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.

# keys
¦ WHERE|FROM ¦ ¦ Close the keys with "}". ¦ +}
" ¦ [:.].* ¦ ¦ Name the keys alone: {"key", "other"}.

# top DESCRIBE
DESCRIBE ¦ ~TYPES? ¦ ¦ Write DESCRIBE CONCEPT TYPE "Name" or DESCRIBE PROPOSITION TYPE "name"; CONCEPT TYPES and PROPOSITION TYPES list all. ¦ +CONCEPT
DESCRIBE ¦ ".* ¦ ¦ Write DESCRIBE CONCEPT TYPE %f or DESCRIBE PROPOSITION TYPE %f. ¦ +CONCEPT TYPE
DESCRIBE ¦ ~DOMAIN ¦ ¦ Write DESCRIBE DOMAINS. ¦ =DOMAINS
DESCRIBE ¦ ~CONCEPTS ¦ ¦ Write DESCRIBE CONCEPT TYPES. ¦ =CONCEPT TYPES
DESCRIBE ¦ ~(PREDICATE|PROPOSITION|RELATION)S ¦ ¦ Write DESCRIBE PROPOSITION TYPES. ¦ =PROPOSITION TYPES
DESCRIBE ¦ ~PREDICATE|RELATION ¦ ¦ Write DESCRIBE PROPOSITION TYPES, or for one DESCRIBE PROPOSITION TYPE %a. ¦ =PROPOSITION TYPE
CONCEPT|PROPOSITION ¦ ".* ¦ ¦ Write %l TYPE %f. ¦ +TYPE
TYPES ¦ ".* ¦ ¦ For one type write TYPE: DESCRIBE CONCEPT TYPE %f or DESCRIBE PROPOSITION TYPE %f. ¦ typesToType
TYPE ¦ () ¦ ¦ Name the type: %l "Name"; for the list write %lS.

# top SEARCH
SEARCH ¦ [":].* ¦ ¦ Say what to search: SEARCH CONCEPT %f or SEARCH PROPOSITION %f. ¦ +CONCEPT
SEARCH ¦ ~CONCEPTS ¦ ¦ Write SEARCH CONCEPT "text". ¦ =CONCEPT
SEARCH ¦ ~PROPOSITIONS ¦ ¦ Write SEARCH PROPOSITION "text". ¦ =PROPOSITION
^SEARCH \S+ \S+.* ¦ ~TYPE|IN ¦ ¦ Write WITH TYPE "Name". ¦ =WITH TYPE
¦ CURSOR|ORDER ¦ ¦ SEARCH answers its best hits, best first, without pages: raise LIMIT instead.
¦ WHERE ¦ ¦ SEARCH takes no WHERE. Narrow it with WITH TYPE "Name", or match patterns with FIND.
^SEARCH \S+ \S+.* ¦ WITH|MODE|THRESHOLD|LIMIT ¦ %f comes too late or twice ¦ ¦ reorderSearch

# top EXPORT
\?\w+ ¦ , ¦ EXPORT takes one variable ¦ Bind it to everything with UNION: EXPORT ?x WHERE { ?x {type: "A"} UNION { ?x {type: "B"} } }.
\?\w+ ¦ \..* ¦ EXPORT takes whole elements ¦ Write EXPORT %b WHERE { … }; single fields are read with FIND(%b.name). ¦ dropFields
\?\w+ ¦ (?!WHERE)\w+ ¦ ¦ Write EXPORT ?x WHERE { … }: the capsule comes back as the result, a text.
EXPORT ¦ ¦ ¦ Write EXPORT ?x WHERE { ?x {type: "Type"} }: one variable, bound in WHERE.

# top
¦ ~OFFSET|SKIP ¦ ¦ ${PAGING}
LIMIT \S+ ¦ , ¦ ¦ ${PAGING}
¦ ~TOP|FETCH|FIRST ¦ ¦ Write LIMIT 10 behind WHERE { … } and ORDER BY.
¦ ~GROUP ¦ ¦ Grouping is implicit: all columns of FIND without an aggregate are the group. Leave GROUP BY out. ¦ dropTail
¦ ~HAVING ¦ ¦ Groups cannot be filtered: use FILTER( … ) before grouping, or order by the aggregate and LIMIT.
¦ ~SORT ¦ ¦ Write ORDER BY ?x.name DESC. ¦ =ORDER
¦ ~ORDER_?BY ¦ ¦ Write ORDER BY ?x.name DESC. ¦ =ORDER BY
ORDER ¦ ¦ ¦ Write ORDER BY ?x.name. ¦ +BY
BY (A|DE)SC ¦ \?.* ¦ ¦ The direction follows the path: ORDER BY ?x.name DESC.
ORDER BY.* ¦ ~DESCENDING ¦ ¦ Write DESC. ¦ =DESC
ORDER BY.* ¦ ~ASCENDING ¦ ¦ Write ASC, or nothing. ¦ =ASC
ORDER BY.* ¦ ~NULLS ¦ ¦ Nulls always come last: leave NULLS FIRST or NULLS LAST out.
(LIMIT|CURSOR) \S+ ¦ ORDER ¦ ORDER BY comes too late ¦ The order is ORDER BY, LIMIT, CURSOR. ¦ moveUp
CURSOR \S+ ¦ LIMIT ¦ LIMIT comes too late ¦ The order is ORDER BY, LIMIT, CURSOR. ¦ moveUp
LIMIT ¦ ¦ ¦ Write LIMIT 20 or LIMIT :limit.
¦ FILTER|NOT|OPTIONAL|UNION ¦ %f stands outside WHERE ¦ Put %f inside the braces: WHERE { … %f … }. ¦ moveInto
WHERE ¦ (?!\{)[^]* ¦ WHERE has no braces ¦ Write WHERE { clauses }. ¦ wrapWhere
¦ ~JOIN ¦ ¦ Patterns join by their variables: put (?a, "predicate", ?b) into WHERE.
\} ¦ ~RETURN ¦ ¦ What to return stands first: FIND(?x.name) WHERE { … }.
`;
