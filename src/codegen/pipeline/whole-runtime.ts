import type { OutputFile } from "../emit/generated-file.js";
import { loadRuntimeModules } from "./runtime-modules.js";
import { emitRuntime } from "./runtime-output.js";
import type { GenerateOptions } from "./settings.js";
import { resolveSettings, runtimeEntryNames } from "./settings.js";

/**
 * A copied runtime that has everything which generated code, of whatever CRDs, and the code of
 * people can ask of it.
 */
export async function emitWholeRuntime(options: GenerateOptions): Promise<readonly OutputFile[]> {
  const settings = resolveSettings({ ...options, runtimeEntries: runtimeEntryNames });
  const modules = await loadRuntimeModules();
  return emitRuntime(new Set(modules.contractNames), modules, settings);
}
