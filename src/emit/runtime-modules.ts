/** What the emitter knows of the modules of the runtime, `src/runtime/v1`. Paths are without extension (`client/watch`). */
export interface RuntimeModules {
  /** The module that exports a symbol, value or type; throws for a name that no module exports. */
  moduleOf(symbol: string): string;
  /** What a module imports, directly. */
  dependencies(module: string): readonly string[];
  /** The module's source. */
  text(module: string, form: "ts" | "js" | "d.ts"): Promise<string>;
}

interface RuntimeIndex {
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

/** One module's sources, as the build wrote them. */
interface RuntimeTexts {
  readonly ts: string;
  readonly js: string;
  readonly dts: string;
}

/** Reads the index that the build made of `src/runtime/v1`; sources are loaded one by one when they are asked for. */
export async function loadRuntimeModules(): Promise<RuntimeModules> {
  const { index } = (await load("index")) as { index: RuntimeIndex }; // written by the build
  return {
    moduleOf(symbol) {
      const module = Object.hasOwn(index.exports, symbol) ? index.exports[symbol] : undefined;
      if (module === undefined) throw new Error(`invariant: the runtime has no '${symbol}'`);
      return module;
    },
    dependencies: (module) => index.imports[module] ?? [],
    async text(module, form) {
      const texts = (await load(module)) as RuntimeTexts; // written by the build
      return form === "ts" ? texts.ts : form === "js" ? texts.js : texts.dts;
    },
  };
}

/** Resolved through the package's `imports`, so that sources and build find the same files. */
function load(module: string): Promise<unknown> {
  return import(`#runtime-files/${module}.js`);
}
