/**
 * What Pocket Nexus offers to programs in Node and other hosts: the engine in the process itself.
 *
 * @module pocket-nexus/engine
 */
export { openNexus, type CallOptions, type ImportOptions, type Nexus, type OpenOptions } from './open-nexus.ts';
export { NexusFileError, type FileFault } from './nexus-file-error.ts';
export type { ImportProgress, ImportSummary } from '../src/protocol/engine-api.ts';
export { ERROR_CODES, KipError, type ErrorCode, type ErrorKind, type ErrorObject } from '../src/protocol/errors.ts';
export type { BatchCommand, KipRequest } from '../src/protocol/request.ts';
export { resultOf, type CommandResponse, type KipResponse } from '../src/protocol/response.ts';
export type { Json, JsonObject, JsonPrimitive, Parameters } from '../src/protocol/values.ts';
