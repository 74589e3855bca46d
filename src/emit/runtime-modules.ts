import { runtimeFiles } from "./runtime-files.js";

/** What the emitter knows of the modules of the runtime, `src/runtime/v1`. Paths are without extension (`client/watch`). */
export interface RuntimeModules {
  /** The module that exports a symbol, value or type; throws for a name that no module exports. */
  moduleOf(symbol: string): string;
  /** What a module imports, directly. */
  dependencies(module: string): readonly string[];
  /** What people may import from the runtime's index, by modules. */
  readonly publicNames: readonly PublicNames[];
  /** The module's source. */
  text(module: string, form: "ts" | "js" | "d.ts"): Promise<string>;
}

/** What the index exports of one module: values, or types. */
export interface PublicNames {
  readonly module: string;
  readonly typeOnly: boolean;
  readonly names: readonly string[];
}

interface RuntimeIndex {
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** In which file of texts a module stands. */
  readonly groups: Readonly<Record<string, string>>;
  readonly publicNames: readonly PublicNames[];
}

type Texts = Readonly<Record<string, string>>;

/** Reads the index that the build made of `src/runtime/v1`; sources are loaded when the first is asked for. */
export async function loadRuntimeModules(): Promise<RuntimeModules> {
  const index = (await load("index")) as RuntimeIndex; // written by the build
  return {
    moduleOf(symbol) {
      const module = Object.hasOwn(index.exports, symbol) ? index.exports[symbol] : undefined;
      if (module === undefined) throw new Error(`invariant: the runtime has no '${symbol}'`);
      return module;
    },
    dependencies: (module) => index.imports[module] ?? [],
    publicNames: index.publicNames,
    async text(module, form) {
      const group = index.groups[module];
      if (group === undefined) throw new Error(`invariant: the runtime has no module '${module}'`);
      const text = ((await load(`${group}.${form}`)) as Texts)[module] ?? ""; // written by the build
      return text;
    },
  };
}

async function load(name: string): Promise<unknown> {
  const file = runtimeFiles[name];
  if (file === undefined)
    throw new Error(`invariant: the build has no file '${name}' of the runtime`);
  return (await file()).data;
}
