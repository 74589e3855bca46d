/** The public entry `crdgen/cel`: CEL as Kubernetes servers know it, without CRDs. */
export * from "./cel/index.js";
export type { BindingOf, BindingsOf } from "./expressions/binding-types.js";
export { compile } from "./expressions/compile-expression.js";
export type {
  CelProgram,
  CelRejection,
  Compilation,
  Measurement,
} from "./expressions/compile-expression.js";
export { DeclarationError } from "./expressions/declarations.js";
export type {
  Declarations,
  SchemaVariable,
  VariableDeclaration,
  VariableDeclarations,
} from "./expressions/declarations.js";
export type { CelValue } from "./expressions/results.js";
export { Duration } from "./runtime/v1/cel/duration.js";
export { CelError } from "./runtime/v1/cel/error.js";
export { Timestamp } from "./runtime/v1/cel/timestamp.js";
