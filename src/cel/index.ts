/** The public entry `crdgen/cel`: CEL as Kubernetes servers know it, without CRDs. */
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
} from "./ast.js";
export { checkExpression } from "./check-expression.js";
export { isCelIssues } from "./checked.js";
export type { CelIssues, CheckedExpression, Reference } from "./checked.js";
export { estimateCost } from "./cost.js";
export { costModel } from "./cost-model.js";
export type { CostModel, SizedType } from "./cost-model.js";
export { createEnvironment, withVariables } from "./environment.js";
export type { Environment, EnvironmentOptions } from "./environment.js";
export type { Range } from "./estimate.js";
export { renderIssues } from "./issue.js";
export type { CelIssue } from "./issue.js";
export { findProgramFault } from "./program-fault.js";
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
} from "./type.js";
export type { CelType } from "./type.js";
