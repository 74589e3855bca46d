/** A cache of a resource that stays true: informers. */
export type {
  InformerHandlers,
  InformerOptions,
  SyncedOptions,
} from "./operators/informer/informer-options.js";
export { Informer } from "./operators/informer/informer.js";
export type { InformerPhase, InformerState } from "./operators/informer/progress.js";
export { MissedChangesError } from "./operators/informer/verify.js";
export type { Indexer, Indexers } from "./operators/informer/store.js";
export type { ConsoleLoggerOptions, LogLevel } from "./operators/log/console-logger.js";
export { consoleLogger } from "./operators/log/console-logger.js";
export type { ExpectedFailure, FailureKind } from "./operators/log/expected-failure.js";
export { expectedFailure } from "./operators/log/expected-failure.js";
export type { FailureLogOptions } from "./operators/log/failure-log.js";
export { FailureLog } from "./operators/log/failure-log.js";
export type { LogFields, Logger } from "./operators/log/logger.js";
