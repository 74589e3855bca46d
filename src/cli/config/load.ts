import { resolve } from "node:path";
import type { LocateOption } from "../../codegen/pipeline/overrides/override-report.js";
import type { Diagnostics, Place, RelatedSpan } from "../../crd/diagnostics/diagnostics.js";
import { reasonOf } from "../../crd/diagnostics/wording.js";
import type { Path } from "../../crd/source/source-file.js";
import { pathText } from "../../runtime/v1/values/json/path-text.js";
import { CodeFault, placeOf } from "./code-fault.js";
import { isCode } from "./find.js";
import { resolveModule } from "./import-module.js";
import { mergeConfigs } from "./merge.js";
import type { ConfigFile } from "./read-file.js";
import { readConfigFile } from "./read-file.js";
import type { ParsedConfig } from "./schema.js";
import { faultsTogether } from "./schema.js";

/** A configuration, with all that it extends. */
export interface LoadedConfig {
  readonly config: ParsedConfig;
  /** All files that it is made of, the one that was asked for last. */
  readonly files: readonly string[];
  /** Where an option stands: `["overrides", 0, "resources"]`. */
  readonly locate: LocateOption;
}

/** Is told of each file that is run, not read, before it is. */
export type OnCode = (path: string) => void;

/** Is told of errors of code, which have stacks that their diagnostics do not show. */
export type OnFault = (error: Error) => void;

/**
 * Reads the configuration at `path`, and those that it extends. Faults of their content are
 * diagnostics, with their place where the file is YAML or JSON. So are errors of code whose place
 * is known, what is set twice, and files that it extends and that cannot be read.
 *
 * @returns `undefined` where the configuration has faults
 * @throws Error if the file's name has another ending than a configuration's, or a module cannot be
 *   imported, throws, or exports no configuration
 */
export async function loadConfig(
  path: string,
  diagnostics: Diagnostics,
  onCode: OnCode = () => undefined,
  onFault: OnFault = () => undefined,
): Promise<LoadedConfig | undefined> {
  const reader = new ConfigReader(diagnostics, onCode, onFault);
  await reader.read(path, []);
  // What cannot be read may say anything.
  if (reader.misses) return undefined;
  const { config, locate } = mergeConfigs(reader.files);
  const faults = faultsTogether(config);
  for (const { at, reason } of faults) {
    const { place, path: file } = locate(at);
    const values = { at: `${file ?? path}: ${pathText(at)}`, reason };
    diagnostics.report("config/invalid", place, values, { path: file });
  }
  if (diagnostics.hasErrors) return undefined;
  return { config, files: reader.files.map((file) => file.path), locate };
}

/** Why a file that is extended cannot be used. */
interface BaseFault {
  readonly reason: string;
  readonly related?: readonly RelatedSpan[];
}

/** Reads a file and, before it counts, those that it extends. */
class ConfigReader {
  /** The files read so far. A file that is extended comes first. */
  readonly files: ConfigFile[] = [];
  /** True if a file could not be read at all. */
  misses = false;
  readonly #diagnostics: Diagnostics;
  readonly #onCode: OnCode;
  readonly #onFault: OnFault;
  readonly #read = new Set<string>();

  constructor(diagnostics: Diagnostics, onCode: OnCode, onFault: OnFault) {
    this.#diagnostics = diagnostics;
    this.#onCode = onCode;
    this.#onFault = onFault;
  }

  /**
   * Tells what is wrong.
   *
   * @param trail the files that led here
   */
  async read(path: string, trail: readonly string[]): Promise<void> {
    if (isCode(path)) this.#onCode(path);
    const file = await this.#readFile(path, trail);
    this.#read.add(resolve(path));
    if (file === undefined) {
      this.misses = true;
      return;
    }
    const { extends: bases = [] } = file.config;
    for (const [at, name] of typeof bases === "string"
      ? [[["extends"], bases] as const]
      : bases.map((base, index) => [["extends", index], base] as const)) {
      const fault = await this.#readBase(name, [...trail, path]);
      if (fault === undefined) continue;
      this.misses = true;
      this.#report(file, at, fault);
    }
    this.files.push(file);
  }

  /** What the code of the first file does wrong is told where it does; of others by who asks. */
  async #readFile(path: string, trail: readonly string[]): Promise<ConfigFile | undefined> {
    try {
      return await readConfigFile(path, this.#diagnostics);
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error;
      this.#onFault(error);
      if (trail.length > 0) throw error;
      this.#diagnostics.report("config/invalid", error.span, { at: path, reason: error.message });
      return undefined;
    }
  }

  /** Gives the fault where it fails. What several files extend counts once. */
  async #readBase(name: string, trail: readonly string[]): Promise<BaseFault | undefined> {
    const from = trail.at(-1) ?? "";
    const found = await resolveModule(name, from);
    if ("reason" in found) return found;
    const { path } = found;
    const start = trail.findIndex((one) => resolve(one) === resolve(path));
    if (start !== -1) {
      return { reason: `extends itself: ${[...trail.slice(start), path].join(" → ")}` };
    }
    if (this.#read.has(resolve(path))) return undefined;
    try {
      await this.read(path, trail);
      return undefined;
    } catch (error) {
      return { reason: `'${path}': ${reasonOf(error)}`, related: placeOf(error) };
    }
  }

  #report({ path, document }: ConfigFile, at: Path, { reason, related = [] }: BaseFault): void {
    const place: Place | undefined = document && { document, path: at, part: "value" };
    const values = { at: `${path}: ${pathText(at)}`, reason };
    this.#diagnostics.report("config/invalid", place, values, { path, related });
  }
}
