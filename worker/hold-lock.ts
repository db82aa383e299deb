// A worker that ends tells nobody. It holds a Web Lock as long as it lives instead: whoever is granted that lock knows.

const FOREVER = new Promise<never>(() => {});

/** Resolves with true once the lock is ours, which it stays until the worker ends, or with false where `ifAvailable` and it is not. */
export function holdLock(name: string, options: LockOptions = {}): Promise<boolean> {
  // Where there are no locks there is nothing to wait for.
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : FOREVER;
      })
      .catch(reject);
  });
}
