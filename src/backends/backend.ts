import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Imported } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import type { Resource, Version } from "../ir/resource.js";
import type { StoredRules } from "../rules/stored-rules.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import type { NameTable } from "./names.js";

/** Writes one part of the output (`types`, `validate`, …) for one version of one resource. */
export interface Backend<Options = undefined> {
  /** Name in the configuration and on the command line, and of the file that it writes. */
  readonly name: string;
  /** Other back ends whose files this one imports: they are run too, and before. */
  readonly needs: readonly string[];
  /**
   * Gives the options that `generate` gets. `raw` is always undefined: what users choose are arguments of the function that
   * makes the back end. `fault` takes what is wrong with them.
   */
  parseOptions(raw: unknown, fault: (message: string) => void): Options;
  /** Write the files of one version of one resource, before it returns. */
  generate(unit: Unit, options: Options, context: EmitContext): void;
}

/** One version of one resource: what a back end is asked to write code for. */
export interface Unit {
  readonly resource: Resource;
  readonly version: Version;
  readonly names: NameTable;
  /** Compiles the rules of the unit's schemas; shared by all units of a run, `undefined` in runs without functions. */
  readonly rules: StoredRules | undefined;
  /** Whose behaviour the generated functions have. */
  readonly kubernetes: KubernetesMinor;
}

/** What a back end may do: open files of its unit, and import into them. */
export interface EmitContext {
  readonly diagnostics: Diagnostics;
  /**
   * The file `<group>/<version>/<plural>/<name>` of the output, made on first use. A name is a word of lower-case letters,
   * digits and dashes, and not `index`; others throw.
   */
  file(name: string): GeneratedFile;
  /** A value of the runtime, `src/runtime/v1`. */
  runtime(name: string): Imported;
  /** A type of the runtime. */
  runtimeType(name: string): Imported;
  /** What another back end exports from `file` of this unit. */
  sibling(file: string, name: string): Imported;
  siblingType(file: string, name: string): Imported;
}

/** The identity, for the types: third parties declare their back ends with it. */
export function defineBackend<Options>(backend: Backend<Options>): Backend<Options> {
  return backend;
}
