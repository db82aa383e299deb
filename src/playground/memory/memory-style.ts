// How the memory view and its sections are laid out.
import { css } from 'lit';

export const memoryStyles = css`
  h2 {
    margin-bottom: var(--s1);
  }
  * + h2 {
    margin-top: var(--s8);
  }
  .lead {
    max-width: 44rem;
    margin-bottom: var(--s3);
    color: var(--ink-soft);
    text-wrap: pretty;
  }
  .facts {
    margin: var(--s3) 0;
  }
  .field {
    max-width: 24rem;
  }
  .actions {
    margin-block: var(--s2);
  }
  .button:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .button[aria-disabled='true'] {
    color: var(--ink-faint);
    cursor: default;
  }
  .progress {
    display: flex;
    align-items: center;
    gap: var(--s3);
    max-width: 32rem;
    min-height: 2rem;
  }
  .models li,
  .memories li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s1) var(--s4);
    min-height: 3rem;
    padding: var(--s2) 0;
    border-bottom: 1px solid var(--line);
  }
  .models li > div {
    flex: 1 1 16rem;
  }
  .models,
  .memories {
    margin: var(--s3) 0;
    border-top: 1px solid var(--line);
  }
  .chosen {
    color: var(--accent);
    font-size: var(--size-s);
    font-weight: 600;
  }
  form.inline {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--s2);
  }
  form.inline .field {
    flex: 0 1 18rem;
  }
  kip-carry,
  kip-models {
    display: block;
    margin-top: var(--s8);
  }
`;
