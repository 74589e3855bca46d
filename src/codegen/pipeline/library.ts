import { Diagnostics, inSourceOrder } from "../../crd/diagnostics/diagnostics.js";
import type { DiagnosticData } from "../../crd/diagnostics/render/render.js";
import { toData } from "../../crd/diagnostics/render/render.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { Kinds } from "../../runtime/v1/built-in/table/kind-table.js";
import type { OutputFile } from "../emit/generated-file.js";
import { checkInput } from "./check-input.js";
import type { CompiledResource } from "./compile.js";
import { compileSources } from "./compile.js";
import { CrdLinter } from "./crd-linter.js";
import { createEmitSource } from "./emit-source.js";
import type { Ignore } from "./ignores/ignore.js";
import { WarningFilter } from "./ignores/warning-filter.js";
import { lintSources, readStoredCrds } from "./lint-sources.js";
import { nowhere } from "./overrides/override-report.js";
import { readResources } from "./read-source.js";
import type { Counts } from "./run.js";
import { run } from "./run.js";
import type { GenerateOptions, Settings } from "./settings.js";
import { OptionError, resolveKubernetes, resolveMinimum, resolveSettings } from "./settings.js";
import type { BackendEntry } from "./third-party.js";

/*
 * crdgen as a library. Everything here is pure: no file system, no network.
 */

/** The sources to generate from, and the options. */
export interface GenerateInput extends GenerateOptions {
  /** The texts in YAML or JSON. Diagnostics name them by their `path`. */
  readonly sources: readonly SourceFile[];
  /**
   * OpenAPI v3 documents of a server, as `kubectl get --raw /openapi/v3/apis/apps/v1` prints them:
   * the kinds of `builtIn` come from these, with their descriptions. Default: those of the table
   * that ships with crdgen.
   */
  readonly documents?: readonly SourceFile[];
  /**
   * Third-party back ends, alone or each with its options: `[backend, options]`. They run after the
   * built-in ones. A back end runs after those that it needs.
   */
  readonly backends?: readonly BackendEntry[];
}

/** The output of one run, not written to disk, and the diagnostics of its sources. */
export interface GenerateResult {
  /** Sorted by path. Empty if a diagnostic is an error. */
  readonly files: readonly OutputFile[];
  /** In the order of the sources. */
  readonly diagnostics: readonly DiagnosticData[];
  readonly counts: Counts;
}

/**
 * Generates code from CRDs.
 *
 * @throws OptionError for an option that does not exist or has an invalid value. Faults of the
 *   sources are diagnostics
 */
export async function generate(input: GenerateInput): Promise<GenerateResult> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const settings = resolveSettings(input);
  const emitSource = await createEmitSource(settings, input.backends);
  const builtIns = await documentKinds(input.documents, settings);
  const request = { settings: [settings], locate: nowhere, builtIns };
  const { outputs } = await run(input.sources, emitSource, request, diagnostics);
  const [output] = outputs;
  if (output === undefined) throw new Error("invariant: a run has an output");
  const { files, counts } = output;
  return { files, diagnostics: inSourceOrder(diagnostics.list).map(toData), counts };
}

/**
 * The kinds of documents; undefined where there are none.
 *
 * @throws OptionError for a text that is no OpenAPI v3 document
 */
async function documentKinds(
  documents: readonly SourceFile[] | undefined,
  { kubernetes }: Settings,
): Promise<Kinds | undefined> {
  if (documents === undefined || documents.length === 0) return undefined;
  // Loaded only where somebody asks.
  const { readOpenApi } = await import("../../builtin/read-document.js");
  const { DocumentKinds } = await import("../../builtin/document-kinds.js");
  const { kindTable } = await import("../../runtime/v1/built-in/table/kind-table.js");
  const read = documents.map(({ path, text }, index) => {
    const found = readOpenApi(path, text);
    if (found.kind === "document") return found.document;
    const reason = found.kind === "unusable" ? found.reason : "this is no OpenAPI v3 document";
    throw new OptionError(`documents[${index}]`, `'${path}': ${reason}`);
  });
  return new DocumentKinds(read, kindTable(kubernetes));
}

