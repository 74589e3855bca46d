import type { Ignore } from "../../codegen/pipeline/ignores/ignore.js";
import type { GenerateOptions, Override } from "../../codegen/pipeline/settings.js";
import type { BackendEntry } from "../../codegen/pipeline/third-party.js";
import type { FailingEffect } from "../../tools/diff/change.js";

/** Lasting settings of `crdgen lint`. */
export interface LintConfig {
  /**
   * Warnings to leave out, by code, CRD and place; `generate` leaves them out too. Errors cannot be
   * ignored.
   */
  readonly ignore?: readonly Ignore[] | undefined;
  /** How many warnings may be left; more make the command fail. Default: any number. */
  readonly maxWarnings?: number | undefined;
  /**
   * The oldest server that the CRDs have to work on, at most `kubernetesVersion`:
   * `portability/newer-server` tells what it does not take. Default: `kubernetesVersion`, and
   * without that the oldest version that the Kubernetes project maintains.
   */
  readonly minimumVersion?: string | undefined;
}

/** A field that was renamed, which crdgen does not guess. */
interface DiffRename {
  /** A pattern of names of CRDs, such as `crontabs.stable.example.com`. Default: all. */
  readonly crd?: string | undefined;
  /** The old path, as `crdgen diff` prints it: `spec.env[*].name`. */
  readonly from: string;
  /** The new path: another field of the same object. */
  readonly to: string;
}

/** Lasting settings of `crdgen diff`. */
export interface DiffConfig {
  /**
   * Changes fail that have this effect, or a graver one. Default: `unknown`, all that break
   * somebody, or may.
   */
  readonly failOn?: FailingEffect | undefined;
  /** Codes of changes, and effects, that do not fail; those of `--ignore` are added. */
  readonly ignore?: readonly string[] | undefined;
  /** What `ignore` was called before. */
  readonly allow?: readonly string[] | undefined;
  readonly renames?: readonly DiffRename[] | undefined;
}

/**
 * A back end of a third party: itself, or the module that has it as its default export (a path that
 * begins with `./`, relative to the file that says it, or a package); alone, or with its options:
 * `["./describe.js", { verb: "tell" }]`.
 */
export type ConfigBackend = BackendEntry | string | readonly [string, unknown];

/** The options that each output may set for itself; what it leaves out is as for all outputs. */
interface OutputOptions extends Pick<
  GenerateOptions,
  | "parts"
  | "emit"
  | "runtime"
  | "runtimeEntries"
  | "importExtension"
  | "only"
  | "builtIn"
  | "versions"
  | "versionInBanner"
> {
  /** Lay every file out as the user's own prettier configuration says; default false. */
  readonly prettier?: boolean;
  /** Settings that differ for some resources. Those of an output come behind those of all. */
  readonly overrides?: readonly Override[];
  /** Back ends of third parties; they run after the built-in ones, those that they need first. */
  readonly backends?: readonly ConfigBackend[];
}

/** One of several outputs. */
interface OutputConfig extends OutputOptions {
  /**
   * The folder to write to, relative to the working folder. It is not that of another output, nor
   * within it.
   */
  readonly out: string;
}

/**
 * A configuration, as `crdgen.config.*` holds it. Names are those of the command line in camel
 * case; flags win. Written out beside the schema that checks it, so that whoever uses crdgen as a
 * library need not have zod's types compile.
 */
export interface Config extends OutputOptions, Omit<GenerateOptions, keyof OutputOptions> {
  /**
   * Configurations to begin with: files, relative to this one, or packages. Later ones win, and
   * what stands here wins over all of them.
   */
  readonly extends?: string | readonly string[];
  /** Files, folders, patterns or URLs, relative to the working folder. */
  readonly inputs?: readonly string[];
  /**
   * Which file counts where several hold variants of one CRD: patterns of paths, of which the first
   * that matches wins.
   */
  readonly prefer?: readonly string[];
  /** The folder to write to, relative to the working folder. */
  readonly out?: string;
  /** Several outputs of the same inputs, in place of `out`. */
  readonly outputs?: readonly OutputConfig[];
  /**
   * Keep the code of each input for later runs; default true. Not used together with `backends`.
   */
  readonly cache?: boolean;
  /**
   * The folder of the cache, relative to the working folder; default `.cache/crdgen` in the nearest
   * `node_modules`.
   */
  readonly cacheDir?: string;
  /** Settings of `lint`. */
  readonly lint?: LintConfig | undefined;
  /** Settings of `diff`. */
  readonly diff?: DiffConfig | undefined;
}

/** The identity, for the types: `export default defineConfig({ … })` in `crdgen.config.ts`. */
export function defineConfig(config: Config): Config {
  return config;
}

/** An object whose fields are there or not, and never `undefined`. */
type WithoutUndefined<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

/** Leaves out the fields that are `undefined`, which is as good as absent. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  const defined = fields.filter(([, field]) => field !== undefined);
  return Object.fromEntries(defined) as WithoutUndefined<T>; // the same fields, but for those
}
