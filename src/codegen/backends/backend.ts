import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { Resource, Version } from "../../crd/ir/resource.js";
import type { StoredRules } from "../../crd/rules/ruled-nodes.js";
import type {
  LibraryType,
  LibraryValue,
  RuntimeType,
  RuntimeValue,
} from "../../runtime/contract.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Imported } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import type { NameTable } from "./names.js";

/** Writes one part of the output (`types`, `validate`, …) for one version of one resource. */
export interface Backend<Options = undefined> {
  /**
   * The name of the back end in the configuration and on the command line, and of the file that it
   * writes.
   */
  readonly name: string;
  /** Other back ends whose files this one imports. They always run, and they run first. */
  readonly needs: readonly string[];
  /** It evaluates what other back ends wrote, so that their code has to stay a tree. */
  readonly evaluates?: boolean;
  /**
   * Returns the options for `generate`.
   *
   * @param raw what stands beside the back end in the list `backends`, not checked yet: `{ verb:
   *   "tell" }` of `["./describe.js", { verb: "tell" }]`; `undefined` where the back end stands
   *   alone
   * @param fault reports an invalid option; it may be called several times
   */
  parseOptions(raw: unknown, fault: (message: string) => void): Options;
  /** Writes the files of one version of one resource. It must be done when it returns. */
  generate(unit: Unit, options: Options, context: EmitContext): void;
}

/** One version of one resource, for which a back end writes code. */
export interface Unit {
  readonly resource: Resource;
  readonly version: Version;
  readonly names: NameTable;
  /** The names of the back ends that write the unit, this one among them. */
  readonly parts: ReadonlySet<string>;
  /**
   * Compiles the rules of the unit's schemas; shared by all units of a run, `undefined` in runs
   * without functions.
   */
  readonly rules: StoredRules | undefined;
  /** The API server whose behaviour the generated functions have. */
  readonly kubernetes: KubernetesMinor;
}

/** Returns the `apiVersion` of the objects of a unit. */
export function apiVersionOf({ resource, version }: Pick<Unit, "resource" | "version">): string {
  return `${resource.group}/${version.name}`;
}

/** The services that a back end may use: open files of its unit, and import into them. */
export interface EmitContext {
  readonly diagnostics: Diagnostics;
  /**
   * The file `<group>/<version>/<plural>/<name>` of the output, created on first use. It throws for
   * a name that is not a word of lower-case letters, digits and dashes, and for `index`.
   */
  file(name: string): GeneratedFile;
  /**
   * Adds to a JSON file: `<group>/<version>/<plural>.<name>.json`, or `<name>.json` in the folder
   * of the version or of the output. What is added to a file of a version or of the output, also by
   * other resources, is joined: members of objects are put together, and elements of lists that
   * differ, scalars once. A file's first member is crdgen's mark.
   */
  json(file: JsonName, content: JsonObject): void;
  /**
   * A value of the runtime: one of its contract, or one that a row of the compiler's tables names,
   * such as a function of CEL. It throws for a name that is neither.
   */
  runtime(name: RuntimeValue | LibraryValue): Imported;
  /** A type of the runtime. */
  runtimeType(name: RuntimeType | LibraryType): Imported;
  /**
   * A value of a package that users install beside the output. The parts that crdgen writes unless
   * asked otherwise depend on nothing, so this is for parts that people ask for.
   */
  package(specifier: string, name: string): Imported;
  packageType(specifier: string, name: string): Imported;
  /**
   * All that such a package exports, under one name: `import * as z from "zod"`. Bundlers leave out
   * what is not used of it.
   */
  packageNamespace(specifier: string, name: string): Imported;
  /** A value that another back end exports from `file` of this unit. */
  sibling(file: string, name: string): Imported;
  siblingType(file: string, name: string): Imported;
}

/** Which JSON file is meant. */
export interface JsonName {
  /** A word of lower-case letters, digits and dashes, or several with dots between them. */
  readonly name: string;
  /** The subject of the file. */
  readonly of: "resource" | "version" | "output";
  /** The member that bears crdgen's mark, such as `$comment`. */
  readonly mark: string;
}

/** Returns the back end as it is. Use it to declare a back end with the right types. */
export function defineBackend<Options>(backend: Backend<Options>): Backend<Options> {
  return backend;
}
