/** A manager of controllers and webhooks, with metrics and probes, which needs Node.js. */
export type { ManagerElection, ManagerOptions, Runnable } from "./manager/manager-options.js";
export { Manager } from "./manager/manager.js";
export type { LogFields, Logger } from "./operators/log/logger.js";
