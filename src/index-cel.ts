/** The public entry `crdgen/cel`: CEL as Kubernetes servers run it, without CRDs. */
export type {
  Call,
  Comprehension,
  Constant,
  Expr,
  Ident,
  ListLiteral,
  Literal,
  MacroCall,
  MapEntry,
  MapLiteral,
  Select,
  StructField,
  StructLiteral,
} from "./cel/syntax/ast.js";
export { checkExpression } from "./cel/check-expression.js";
export { isCelIssues } from "./cel/check/checked.js";
export type { CelIssues, CheckedExpression, Reference } from "./cel/check/checked.js";
export { estimateCost } from "./cel/cost.js";
export { costModel } from "./cel/cost-model.js";
export type { CostModel, Range, SizedType } from "./cel/cost-model.js";
export { createEnvironment, withVariables } from "./cel/check/environment.js";
export type { Environment, EnvironmentOptions } from "./cel/check/environment.js";
export { renderIssues } from "./cel/issue.js";
export type { CelIssue } from "./cel/issue.js";
export { findProgramFault } from "./cel/program/program-fault.js";
export {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  formatType,
  intType,
  listType,
  mapType,
  nullType,
  objectType,
  opaqueType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "./cel/type.js";
export type { CelType } from "./cel/type.js";
export type { BindingOf, BindingsOf } from "./codegen/expressions/binding-types.js";
export { compile } from "./codegen/expressions/compile-expression.js";
export type {
  CelProgram,
  CelRejection,
  Compilation,
  Measurement,
} from "./codegen/expressions/compile-expression.js";
export { DeclarationError } from "./codegen/expressions/declarations.js";
export type {
  Declarations,
  SchemaVariable,
  VariableDeclaration,
  VariableDeclarations,
} from "./codegen/expressions/declarations.js";
export type { CelValue } from "./codegen/expressions/results.js";
export { Duration, Timestamp } from "./runtime/v1/cel/values/times.js";
export { CelError } from "./runtime/v1/cel/values/error.js";
