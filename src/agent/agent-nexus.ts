// What the agent side needs of a memory. The page's Nexus has it, and so has the engine in Node.
import type { Preview } from '../protocol/preview.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { KipResponse } from '../protocol/response.ts';

/** What a call to a memory is told. */
export interface AgentCallOptions {
  /** Gives the call up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A memory, by the two functions of the specification (§6.1). */
export interface AgentNexus {
  /** Runs a request with read and write access. Resolves for KIP errors too. */
  execute(request: KipRequest, options?: AgentCallOptions): Promise<KipResponse>;
  /** Runs a request that may not change anything. */
  executeReadonly(request: KipRequest, options?: AgentCallOptions): Promise<KipResponse>;
  /** What a dry run of the request would change, in full. Where absent, a dry run's own answer is all there is to show. */
  preview?(request: KipRequest, options?: AgentCallOptions): Promise<Preview>;
}
