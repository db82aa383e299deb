/**
 * What Pocket Nexus offers to other code in a page: `openNexus()` starts the worker that holds the memory.
 *
 * @module pocket-nexus
 */
export {
  DEADLINE_MS_DEFAULT,
  openNexus,
  type CallOptions,
  type ExportOptions,
  type ImportOptions,
  type Nexus,
  type OpenOptions,
  type SealOptions,
} from './client/open-nexus.ts';
export type { Meaning } from './client/meaning.ts';
export type { Changes } from './client/changes.ts';
export type { LiveQuery } from './client/live.ts';
export type { LoadOptions } from './client/model-link.ts';
export type { NexusStatus } from './client/status.ts';
export { BackupError, type BackupFault } from './client/backup-error.ts';
export { UnavailableError, type UnavailableReason } from './client/unavailable.ts';
export type { StorageState } from './client/storage-state.ts';
export type { MemoryFile } from './client/memory-file.ts';
export type { Workspace } from './client/workspace.ts';
export {
  isNexusName,
  type ExportProgress,
  type ImportProgress,
  type ImportSummary,
  type StorageChoice,
  type StorageKind,
} from './protocol/engine-api.ts';
export { ERROR_CODES, KipError, type ErrorCode, type ErrorKind, type ErrorObject } from './protocol/errors.ts';
export {
  CHANGE_IDS_MAX,
  type Change,
  type ChangeCounts,
  type ChangedElements,
  type Reads,
  type WritingStatement,
} from './protocol/changes.ts';
export type { Damage, FileState, KeptCopy, Salvage } from './protocol/copies.ts';
export type { ExplainedSql, Explanation, PlanStep, Timings } from './protocol/explain.ts';
export {
  PREVIEW_ELEMENTS_DEFAULT,
  PREVIEW_ELEMENTS_MAX,
  type ElementChange,
  type Preview,
} from './protocol/preview.ts';
export type { LoadProgress } from './protocol/model-api.ts';
export {
  EMBEDDED_MODEL,
  MODEL_PROFILES,
  type MeaningState,
  type ModelFolder,
  type ModelProfile,
  type ModelSource,
  type ModelState,
} from './protocol/models.ts';
export type { BatchCommand, KipRequest } from './protocol/request.ts';
export { resultOf, type CommandResponse, type KipResponse } from './protocol/response.ts';
export type { Json, JsonObject, JsonPrimitive, Parameters } from './protocol/values.ts';
export { WORKSPACE_LIMITS, type WorkspaceEntry } from './protocol/workspace.ts';
