// An error as a person reads it: what was found, what to do, and the code to look it up by.
import { html, type TemplateResult } from 'lit';
import { routeHash } from '../app/routes.ts';
import { ERROR_CODES, ERROR_DESCRIPTIONS, type ErrorKind, type ErrorObject } from '../../protocol/errors.ts';

/** The kind behind a code; undefined for one that does not exist. */
export function kindOf(code: string): ErrorKind | undefined {
  return (Object.keys(ERROR_CODES) as ErrorKind[]).find((kind) => ERROR_CODES[kind] === code);
}

export function errorCard({ code, message, hint }: ErrorObject): TemplateResult {
  const kind = kindOf(code);
  return html`<div class="message danger">
    <p>${message}</p>
    <p><strong>What to do:</strong> ${hint}</p>
    <p class="note"><a href=${routeHash('help', code)}>${code} ${kind ? ERROR_DESCRIPTIONS[kind].name : ''}</a></p>
  </div>`;
}
