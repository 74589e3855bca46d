/**
 * The names that people use: transports, clients, errors and their guards, and the types of all
 * that. The copied runtime has those of them that its modules in use have. A contract with programs
 * that are written already: names are added, never changed or removed.
 */
export type { Admission, AdmitObjectOptions, AdmitOptions } from "./admission/admission.js";
export type { Stored, StoredMeta, StoredScale } from "./admission/stored.js";
export { CelError } from "./cel/values/error.js";
export {
  ApiError,
  isAlreadyExists,
  isApiError,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isInternalError,
  isInvalid,
  isMethodNotAllowed,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isTimeoutError,
  isTooManyRequests,
  isTransportError,
  isUnauthorized,
  isUnsupportedMediaType,
  TimeoutError,
  TransportError,
} from "./client/api-error.js";
export { bearerToken, impersonation } from "./client/authentication.js";
export type { Impersonation, Token } from "./client/authentication.js";
export type { ClientOptions, NamespacedClientOptions } from "./client/caller.js";
export { isStatus } from "./client/error-response.js";
export { fetchTransport } from "./client/fetch-transport.js";
export type {
  FetchFunction,
  FetchInit,
  FetchResponse,
  FetchTransportOptions,
} from "./client/fetch-transport.js";
export type {
  ApplyOptions,
  ApplyParameters,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  DeleteParameters,
  FieldValidation,
  GetOptions,
  GetParameters,
  ListAllOptions,
  ListAllParameters,
  ListOptions,
  ListParameters,
  Preconditions,
  SelectableField,
  Selection,
  WatchOptions,
  WatchParameters,
  WriteOptions,
  WriteParameters,
} from "./client/options.js";
export type { JsonPatchOperation, MergePatch, Patch } from "./client/exact-changes.js";
export type { Identified, ListPage } from "./client/list-pages.js";
export { ResourceClient } from "./client/resource-client.js";
export type { NeverStored, ResourceTypes, StatusTypes } from "./client/resource-client.js";
export type {
  PrinterColumn,
  ResourceDefinition,
  ScalePaths,
  Scope,
  Subresources,
  TypedDefinition,
} from "./values/resource-definition.js";
export { fieldSelectorText, labelSelectorText } from "./client/selector.js";
export type {
  FieldSelector,
  FieldValue,
  LabelRequirement,
  LabelSelector,
} from "./client/selector.js";
export { createOrUpdate } from "./client/create-or-update.js";
export {
  ApprovalClient,
  BindingClient,
  EphemeralContainersClient,
  EvictionClient,
  LogClient,
  ResizeClient,
  TokenClient,
} from "./client/built-in-clients.js";
export type {
  EvictionOptions,
  IssuedToken,
  LogOptions,
  TokenRequestSpecInput,
} from "./client/built-in-clients.js";
export { defineResource } from "./client/define-resource.js";
export type { DeepPartial, DefinedTypes, ResourceSketch } from "./client/define-resource.js";
export { matchesLabels, objectSelectorText } from "./client/label-matching.js";
export type { LabelExpression, Labels, ObjectLabelSelector } from "./client/label-matching.js";
export { metadataOnly } from "./client/metadata-only.js";
export type { MetadataTypes, PartialObjectMetadata } from "./client/metadata-only.js";
export { accessRuleText, missingRule, missingRuleText } from "./client/missing-rule.js";
export type { AccessRule, MissingRule } from "./client/missing-rule.js";
export type { Change } from "./client/modify.js";
export { observe, rateLimit, requestIds, retry } from "./client/middleware.js";
export type {
  Observation,
  RateLimitOptions,
  RequestOutcome,
  RetryEvent,
  RetryOptions,
} from "./client/middleware.js";
export {
  scaleClientOf,
  ScaleClient,
  StatusClient,
  statusClientOf,
} from "./client/subresource-clients.js";
export type { StatusUpdate } from "./client/subresource-clients.js";
export type { Strategic, StrategicPatch } from "./client/strategic-patch.js";
export { withHeader, withMiddleware } from "./client/transport.js";
export type {
  Middleware,
  Send,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./client/transport.js";
export { table } from "./client/table.js";
export type { ColumnsOf, Table, TableOptions, TableRow } from "./client/table.js";
export { validated } from "./client/validated.js";
export type { Admit, AdmitVerdict, AdmitWrite, ValidatedOptions } from "./client/validated.js";
export { waitFor } from "./client/wait-for.js";
export type { WaitOptions } from "./client/wait-for.js";
export type { WarningHandler } from "./client/warnings.js";
export type { Bookmark, WatchEvent } from "./client/watch-event.js";
export { fieldErrorText } from "./values/field-error.js";
export type { FieldError, FieldErrorReason } from "./values/field-error.js";
export { NotJsonError } from "./values/json/not-json-error.js";
export { Float64 } from "./values/json/json.js";
export type { Json, JsonObject } from "./values/json/json.js";
export type {
  EmbeddedObjectMeta,
  EmbeddedResource,
  EmbeddedResourceInput,
  IntOrString,
  JsonValue,
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
  ListMeta,
  ManagedFieldsEntry,
  ManagedFieldsEntryInput,
  ObjectMeta,
  ObjectMetaApply,
  ObjectMetaInput,
  OwnerReference,
  OwnerReferenceInput,
  Scale,
  ScaleInput,
  ScaleMeta,
  Status,
  StatusCause,
  StatusDetails,
} from "./values/kubernetes.js";
export type { CelRule, RuleMessage } from "./cel/rules/rule-node.js";
export type { CheckOptions, ValidateOptions } from "./validation/resource-validation.js";
export type {
  ResourceSchema,
  SchemaOptions,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from "./validation/standard-schema.js";
export { InvalidObjectError } from "./validation/invalid-object-error.js";
export { printTable } from "./client/tables/print-table.js";
export type { PrintTableOptions, TableColumn } from "./client/tables/print-table.js";
