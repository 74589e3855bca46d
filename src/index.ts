/**
 * crdgen as a library. Everything here is pure: no file system, no network.
 */
import { Diagnostics } from "./diagnostics/diagnostics.js";
import { inSourceOrder } from "./diagnostics/order.js";
import type { DiagnosticData } from "./diagnostics/render/render-data.js";
import { toData } from "./diagnostics/render/render-data.js";
import type { OutputFile } from "./emit/generated-file.js";
import { checkInput } from "./pipeline/check-input.js";
import type { CompiledResource } from "./pipeline/compile.js";
import { compileSources } from "./pipeline/compile.js";
import { CrdLinter } from "./pipeline/crd-linter.js";
import { createEmitSource } from "./pipeline/emit-source.js";
import { lintSources } from "./pipeline/lint-sources.js";
import type { Counts } from "./pipeline/run.js";
import { run } from "./pipeline/run.js";
import type { GenerateOptions } from "./pipeline/settings.js";
import { resolveKubernetes, resolveSettings } from "./pipeline/settings.js";
import { readStoredCrds } from "./pipeline/stored-crds.js";
import type { ThirdParty } from "./pipeline/third-party.js";
import type { SourceFile } from "./source/source-file.js";

export type {
  DiagnosticData as Diagnostic,
  RelatedData,
} from "./diagnostics/render/render-data.js";
export type { Cause } from "./diagnostics/diagnostics.js";
export type { OutputFile } from "./emit/generated-file.js";
export type { Counts } from "./pipeline/run.js";
export type { GenerateOptions, PartName } from "./pipeline/settings.js";
export type { CompiledResource } from "./pipeline/compile.js";
export type { CompiledVersion } from "./pipeline/compile-unit.js";
export type { Admission, AdmitOptions } from "./runtime/v1/admission/admission.js";
export type { FieldError, FieldErrorReason } from "./runtime/v1/field-error.js";
export type { ValidateOptions } from "./runtime/v1/validation/resource-validation.js";
export type { CelRule } from "./runtime/v1/rules/rule-node.js";
export type {
  ResourceSchema,
  SchemaOptions,
  StandardIssue,
  StandardSchema,
} from "./runtime/v1/validation/standard-schema.js";
export { CodeGenerationForbiddenError } from "./emit/evaluate.js";
export type { Config } from "./config/config.js";
export { defineConfig } from "./config/define.js";
export { OptionError } from "./pipeline/settings.js";
export type { Position, SourceFile } from "./source/source-file.js";
export { version } from "./pipeline/version.js";

/** What to generate from, and how. */
export interface GenerateInput extends GenerateOptions {
  /** Texts of YAML or JSON; `path` is what diagnostics name. */
  readonly sources: readonly SourceFile[];
  /** Back ends of third parties; they run after the built-in ones, those that they need first. */
  readonly backends?: readonly ThirdParty[];
}

/** The output of one run, which nobody has written to disk, and what there is to say of its sources. */
export interface GenerateResult {
  /** Sorted by path; empty when a diagnostic is an error. */
  readonly files: readonly OutputFile[];
  /** In the order of the sources. */
  readonly diagnostics: readonly DiagnosticData[];
  readonly counts: Counts;
}

/**
 * Generates code from CRDs.
 *
 * @throws OptionError for an option that does not exist or has a wrong value; faults of the sources are diagnostics
 */
export async function generate(input: GenerateInput): Promise<GenerateResult> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const settings = resolveSettings(input);
  const emitSource = await createEmitSource(settings, input.backends);
  const { files, counts } = await run(input.sources, emitSource, settings, diagnostics);
  return { files, diagnostics: inSourceOrder(diagnostics.list).map(toData), counts };
}

/** The CRDs to judge. What else the sources hold is skipped. */
export interface LintInput {
  readonly sources: readonly SourceFile[];
  /**
   * CRDs as they are stored; those of `sources` that have the name of one replace it. One without a status of a server's
   * counts as established.
   */
  readonly old?: readonly SourceFile[];
  /** Whose rules apply, `1.28` to `1.37` (default: the newest). */
  readonly kubernetesVersion?: string;
}

/**
 * The API server's verdict on CRDs, offline: errors with a `cause` equal the causes of the server's answer to the creation
 * of each CRD, as a multiset. To an update the server may send a cause of metadata up to three times, which is told once.
 *
 * @throws OptionError for an option that does not exist or has a wrong value; faults of the sources are diagnostics. Options
 * that only `generate` has may be there: they are left alone
 */
export async function lint(input: LintInput): Promise<readonly DiagnosticData[]> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const minor = resolveKubernetes(input.kubernetesVersion);
  const stored = await readStoredCrds(input.old ?? [], diagnostics);
  const linter = new CrdLinter({ minor, stored });
  await lintSources(input.sources, linter, diagnostics, () => undefined);
  return inSourceOrder(diagnostics.list).map(toData);
}

/** The CRDs to compile, and how. */
export interface CompileInput {
  readonly sources: readonly SourceFile[];
  /** Whose behaviour to copy, `1.28` to `1.37` (default: the newest). */
  readonly kubernetesVersion?: string;
  /** Compile what can be, even from CRDs that the API server refuses. */
  readonly allowInvalid?: boolean;
}

/** What `compile` made. */
export interface Compiled {
  /** In the order of the sources; without CRDs that the API server refuses. */
  readonly resources: readonly CompiledResource[];
  /** What is wrong with the sources, in their order. */
  readonly diagnostics: readonly DiagnosticData[];
}

/**
 * Compiles CRDs to functions in memory: those that `generate` writes, made by the same emitter.
 *
 * @throws OptionError for an option that does not exist or has a wrong value; faults of the sources are diagnostics. Options
 * that only `generate` has may be there: they are left alone
 * @throws CodeGenerationForbiddenError where making functions from text is forbidden, as by a content security policy
 */
export async function compile(input: CompileInput): Promise<Compiled> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const minor = resolveKubernetes(input.kubernetesVersion);
  const { sources, allowInvalid = false } = input;
  const resources = await compileSources(sources, minor, allowInvalid, diagnostics);
  return { resources, diagnostics: inSourceOrder(diagnostics.list).map(toData) };
}
