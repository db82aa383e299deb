// The entry of the SharedWorker that hands ports from tabs to the workers that own memories: a port cannot be broadcast, and a worker
// of one tab cannot be reached from another in any other way. It sees no request and no memory.
import type { BrokerMessage, Epoch } from './messages.ts';

const owners = new Map<Epoch, MessagePort>();
/** Ports for owners that have not been heard of. */
const parked = new Map<Epoch, MessagePort[]>();

function receive(from: MessagePort, { kind, epoch }: BrokerMessage, ports: readonly MessagePort[]): void {
  if (kind === 'serve') {
    owners.set(epoch, from);
    for (const port of parked.get(epoch) ?? []) from.postMessage({ kind: 'connect', epoch }, [port]);
    parked.delete(epoch);
    forgetWithItsEnd(epoch);
  } else if (kind === 'connect') {
    const owner = owners.get(epoch);
    if (owner) return owner.postMessage({ kind, epoch }, [...ports]);
    parked.set(epoch, [...(parked.get(epoch) ?? []), ...ports]);
    from.postMessage({ kind: 'unknown', epoch });
    forgetWithItsEnd(epoch);
  }
}

/** The name of an epoch is that of a lock which its worker holds. */
function forgetWithItsEnd(epoch: Epoch): void {
  void navigator.locks.request(epoch, { mode: 'shared' }, () => {
    owners.delete(epoch);
    parked.delete(epoch);
  });
}

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  port!.onmessage = ({ data, ports }: MessageEvent<BrokerMessage>) => receive(port!, data, ports);
});
