import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Backend, EmitContext, Unit } from "../../src/codegen/backends/backend.js";
import type { NameTable } from "../../src/codegen/backends/names.js";
import { createNames } from "../../src/codegen/backends/names.js";
import type { Imported } from "../../src/codegen/emit/code.js";
import type { ModuleExports } from "../../src/codegen/emit/evaluate.js";
import { evaluateFiles } from "../../src/codegen/emit/evaluate.js";
import { fileReference, GeneratedFile } from "../../src/codegen/emit/generated-file.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { StoredRules } from "../../src/crd/rules/ruled-nodes.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";

const runtime = join(import.meta.dirname, "../../src/runtime/v1");

/**
 * The module of each symbol that the runtime exports, read from its sources: no build is needed.
 */
const moduleOfSymbol: ReadonlyMap<string, string> = readExports();

const modules = new Map<string, ModuleExports>();

/** Loads the runtime's modules, so that generated code can be linked at once. */
export async function loadRuntime(): Promise<void> {
  for (const module of new Set(moduleOfSymbol.values())) {
    const exports = (await import(join(runtime, `${module}.ts`))) as ModuleExports; // what a module is
    modules.set(module, exports);
  }
}

/** The same for a package that generated code imports. */
export async function loadPackage(specifier: string): Promise<void> {
  modules.set(specifier, (await import(specifier)) as ModuleExports); // what a module is
}

/** What back ends write for one version of a resource. */
export function emitUnit(
  resource: Resource,
  version: Version,
  backends: readonly Backend[],
  kubernetes: KubernetesMinor = 37,
): readonly GeneratedFile[] {
  const diagnostics = new Diagnostics();
  const names = createNames(resource, version, diagnostics);
  const parts = new Set(backends.map(({ name }) => name));
  const rules = new StoredRules(kubernetes);
  const unit: Unit = { resource, version, names, parts, rules, kubernetes };
  const files = new Map<string, GeneratedFile>();
  const context = createContext(names, files, diagnostics);
  for (const backend of backends) backend.generate(unit, undefined, context);
  return [...files.values()].filter((file) => !file.isEmpty);
}

/**
 * Runs generated files in memory; `loadRuntime` comes first. Gives the exports of all of them
 * together.
 */
export function evaluateUnit(files: readonly GeneratedFile[]): ModuleExports {
  const evaluated = evaluateFiles(files, ({ from }) => {
    const path = from.kind === "file" ? from.path.replace("runtime/v1/", "") : from.specifier;
    const exports = modules.get(path);
    if (exports === undefined) throw new Error(`no module '${path}'`);
    return exports;
  });
  return Object.assign({}, ...evaluated.values()) as ModuleExports; // names do not clash within a unit
}

function createContext(
  names: NameTable,
  files: Map<string, GeneratedFile>,
  diagnostics: Diagnostics,
): EmitContext {
  const imported = (name: string, path: string, typeOnly: boolean): Imported => ({
    name,
    local: name,
    from: fileReference(path),
    typeOnly,
  });
  const fromRuntime = (name: string, typeOnly: boolean): Imported => {
    const module = moduleOfSymbol.get(name);
    if (module === undefined) throw new Error(`the runtime has no '${name}'`);
    const local = names.types.some((type) => type.name === name) ? `${name}$1` : name;
    return { ...imported(name, `runtime/v1/${module}`, typeOnly), local };
  };
  const fromPackage = (specifier: string, name: string, typeOnly: boolean): Imported => ({
    ...imported(name, specifier, typeOnly),
    from: { kind: "package", specifier },
  });
  return {
    diagnostics,
    file(name) {
      let file = files.get(name);
      if (file === undefined) files.set(name, (file = new GeneratedFile(`unit/${name}`)));
      return file;
    },
    json: () => undefined,
    runtime: (name) => fromRuntime(name, false),
    runtimeType: (name) => fromRuntime(name, true),
    package: (specifier, name) => fromPackage(specifier, name, false),
    packageType: (specifier, name) => fromPackage(specifier, name, true),
    packageNamespace: (specifier, name) => ({
      ...fromPackage(specifier, "*", false),
      local: name,
    }),
    sibling: (file, name) => imported(name, `unit/${file}`, false),
    siblingType: (file, name) => imported(name, `unit/${file}`, true),
  };
}

function readExports(): ReadonlyMap<string, string> {
  const symbols = new Map<string, string>();
  const files = readdirSync(runtime, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(join(runtime, file), "utf8");
    const module = file.slice(0, -".ts".length).replaceAll("\\", "/");
    for (const [, name = ""] of text.matchAll(
      /^export (?:async )?(?:abstract )?(?:function|const|class|interface|type) (\w+)/gm,
    )) {
      symbols.set(name, module);
    }
  }
  return symbols;
}
