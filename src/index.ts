/**
 * crdgen as a library. Everything here is pure: no file system, no network.
 */
export type { DiagnosticData as Diagnostic, RelatedData } from "./crd/diagnostics/render/render.js";
export type { Cause } from "./crd/diagnostics/diagnostics.js";
export type { OutputFile } from "./codegen/emit/generated-file.js";
export type { Counts } from "./codegen/pipeline/run.js";
export type { GenerateOptions, Override, PartName, Rename } from "./codegen/pipeline/settings.js";
export type { CompiledResource } from "./codegen/pipeline/compile.js";
export type { CompiledVersion } from "./codegen/pipeline/compile-unit.js";
export type { Admission, AdmitOptions } from "./runtime/v1/admission/admission.js";
export type { FieldError, FieldErrorReason } from "./runtime/v1/values/field-error.js";
export type { ValidateOptions } from "./runtime/v1/validation/resource-validation.js";
export type { CelRule } from "./runtime/v1/cel/rules/rule-node.js";
export type {
  ResourceSchema,
  SchemaOptions,
  StandardIssue,
  StandardSchema,
} from "./runtime/v1/validation/standard-schema.js";
export { CodeGenerationForbiddenError } from "./codegen/emit/evaluate.js";
export type { Ignore, IgnoreRule } from "./codegen/pipeline/ignores/ignore.js";
export type { Config, LintConfig } from "./cli/config/config.js";
export { defineConfig } from "./cli/config/config.js";
export { OptionError, version } from "./codegen/pipeline/settings.js";
export type { Position, SourceFile } from "./crd/source/source-file.js";
export type {
  Compiled,
  CompileInput,
  GenerateInput,
  GenerateResult,
  LintInput,
  PublishedOpenApi,
} from "./codegen/pipeline/library.js";
export { compile, generate, lint, publishOpenApi } from "./codegen/pipeline/library.js";
