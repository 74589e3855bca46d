/** Server-side apply: merging configurations into objects, and the owners of fields. */
export { applyConfiguration, applyTo } from "./apply/apply-to.js";
export type { ApplyToOptions } from "./apply/apply-to.js";
export { keepTimes, managerOfUserAgent } from "./apply/field-managers.js";
export type { ManagedFieldsOptions } from "./apply/field-managers.js";
export type {
  Applied,
  ApplyConfigurationOptions,
  FieldConflict,
} from "./apply/merge-configuration.js";
export { deducedMergeSchema, scaleMergeSchema } from "./apply/merge-schema.js";
export type {
  MergeAtom,
  MergeList,
  MergeMap,
  MergeScalar,
  MergeSchema,
  MergeType,
} from "./apply/merge-schema.js";
export {
  scaledManagedFields,
  scaleManagedFields,
  updateManagedFields,
} from "./apply/update-managed-fields.js";
export type { SchemaOfVersion, UpdateManagedFieldsOptions } from "./apply/update-managed-fields.js";
export type { ConvertTyped, TypedObject } from "./apply/typed-object.js";
