import { reasonOf } from "../../crd/diagnostics/wording.js";
import type { Backend, EmitContext, Unit } from "../backends/backend.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { OptionError, partNames } from "./settings.js";

/** A back end of somebody else, whatever its options are. */
export type ThirdParty = Backend<unknown>;

/** A back end, or a back end and its options. */
export type BackendEntry = ThirdParty | readonly [ThirdParty, unknown];

const ownNames: ReadonlySet<string> = new Set(partNames);

/** The built-in back ends that those of third parties need. */
export function builtinNeeds(backends: readonly Backend[]): readonly string[] {
  return backends.flatMap(({ needs }) => needs.filter((name) => ownNames.has(name)));
}

/**
 * The back ends of third parties in the order of their needs, with their options, as the pipeline
 * runs them: what one of them does wrong is told as its fault.
 *
 * @throws OptionError for one that is not a `Backend`, whose name or needs are impossible, or that
 *   refuses its options
 */
export function resolveThirdParties(entries: readonly BackendEntry[]): readonly Backend[] {
  const raw = new Map<ThirdParty, unknown>();
  const byName = new Map<string, ThirdParty>();
  for (const [index, entry] of entries.entries()) {
    const [backend, options] = isWithOptions(entry) ? entry : [entry, undefined];
    checkShape(backend, index);
    const { name } = backend;
    if (ownNames.has(name)) throw fault(name, "is the name of a built-in back end");
    if (byName.has(name)) throw fault(name, "is listed twice");
    byName.set(name, backend);
    raw.set(backend, options);
  }
  return inOrderOfNeeds(byName).map((backend) => guard(backend, raw.get(backend)));
}

function isWithOptions(entry: BackendEntry): entry is readonly [ThirdParty, unknown] {
  return Array.isArray(entry);
}

function checkShape(backend: Partial<ThirdParty> | null | undefined, index: number): void {
  const at = `backends[${index}]`;
  if (typeof backend !== "object" || backend === null) {
    throw new OptionError(at, "must be a back end, see crdgen/backend");
  }
  const { name, needs } = backend;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]*$/.test(name)) {
    throw new OptionError(at, "name must be a word of lower-case letters, digits and dashes");
  }
  if (!Array.isArray(needs) || !needs.every((need) => typeof need === "string")) {
    throw fault(name, "needs must be a list of names");
  }
  for (const method of ["parseOptions", "generate"] as const) {
    if (typeof backend[method] !== "function") throw fault(name, `${method} must be a function`);
  }
}

function inOrderOfNeeds(byName: ReadonlyMap<string, ThirdParty>): readonly ThirdParty[] {
  const ordered = new Set<ThirdParty>();
  const visit = (backend: ThirdParty, trail: readonly string[]): void => {
    if (ordered.has(backend)) return;
    if (trail.includes(backend.name)) throw fault(backend.name, "needs itself");
    for (const need of backend.needs) {
      if (ownNames.has(need)) continue;
      const needed = byName.get(need);
      if (needed === undefined) {
        throw fault(backend.name, `needs '${need}', but there is no such back end`);
      }
      visit(needed, [...trail, backend.name]);
    }
    ordered.add(backend);
  };
  for (const backend of byName.values()) visit(backend, []);
  return [...ordered];
}

function guard(backend: ThirdParty, raw: unknown): Backend {
  const { name, needs } = backend;
  const options = parseOptions(backend, raw);
  // By the interface nothing comes back; where somebody wrote `async` all the same, a promise does.
  const generate: (...args: GenerateArguments) => unknown = backend.generate.bind(backend);
  return {
    name,
    needs,
    parseOptions: () => undefined,
    generate(unit, _options, context) {
      const result = attempt(name, unit, () => generateAndPrint(generate, unit, options, context));
      if (!(result instanceof Promise)) return;
      // What it does later is too late, and so is its failure.
      result.catch(() => undefined);
      throw fault(name, "generate must not be asynchronous");
    },
  };
}

type GenerateArguments = Parameters<ThirdParty["generate"]>;

/**
 * Prints the files that it wrote to, in all forms that they can have, while it is known who wrote
 * them: a declaration may lack anything.
 */
function generateAndPrint(
  generate: (...args: GenerateArguments) => unknown,
  unit: Unit,
  options: unknown,
  context: EmitContext,
): unknown {
  const opened = new Set<GeneratedFile>();
  const result = generate(unit, options, {
    ...context,
    file(name) {
      const file = context.file(name);
      opened.add(file);
      return file;
    },
  });
  for (const file of opened) {
    for (const target of file.targets) {
      file.print({ target, importExtension: ".js", banner: "" });
    }
  }
  return result;
}

function parseOptions(backend: ThirdParty, raw: unknown): unknown {
  const { name } = backend;
  const faults: string[] = [];
  try {
    const options = backend.parseOptions(raw, (message) => faults.push(message));
    if (faults.length === 0) return options;
  } catch (error) {
    throw fault(name, `parseOptions fails: ${reasonOf(error)}`, error);
  }
  throw fault(name, faults.join("; "));
}

function attempt<T>(name: string, { resource, version }: Unit, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const place = `${resource.names.kind} of ${resource.group}/${version.name}`;
    throw new OptionError("backends", `'${name}' fails on ${place}: ${reasonOf(error)}`, error);
  }
}

function fault(name: string, message: string, cause?: unknown): OptionError {
  return new OptionError("backends", `'${name}': ${message}`, cause);
}
