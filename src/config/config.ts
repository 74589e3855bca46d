import type { GenerateOptions } from "../pipeline/settings.js";
import type { ThirdParty } from "../pipeline/third-party.js";

/**
 * A configuration, as `crdgen.config.*` holds it. Names are those of the command line in camel case; flags win. Written
 * out beside the schema that checks it, so that whoever uses crdgen as a library need not have zod's types compile.
 */
export interface Config extends GenerateOptions {
  /** Files, folders, patterns or URLs, relative to the working folder. */
  readonly inputs?: readonly string[];
  /** The folder to write to, relative to the working folder. */
  readonly out?: string;
  /** Lay every file out as the user's own prettier configuration says; default false. */
  readonly prettier?: boolean;
  /** Back ends of third parties; they run after the built-in ones, those that they need first. */
  readonly backends?: readonly ThirdParty[];
}
