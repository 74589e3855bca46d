/**
 * The public entry `crdgen/backend`: the tools for writing back ends. The built-in back ends use
 * the same tools.
 */
export { defineBackend } from "./codegen/backends/backend.js";
export type { Backend, EmitContext, JsonName, Unit } from "./codegen/backends/backend.js";
export type { NamedType, NameTable } from "./codegen/backends/names.js";
export {
  clause,
  expr,
  nothing,
  operatorCode,
  property,
  stmt,
  tsType,
  word,
} from "./codegen/emit/code.js";
export type { Case, Expr, Imported, ModuleReference, Property, Stmt } from "./codegen/emit/code.js";
export type { Declaration, ExportedName, Parameter } from "./codegen/emit/declaration.js";
export type { GeneratedFile } from "./codegen/emit/generated-file.js";
export { camelCase, pascalCase } from "./codegen/emit/identifiers.js";
export { jsDoc } from "./codegen/emit/jsdoc.js";
export type { DocComment, DocTag, Documentation } from "./codegen/emit/jsdoc.js";
export { listCode, objectCode } from "./codegen/emit/object-code.js";
export type { Splice } from "./codegen/emit/template/holes.js";
export { typeDeclaration } from "./codegen/emit/types/print-declaration.js";
export type { TypeDeclaration } from "./codegen/emit/types/print-declaration.js";
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
} from "./codegen/emit/types/type-expression.js";
export type { Member, TypeNode } from "./codegen/emit/types/type-expression.js";
export type { Annotations } from "./crd/ir/annotations.js";
export type { Resource, Version } from "./crd/ir/resource.js";
export type { NestedValidation, Rule, Schema, ValueValidation } from "./crd/ir/schema.js";
export type { LibraryType, LibraryValue, RuntimeType, RuntimeValue } from "./runtime/contract.js";
export type { Json, JsonObject } from "./runtime/v1/values/json/json.js";
