// The one picture of what a memory is made of: two concepts, a link between them, and a link about that link.
import { html, svg, type TemplateResult } from 'lit';

const node = (x: number, y: number, width: number, type: string, name: string, color: number) => svg`
  <g transform="translate(${x} ${y})" class="node series-${color}">
    <rect x=${-width / 2} y="-21" width=${width} height="42" rx="4" />
    <text y="-4" class="type">${type}</text>
    <text y="12" class="name">${name}</text>
  </g>`;

export function picture(): TemplateResult {
  return html`<figure>
    <svg viewBox="0 0 560 190" role="img" aria-labelledby="picture-title">
      <title id="picture-title">
        The drug Aspirin is linked to the symptom Headache by “treats”. The person Alice is linked to that link by
        “stated”.
      </title>
      <defs>
        <marker
          id="tip"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8Z" />
        </marker>
      </defs>
      <path class="line" d="M150 130H408" marker-end="url(#tip)" />
      <path class="line" d="M280 62V112" marker-end="url(#tip)" />
      <circle class="joint" cx="280" cy="130" r="4" />
      ${node(85, 130, 130, 'Drug', 'Aspirin', 1)} ${node(475, 130, 130, 'Symptom', 'Headache', 3)}
      ${node(280, 36, 130, 'Person', 'Alice', 2)}
      <text x="345" y="120" class="predicate">treats</text>
      <text x="292" y="90" class="predicate start">stated</text>
      <text x="280" y="172" class="metadata">confidence: 0.95 · source: a trial</text>
    </svg>
    <figcaption class="note">
      <strong>Concepts</strong> are things, <strong>links</strong> are statements about them. A link is a thing too: it
      has metadata, and other links can speak about it.
    </figcaption>
  </figure>`;
}
