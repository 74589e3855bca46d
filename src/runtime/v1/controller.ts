/** The loop of an operator: controllers, leader election, and what they write. */
export type {
  Condition,
  ConditionInput,
  ConditionStatus,
  ReadCondition,
} from "./operators/controller/conditions.js";
export { findCondition, isConditionTrue, setCondition } from "./operators/controller/conditions.js";
export type {
  CleanupOptions,
  ControllerOptions,
  InformerSource,
  ObservedController,
  Reconcile,
  ReconcileContext,
  ReconcileResult,
  ReconcileSample,
} from "./operators/controller/controller-options.js";
export type { ControllerMetrics } from "./operators/controller/controller-metrics.js";
export { Controller } from "./operators/controller/controller.js";
export type {
  EventSubject,
  KindDefinition,
  RecordedEvent,
  RecordOptions,
} from "./operators/events/event-object.js";
export type { EventRecorderOptions, FlushOptions } from "./operators/events/event-recorder.js";
export { EventRecorder } from "./operators/events/event-recorder.js";
export { addFinalizer, hasFinalizer, removeFinalizer } from "./operators/controller/finalizers.js";
export type {
  LeaderElectionOptions,
  LeadershipChange,
} from "./operators/leader/election-options.js";
export { LeadershipLostError, SharedIdentityError } from "./operators/leader/election-options.js";
export { LeaderElector } from "./operators/leader/leader-elector.js";
export type { ObjectKey } from "./operators/informer/store.js";
export type {
  BackoffOptions,
  RateLimit,
  RateLimitOfReconciles,
  RetryLimiter,
} from "./operators/controller/limiter.js";
export type { CacheHandlers, ObjectCache } from "./operators/controller/object-cache.js";
export type { ControllerObserver, ReconcileOutcome } from "./operators/controller/observer.js";
export type { Owned, Owner, OwnerReferenceOptions } from "./operators/controller/owners.js";
export { controllerOf, isOwnedBy, ownerReference } from "./operators/controller/owners.js";
export type { Predicate } from "./operators/controller/predicates.js";
export {
  annotationsChanged,
  anyChangeOf,
  desiredStateChanged,
  everyChange,
  generationChanged,
  labelsChanged,
  resourceVersionChanged,
  wasKnown,
} from "./operators/controller/predicates.js";
export {
  isTerminalError,
  ReconcileError,
  TerminalError,
} from "./operators/controller/reconcile-error.js";
export type {
  OtherOptions,
  OtherSource,
  OwnedResource,
  WatchedResource,
} from "./operators/controller/watched-resource.js";
export { owned, watched } from "./operators/controller/watched-resource.js";
export type { ConsoleLoggerOptions, LogLevel } from "./operators/log/console-logger.js";
export { consoleLogger } from "./operators/log/console-logger.js";
export type { ExpectedFailure, FailureKind } from "./operators/log/expected-failure.js";
export { expectedFailure } from "./operators/log/expected-failure.js";
export type { FailureLogOptions } from "./operators/log/failure-log.js";
export { FailureLog } from "./operators/log/failure-log.js";
export type { LogFields, Logger } from "./operators/log/logger.js";