/** The CRDs to check. `lint` skips everything else in the sources. */
export interface LintInput {
  readonly sources: readonly SourceFile[];
  /**
   * The stored CRDs. A CRD of `sources` with the same name is checked as an update of the stored
   * one. A stored CRD without a status counts as established.
   */
  readonly old?: readonly SourceFile[];
  /** Whose rules apply, `1.28` to `1.37` (default: the newest). */
  readonly kubernetesVersion?: string;
  /**
   * The oldest server that the CRDs have to work on, at most `kubernetesVersion`:
   * `portability/newer-server` tells what it does not take. Default: `kubernetesVersion`, and
   * without that the oldest version that the Kubernetes project maintains.
   */
  readonly minimumVersion?: string;
  /**
   * Warnings to leave out, by code, CRD and place; so do comments in the CRDs. Errors cannot be
   * ignored.
   */
  readonly ignore?: readonly Ignore[];
}

/**
 * Checks CRDs as the API server would, offline. The errors with a `cause` are exactly the causes in
 * the server's answer to the creation of each CRD. In its answer to an update, the server may
 * repeat a cause about metadata up to three times; `lint` reports it once.
 *
 * @throws OptionError for an option that does not exist or has an invalid value. Options that only
 * `generate` has are allowed and ignored. Faults of the sources are diagnostics
 */
export async function lint(input: LintInput): Promise<readonly DiagnosticData[]> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const { kubernetesVersion, minimumVersion, ignore = [] } = input;
  const minor = resolveKubernetes(kubernetesVersion);
  const minimum = resolveMinimum(minimumVersion, kubernetesVersion);
  const filter = new WarningFilter(ignore, { audits: true, unjudged: new Set() });
  const stored = await readStoredCrds(input.old ?? [], diagnostics);
  const adviseNewer = (version: string): string => `lint with \`minimumVersion: "${version}"\``;
  const linter = new CrdLinter({ minor, minimum, filter, stored, adviseNewer });
  await lintSources(input.sources, linter, diagnostics, () => undefined);
  return inSourceOrder(diagnostics.list).map(toData);
}

/** The result of `publishOpenApi`. */
export interface PublishedOpenApi {
  /**
   * The documents as JSON texts, by their paths: `/openapi/v2`, `/openapi/v3` (the index), and one
   * for each version of each group, such as `/openapi/v3/apis/stable.example.com/v1`.
   */
  readonly documents: ReadonlyMap<string, string>;
  /** The diagnostics of the sources, in the order of the sources. */
  readonly diagnostics: readonly DiagnosticData[];
}

/**
 * Returns the OpenAPI that an API server of the newest version publishes for CRDs. What a server
 * publishes of its own types, which it joins with that of CRDs in `/openapi/v2`, is not part of it.
 * Versions that are not served are left out.
 *
 * @throws OptionError for an option that does not exist or has an invalid value. Options that only
 * `generate` has are allowed and ignored. Faults of the sources are diagnostics
 */
export async function publishOpenApi(input: CompileInput): Promise<PublishedOpenApi> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const minor = resolveKubernetes(input.kubernetesVersion);
  const { sources, allowInvalid = false } = input;
  const resources = await readResources(sources, minor, allowInvalid, diagnostics);
  const { publishedTexts } = await import("../../crd/openapi/publish.js");
  const list = inSourceOrder(diagnostics.list);
  return { documents: publishedTexts(resources), diagnostics: list.map(toData) };
}

/** The CRDs to compile, and how. */
export interface CompileInput {
  readonly sources: readonly SourceFile[];
  /** Whose behaviour to copy, `1.28` to `1.37` (default: the newest). */
  readonly kubernetesVersion?: string;
  /** Compile what is possible, even from CRDs that the API server refuses. */
  readonly allowInvalid?: boolean;
}

/** The result of `compile`. */
export interface Compiled {
  /** In the order of the sources, without CRDs that the API server refuses. */
  readonly resources: readonly CompiledResource[];
  /** The diagnostics of the sources, in the order of the sources. */
  readonly diagnostics: readonly DiagnosticData[];
}

/**
 * Compiles CRDs to functions in memory. They are the functions that `generate` would write.
 *
 * @throws OptionError for an option that does not exist or has an invalid value. Options that only
 * `generate` has are allowed and ignored. Faults of the sources are diagnostics
 * @throws CodeGenerationForbiddenError if the environment does not allow functions made from
 * strings, for example because of a content security policy
 */
export async function compile(input: CompileInput): Promise<Compiled> {
  checkInput(input);
  const diagnostics = new Diagnostics();
  const minor = resolveKubernetes(input.kubernetesVersion);
  const { sources, allowInvalid = false } = input;
  const resources = await compileSources(sources, minor, allowInvalid, diagnostics);
  return { resources, diagnostics: inSourceOrder(diagnostics.list).map(toData) };
}
