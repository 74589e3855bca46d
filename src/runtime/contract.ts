import type * as builtIn from "./v1/internal-built-in.js";
import type * as internal from "./v1/internal.js";
import type * as library from "./v1/library.js";

/*
 * The names that generated code may import from the runtime, for the compiler: what
 * `v1/internal.ts`, `v1/internal-built-in.ts` and `v1/library.ts` export. Only types are used, so
 * nothing of the runtime is loaded.
 */

/** The values that back ends may use. */
export type RuntimeValue = Exclude<keyof typeof internal, LibraryValue> | keyof typeof builtIn;

/** The values that rows of the compiler's tables name. */
export type LibraryValue = keyof typeof library;

/** The classes of CEL's values. */
export type LibraryClass = ClassIn<typeof library>;

/** The types of CEL's values. */
export type LibraryType = LibraryClass | (typeof libraryTypes)[number];

/** The types that back ends may use; classes are both. */
export type RuntimeType =
  (typeof runtimeTypes)[number] | Exclude<ClassIn<typeof internal>, LibraryClass>;

/** The names of the classes that a module exports: of functions, the prototype is of any type. */
type ClassIn<Module> = {
  [Name in keyof Module]: Module[Name] extends { readonly prototype: infer Instance }
    ? unknown extends Instance
      ? never
      : Name
    : never;
}[keyof Module];

/** The types that `v1/internal.ts` exports: of a module, the compiler can list only the values. */
export const runtimeTypes = [
  "Admission",
  "AdmitObjectOptions",
  "AdmitOptions",
  "Applied",
  "ApplyOptions",
  "ApplyToOptions",
  "ArbitraryOptions",
  "CelRule",
  "CheckOptions",
  "CheckRules",
  "ClientOptions",
  "CommentsOf",
  "EmbeddedObjectMeta",
  "EmbeddedResource",
  "EmbeddedResourceInput",
  "FieldError",
  "IntOrString",
  "Json",
  "JsonObject",
  "KubernetesList",
  "KubernetesObject",
  "KubernetesObjectApply",
  "KubernetesObjectInput",
  "Members",
  "MergeAtom",
  "MergeSchema",
  "NamespacedClientOptions",
  "NeverStored",
  "ObjectMetaInput",
  "OtherText",
  "PruneSchema",
  "ResourceAdmission",
  "ResourceDefinition",
  "ResourceSchema",
  "ResourceValidation",
  "RuleNode",
  "ServedVersion",
  "Stored",
  "StoredScale",
  "TableColumn",
  "Transport",
  "ValidateOptions",
  "ValueSchema",
  "WriteOptions",
  "WrongMembers",
] as const;

/** The same of `v1/library.ts`. */
export const libraryTypes = ["AnyData", "List", "Value"] as const;
