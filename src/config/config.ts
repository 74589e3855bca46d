import type { Ignore } from "../pipeline/ignores/ignore.js";
import type { GenerateOptions } from "../pipeline/settings.js";
import type { ThirdParty } from "../pipeline/third-party.js";

/** What `crdgen lint` is told once and for all. */
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

/**
 * A configuration, as `crdgen.config.*` holds it. Names are those of the command line in camel
 * case; flags win. Written out beside the schema that checks it, so that whoever uses crdgen as a
 * library need not have zod's types compile.
 */
export interface Config extends GenerateOptions {
  /** Files, folders, patterns or URLs, relative to the working folder. */
  readonly inputs?: readonly string[];
  /** The folder to write to, relative to the working folder. */
  readonly out?: string;
  /** Lay every file out as the user's own prettier configuration says; default false. */
  readonly prettier?: boolean;
  /**
   * Keep the code of each input for later runs; default true. Not used together with `backends`.
   */
  readonly cache?: boolean;
  /**
   * The folder of the cache, relative to the working folder; default `.cache/crdgen` in the nearest
   * `node_modules`.
   */
  readonly cacheDir?: string;
  /** Back ends of third parties; they run after the built-in ones, those that they need first. */
  readonly backends?: readonly ThirdParty[];
  /** What concerns `lint`. */
  readonly lint?: LintConfig | undefined;
}
