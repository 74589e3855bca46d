/**
 * The public entry `crdgen/backend`: the tools for writing back ends. The built-in back ends use
 * the same tools.
 */
export { defineBackend } from "./backends/backend.js";
export type { Backend, EmitContext, JsonName, Unit } from "./backends/backend.js";
export type { NamedType, NameTable } from "./backends/names.js";
export { clause, expr, nothing, operatorCode, property, stmt, tsType, word } from "./emit/code.js";
export type { Case, Expr, Imported, ModuleReference, Property, Stmt } from "./emit/code.js";
export type { Declaration, ExportedName, Parameter } from "./emit/declaration.js";
export type { GeneratedFile } from "./emit/generated-file.js";
export { camelCase, pascalCase } from "./emit/identifiers.js";
export { jsDoc } from "./emit/jsdoc.js";
export type { DocComment, DocTag, Documentation } from "./emit/jsdoc.js";
export { listCode, objectCode } from "./emit/object-code.js";
export type { Splice } from "./emit/template/holes.js";
export { typeDeclaration } from "./emit/types/print-declaration.js";
export type { TypeDeclaration } from "./emit/types/print-declaration.js";
export {
  arrayOf,
  field,
  indexSignature,
  intersection,
  keyword,
  literalType,
  mapOf,
  objectType,
  optionalField,
  reference,
  union,
} from "./emit/types/type-expression.js";
export type { Member, TypeNode } from "./emit/types/type-expression.js";
export type { Annotations } from "./ir/annotations.js";
export type { Resource, Version } from "./ir/resource.js";
export type { NestedValidation, Rule, Schema, ValueValidation } from "./ir/schema.js";
export type { LibraryType, LibraryValue, RuntimeType, RuntimeValue } from "./runtime/contract.js";
export type { Json, JsonObject } from "./runtime/v1/json/json.js";
