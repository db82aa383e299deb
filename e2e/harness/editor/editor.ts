// An editor on a real memory of drugs, in a shadow root: there its styles stand under the strictest content security policy.
// What it calls back is kept on the window for the test to look at.
import { openNexus, type Parameters } from '../../../src/index.ts';
import type * as Editor from '../../../src/editor/index.ts';

export interface EditorHarness {
  text(): string;
  /** The document before and after the caret. */
  around(): [string, string];
  write(text: string, caret?: number): void;
  /** What a button for formatting does. */
  format(): void;
  parameters: Parameters;
  readonly runs: Editor.RunRequest[];
  readonly definitions: Editor.StoredDefinition[];
  /** Counts how often the text was looked through. */
  inspections: number;
}

declare global {
  interface Window {
    harness: EditorHarness;
  }
}

const CAPSULE = `UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} SET ATTRIBUTES {
    description: "A substance <b>that</b> treats.", display_hint: "💊",
    instance_schema: { risk_level: { type: "number", is_required: true, description: "From 0 to 5." } } } }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} SET ATTRIBUTES { description: "What a patient feels." } }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} SET ATTRIBUTES {
    description: "Makes better.", subject_types: ["Drug"], object_types: ["Symptom"] } }
  CONCEPT ?headache { {type: "Symptom", name: "Headache"} }
  CONCEPT ?aspirin { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk_level: 2 }
    SET PROPOSITIONS { ("treats", ?headache) } }
  CONCEPT ?markup { {type: "Drug", name: "<img src=x onerror=alert(1)>"} SET ATTRIBUTES { risk_level: 1 } }
  CONCEPT ?chinese { {type: "Drug", name: "阿司匹林"} SET ATTRIBUTES { risk_level: 2 } }
}`;

const nexus = await openNexus({ name: 'editor-harness' });
const written = await nexus.execute({ command: CAPSULE });
if (written.error) throw new Error(written.error.message);

const [{ formatKip, kipEditor, schemaFromNexus }, { EditorView }] = await Promise.all([
  import('../../../src/editor/index.ts'),
  import('@codemirror/view'),
]);

const root = document.querySelector('#editor')!.attachShadow({ mode: 'open' });
const harness: EditorHarness = {
  text: () => view.state.doc.toString(),
  around: () => {
    const { head } = view.state.selection.main;
    return [view.state.sliceDoc(0, head), view.state.sliceDoc(head)];
  },
  write: (text, caret = text.length) => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: caret } });
    view.focus();
  },
  format: () => {
    formatKip(view);
  },
  parameters: { drug: 'Aspirin' },
  runs: [],
  definitions: [],
  inspections: 0,
};
const schema = schemaFromNexus(nexus);
const view = new EditorView({
  root,
  parent: root,
  extensions: kipEditor({
    label: 'Command',
    schema: {
      types: () => {
        harness.inspections++;
        return schema.types();
      },
      predicates: () => schema.predicates(),
      names: (type, prefix) => schema.names(type, prefix),
      attributeKeys: (owner) => schema.attributeKeys(owner),
      metadataKeys: (owner) => schema.metadataKeys(owner),
    },
    parameters: () => harness.parameters,
    lintDelayMs: 150,
    onRun: (request) => harness.runs.push(request),
    onDefinition: (definition) => harness.definitions.push(definition),
  }),
});
window.harness = harness;
