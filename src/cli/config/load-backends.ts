import type { LocateOption } from "../../codegen/pipeline/overrides/override-report.js";
import type { BackendEntry, ThirdParty } from "../../codegen/pipeline/third-party.js";
import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { reasonOf } from "../../crd/diagnostics/wording.js";
import type { Path } from "../../crd/source/source-file.js";
import { pathText } from "../../runtime/v1/values/json/path-text.js";
import { CodeFault, faultOfCode, placeOf } from "./code-fault.js";
import type { ConfigBackend } from "./config.js";
import { importModule, NoDefaultExportError, resolveModule } from "./import-module.js";
import type { OnCode } from "./load.js";
import { isBackend } from "./schema.js";

/** Where the back ends of a list are named. */
export interface BackendList {
  readonly backends: readonly ConfigBackend[];
  /** Where the list stands: `["backends"]`. */
  readonly at: Path;
}

/**
 * Imports the back ends that are named by their modules; each name is relative to the file that
 * says it. A module's default export is a back end, which gets the options in `parseOptions`, or a
 * function that gets the options and gives a back end. Modules that cannot be used are diagnostics.
 */
export async function loadBackends(
  { backends, at: listAt }: BackendList,
  locate: LocateOption,
  diagnostics: Diagnostics,
  onCode: OnCode,
): Promise<readonly BackendEntry[]> {
  const loaded: BackendEntry[] = [];
  for (const [index, entry] of backends.entries()) {
    const at = [...listAt, index];
    const [module, options] = isPair(entry) ? entry : [entry, undefined];
    if (typeof module !== "string") {
      loaded.push([module, options]);
      continue;
    }
    const { place, path = "" } = locate(at);
    try {
      loaded.push(await loadBackend(module, options, path, onCode));
    } catch (error) {
      const values = { at: `${path}: ${pathText(at)}`, reason: reasonOf(error) };
      diagnostics.report("config/invalid", place, values, { path, related: placeOf(error) });
    }
  }
  return loaded;
}

function isPair(
  entry: ConfigBackend,
): entry is readonly [ThirdParty, unknown] | readonly [string, unknown] {
  return Array.isArray(entry);
}

async function loadBackend(
  module: string,
  options: unknown,
  from: string,
  onCode: OnCode,
): Promise<BackendEntry> {
  const found = await resolveModule(module, from);
  if ("reason" in found) throw new Error(found.reason);
  onCode(found.path);
  const exported = await importBackend(module, found.path);
  if (typeof exported !== "function")
    return [checked(exported, module, "the default export"), options];
  return checked(
    await made(exported, options, module, found.path),
    module,
    "what the default export returns",
  );
}

async function importBackend(module: string, path: string): Promise<unknown> {
  try {
    return await importModule(path);
  } catch (error) {
    if (error instanceof NoDefaultExportError) {
      throw new Error(
        `'${module}' has no default export; write \`export default\` before the back end`,
        { cause: error },
      );
    }
    throw renamed(error, `'${module}' cannot be loaded: ${reasonOf(error)}`);
  }
}

/** An error with other words, at the same place. */
function renamed(error: unknown, reason: string): Error {
  return error instanceof CodeFault
    ? new CodeFault(reason, error.span, error)
    : new Error(reason, { cause: error });
}

async function made(
  make: unknown,
  options: unknown,
  module: string,
  path: string,
): Promise<unknown> {
  try {
    return await (make as (given: unknown) => unknown)(options); // it is a function
  } catch (error) {
    const fault = await faultOfCode(error, path, undefined);
    throw renamed(fault, `'${module}' fails: ${reasonOf(error)}`);
  }
}

function checked(value: unknown, module: string, what: string): ThirdParty {
  if (isBackend(value)) return value;
  throw new Error(
    `'${module}': ${what} is no back end: it must have name, needs, parseOptions and generate (see crdgen/backend)`,
  );
}
