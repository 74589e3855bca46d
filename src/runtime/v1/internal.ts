/**
 * The contract between generated code and the runtime: what back ends may use, which outputs with
 * `--runtime import` import. Everything else of the runtime may change with any version, except
 * what people import (`index.ts` and the entries beside it). Names are added, never changed or
 * removed, and there are at most 150: third-party back ends rely on them.
 */
export { resourceAdmission } from "./admission/admission.js";
export type {
  Admission,
  AdmitObjectOptions,
  AdmitOptions,
  ResourceAdmission,
} from "./admission/admission.js";
export { admitResource } from "./admission/admit.js";
export { writeScale } from "./admission/scale-write.js";
export type { Stored, StoredScale } from "./admission/stored.js";
export { applyTo } from "./apply/apply-to.js";
export type { ApplyToOptions } from "./apply/apply-to.js";
export type { Applied } from "./apply/merge-configuration.js";
export type { MergeAtom, MergeSchema } from "./apply/merge-schema.js";
export { acceptedObject, itemKey, presentFields } from "./testing/arbitrary/accepted-object.js";
export type { ArbitraryOptions } from "./testing/arbitrary/accepted-object.js";
export { CelError } from "./cel/values/error.js";
export {
  ApprovalClient,
  BindingClient,
  EphemeralContainersClient,
  EvictionClient,
  LogClient,
  ResizeClient,
  TokenClient,
} from "./client/built-in-clients.js";
export type { ClientOptions, NamespacedClientOptions } from "./client/caller.js";
export type { ApplyOptions, WriteOptions } from "./client/options.js";
export type { NeverStored } from "./client/resource-client.js";
export { ResourceClient } from "./client/resource-client.js";
export type { ResourceDefinition } from "./values/resource-definition.js";
export { ScaleClient, StatusClient } from "./client/subresource-clients.js";
export type { Transport } from "./client/transport.js";
export type { FieldError } from "./values/field-error.js";
export { badValueText } from "./values/field-errors.js";
export { Float64, setKey } from "./values/json/json.js";
export type { Json, JsonObject } from "./values/json/json.js";
export {
  hasKey,
  isArray,
  isBoolean,
  isListOf,
  isMapOf,
  isPlainObject,
  isSafeInteger,
  isString,
} from "./values/json/json-object.js";
export type { Members } from "./values/json/json-object.js";
export type {
  EmbeddedObjectMeta,
  EmbeddedResource,
  EmbeddedResourceInput,
  IntOrString,
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
  ObjectMetaInput,
} from "./values/kubernetes.js";
export { once } from "./values/once.js";
export { fieldPath } from "./values/place.js";
export { isMembers, resourcePruner } from "./validation/prune.js";
export type { PruneSchema } from "./validation/prune.js";
export { isObjectMeta, isPlainMetadata } from "./values/quick/metadata.js";
export {
  isFiniteNumber,
  isFloat32,
  isInt32,
  isInteger,
  isNearInteger,
} from "./values/quick/numbers.js";
export { re2Matcher } from "./values/re2/compile.js";
export { checkRules, limitedBy, ruleMessage, runResourceRules } from "./cel/rules/rules.js";
export { listRules } from "./cel/rules/rule-node.js";
export type { CelRule, RuleNode } from "./cel/rules/rule-node.js";
export { codePoints } from "./values/strings.js";
export {
  ageCell,
  booleanCell,
  integerCell,
  nameCell,
  numberCell,
  textCell,
} from "./client/tables/cells.js";
export { firstAt, parseJsonPath, valueAt } from "./client/tables/json-path.js";
export type { TableColumn } from "./client/tables/print-table.js";
export type { ServedVersion } from "./testing/served-version.js";
export { isGoodAsSent, isGoodByRules } from "./validation/as-sent.js";
export { checkJunctors, isValid } from "./validation/check-junctors.js";
export { checkBounds } from "./validation/check-number.js";
export type { CheckRules } from "./validation/check-rules.js";
export {
  coerceEmbeddedResources,
  coerceStoredResources,
  embeddedErrors,
  hasValidResources,
  isEmbeddedResource,
} from "./validation/embedded-resources.js";
export { isOneOf } from "./validation/enum-values.js";
export { hasValidLists, haveUniqueKeys, isSet } from "./validation/list-types.js";
export type {
  CheckOptions,
  ResourceValidation,
  ValidateOptions,
} from "./validation/resource-validation.js";
export { ruleSteps } from "./validation/rule-steps.js";
export { hasReplicas, hasText, scaleErrors } from "./validation/scale-paths.js";
export { resourceSchema } from "./validation/standard-schema.js";
export type { ResourceSchema } from "./validation/standard-schema.js";
export { assertValidResource, isValidResource, validateResource } from "./validation/validity.js";
export type { ValueSchema } from "./validation/value-schema.js";
export type { WrongMembers } from "./validation/report.js";
export type { CommentsOf, OtherText } from "./values/variants.js";

// What tables of the compiler name is here too, for generated code, and may change.
export * from "./library.js";
