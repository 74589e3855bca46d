import type { LocateOption } from "../../codegen/pipeline/overrides/override-report.js";
import type { GenerateOptions, Settings } from "../../codegen/pipeline/settings.js";
import type { Output } from "../read-config.js";
import type { CommonOptions } from "../report/options.js";

/** The flags of the command line; a configuration fills in what they leave out. */
export interface GenerateFlags extends GenerateOptions, CommonOptions {
  readonly out?: string;
  readonly config?: string;
  /** Patterns of the files whose variants of a CRD count. */
  readonly prefer?: readonly string[];
  /** The context of the cluster that has the built-in kinds; true: the current one. */
  readonly cluster?: string | true;
  /** Write nothing; say whether the output is up to date. */
  readonly check?: boolean;
  /** Go on until a signal or a key ends it, and write what changed inputs touch. */
  readonly watch?: boolean;
  /** False keeps what stands on the terminal when a watch begins a run. */
  readonly clear?: boolean;
  /** Lay every file out as the user's own prettier configuration says. */
  readonly prettier?: boolean;
  /** Use and fill the cache; default true. */
  readonly cache?: boolean;
  /** The folder of the cache. */
  readonly cacheDir?: string;
  /**
   * How many threads to use beside the main one, at most; default: as many as there are CPUs for.
   */
  readonly workers?: number;
}

export interface GenerateCommand extends CommonOptions, CacheFlags {
  readonly inputs: readonly string[];
  readonly prefer: readonly string[];
  /** The context of the cluster that has the built-in kinds; `""`: the current one. */
  readonly cluster: string | undefined;
  readonly outputs: readonly Output[];
  readonly check: boolean;
  readonly watch: boolean;
  readonly allowInvalid: boolean;
  readonly skipInvalid: boolean;
  readonly workers: number | undefined;
  /** The folder of the configuration; without one, the working folder. */
  readonly home: string;
  /** The files of the configuration. */
  readonly configFiles: readonly string[];
  readonly locate: LocateOption;
}

/** Where the code of inputs is kept, if it is. */
interface CacheFlags {
  readonly cache?: boolean | undefined;
  readonly cacheDir?: string | undefined;
}

export function settingsOf({ outputs }: GenerateCommand): readonly Settings[] {
  return outputs.map(({ settings }) => settings);
}

export function hasBackends({ outputs }: GenerateCommand): boolean {
  return outputs.some(({ backends }) => backends.length > 0);
}
