// When the browser stops a page for a while, its workers with it, and when the page goes on. What is told of the stop has to be done at
// once, before the event is over: nothing runs afterwards.

export class PageLife {
  readonly #end = new AbortController();

  constructor(onStop: () => void, onResume: () => void) {
    if (typeof document === 'undefined') return;
    const { signal } = this.#end;
    document.addEventListener('freeze', onStop, { signal });
    document.addEventListener('resume', onResume, { signal });
    // A page that may be shown again by going back in history is stopped in the same way.
    addEventListener('pagehide', ({ persisted }) => persisted && onStop(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && onResume(), { signal });
  }

  close(): void {
    this.#end.abort();
  }
}
