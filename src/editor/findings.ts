// Everything the editor finds in a document: the complaints of the language, statement by statement, and what the schema adds.
import type { EditorState } from '@codemirror/state';
import type { Diagnostic, TextEdit } from '../language/diagnostics.ts';
import { applyEdits } from '../language/mend/mended-text.ts';
import { parse, type ParseResult } from '../language/parse.ts';
import type { Parameters } from '../protocol/values.ts';
import type { Finding } from './finding.ts';
import type { SchemaProvider } from './schema.ts';
import { type JudgedStatement, schemaFindings } from './schema-findings.ts';
import { type StatementText, statementsOf } from './statements.ts';

/** What findings are judged by. */
export interface FindingOptions {
  readonly schema: SchemaProvider;
  /** Undefined where the host has no parameters, so that none can be missing. */
  readonly parameters?: (() => Parameters) | undefined;
}

/** Looks through a document again and again, parsing only the statements that were not there before. */
export class Inspector {
  readonly #options: FindingOptions;
  #parsed = new Map<string, ParseResult>();

  constructor(options: FindingOptions) {
    this.#options = options;
  }

  /** All findings of a text, in its order. */
  async inspect(state: EditorState): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    const judged: JudgedStatement[] = [];
    const parsed = new Map<string, ParseResult>();
    for (const { from, to } of statementsOf(state.doc)) {
      const statement = { from, to, text: state.sliceDoc(from, to) };
      const result = this.#parsed.get(statement.text) ?? parse(statement.text);
      parsed.set(statement.text, result);
      findings.push(...result.diagnostics.map((diagnostic) => languageFinding(statement, diagnostic)));
      if (result.program) judged.push({ statement, program: result.program });
    }
    this.#parsed = parsed;
    findings.push(...this.#missingParameters(judged), ...(await schemaFindings(judged, this.#options.schema)));
    return findings.sort((a, b) => a.from - b.from || a.to - b.to);
  }

  #missingParameters(judged: readonly JudgedStatement[]): Finding[] {
    const given = this.#options.parameters?.();
    if (!given) return [];
    return judged.flatMap(({ statement, program }) =>
      program.placeholders
        .filter(({ name }) => !Object.hasOwn(given, name))
        .map(({ name, range }): Finding => ({
          from: statement.from + range.from,
          to: statement.from + range.to,
          severity: 'info',
          message: `The parameter :${name} has no value yet.`,
          hint: `Add "${name}" to the parameters, without the colon.`,
          repairs: [],
          statement,
        })),
    );
  }
}

function languageFinding(statement: StatementText, diagnostic: Diagnostic): Finding {
  const { kind, message, hint, fixes, from, to } = diagnostic;
  const shift = statement.from;
  return {
    from: from + shift,
    to: to + shift,
    severity: 'error',
    kind,
    // The editor shows the place, and the language counts it from the start of the statement.
    message: message.replace(/ \(line \d+, column \d+\)\.$/, '.'),
    hint,
    repairs: fixes.map(({ title, edits }) => ({
      title: edits.length > 1 ? resultOf(statement.text, edits) : title,
      edits: edits.map((edit) => ({ from: edit.from + shift, to: edit.to + shift, insert: edit.insert })),
    })),
    statement,
  };
}

/** What several edits together make of the text, as the title of the repair. */
function resultOf(text: string, edits: readonly TextEdit[]): string {
  const from = Math.min(...edits.map((edit) => edit.from));
  const to = Math.max(...edits.map((edit) => edit.to));
  const after = applyEdits(text, edits).slice(from, to + edits.reduce((sum, edit) => sum + grown(edit), 0));
  const flat = after.replace(/\s+/g, ' ').trim();
  return `Write ${flat.length > TITLE_MAX ? `${flat.slice(0, TITLE_MAX - 1)}…` : flat}`;
}

const TITLE_MAX = 60;

const grown = ({ from, to, insert }: TextEdit): number => insert.length - (to - from);
