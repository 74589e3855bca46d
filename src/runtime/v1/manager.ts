/** A manager of controllers and webhooks, with metrics and probes, which needs Node.js. */
export type {
  ManagedControllerOptions,
  ManagerElection,
  ManagerOptions,
  Runnable,
  RunOptions,
} from "./manager/manager-options.js";
export type { ManagedWebhooks } from "./manager/managed-webhooks.js";
export { Manager } from "./manager/manager.js";
export { CacheSyncError } from "./manager/readiness.js";
export type { SharedInformer } from "./manager/shared-informer.js";
export type { HealthCheck } from "./manager/server/probes.js";
export { selfSigned } from "./manager/server/self-signed.js";
export type {
  MetricsServerOptions,
  ProbeServerOptions,
  SecureMetrics,
} from "./manager/server/server-options.js";
export type {
  CertificateFiles,
  CertificateSource,
  ServingCertificate,
} from "./node/serving-certificate.js";
export type { ConsoleLoggerOptions, LogLevel } from "./operators/log/console-logger.js";
export { consoleLogger } from "./operators/log/console-logger.js";
export type { ExpectedFailure, FailureKind } from "./operators/log/expected-failure.js";
export { expectedFailure } from "./operators/log/expected-failure.js";
export type { FailureLogOptions } from "./operators/log/failure-log.js";
export { FailureLog } from "./operators/log/failure-log.js";
export type {
  CollectedOptions,
  Counter,
  Gauge,
  Histogram,
  HistogramOptions,
  LabelValues,
  MetricOptions,
} from "./manager/metrics/metric-options.js";
export { MetricsRegistry } from "./manager/metrics/registry.js";
export type { LogFields, Logger } from "./operators/log/logger.js";
