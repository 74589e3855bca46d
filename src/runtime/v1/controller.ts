/** The loop of an operator: controllers, leader election, and what they write. */
export type {
  Condition,
  ConditionInput,
  ConditionStatus,
  ReadCondition,
} from "./controller/conditions.js";
export { findCondition, isConditionTrue, setCondition } from "./controller/conditions.js";
export type {
  CleanupOptions,
  ControllerOptions,
  RateLimitOfReconciles,
  Reconcile,
  ReconcileContext,
  ReconcileResult,
  ReconcileSample,
  WatchedResource,
} from "./controller/controller-options.js";
export { generationChanged } from "./controller/controller-options.js";
export type { ControllerMetrics } from "./controller/controller.js";
export { Controller } from "./controller/controller.js";
export type { EventRecorderOptions, RecordedEvent } from "./controller/event-recorder.js";
export { EventRecorder } from "./controller/event-recorder.js";
export { addFinalizer, hasFinalizer, removeFinalizer } from "./controller/finalizers.js";
export type { LeaderElectionOptions } from "./controller/leader-elector.js";
export { LeaderElector, LeadershipLostError } from "./controller/leader-elector.js";
export type { CacheHandlers, ObjectCache } from "./controller/object-cache.js";
export type { ObjectKey } from "./informer/object-key.js";
export type { Owned, Owner, OwnerReferenceOptions } from "./controller/owners.js";
export { controllerOf, isOwnedBy, ownerReference } from "./controller/owners.js";
export { isTerminalError, ReconcileError, TerminalError } from "./controller/reconcile-error.js";
export type { BackoffOptions } from "./controller/work-queue.js";
