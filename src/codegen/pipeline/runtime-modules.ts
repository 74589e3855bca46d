import { runtimeFiles } from "#runtime-files";

/**
 * The facts about the runtime, `src/runtime/v1`, that the emitter needs: declarations, and the
 * files in which they stand when they are copied. The build makes this of the sources
 * (`scripts/embed-runtime.js`).
 */
export interface RuntimeModules {
  /**
   * The file of a symbol, value or type, such as `values`; throws for a name that no module
   * exports.
   */
  moduleOf(symbol: string): string;
  /**
   * The same of a symbol that generated code may import (`runtime/contract`); throws for all
   * others.
   */
  moduleOfContract(symbol: string): string;
  /** All symbols that generated code may import. */
  readonly contractNames: readonly string[];
  /**
   * The files of a copied runtime, lowest first: values of a file are used by itself and those
   * behind it alone.
   */
  readonly files: readonly RuntimeFile[];
  /** The names that users may import from `index`, by modules of the source. */
  readonly publicNames: readonly PublicNames[];
  /**
   * The names that users may import from the entries beside the index, such as `node`, by entry.
   */
  readonly entries: ReadonlyMap<string, readonly PublicNames[]>;
  /**
   * The declarations of a file, in the order in which they are printed; the same objects at each
   * call.
   */
  declarations(file: string, form: RuntimeForm): Promise<readonly RuntimeDeclaration[]>;
}

/** TypeScript, JavaScript, or the declarations of the latter. */
export type RuntimeForm = "ts" | "js" | "d.ts";

/** A file of a copied runtime. */
export interface RuntimeFile {
  readonly name: string;
  /** The subjects of the sections. */
  readonly sections: readonly string[];
}

/** A declaration. All its overloads are one. */
export interface RuntimeDeclaration {
  /** No other declaration of the runtime has one of these names. */
  readonly names: readonly string[];
  /** The module of the source that it stands in, such as `client/watch-event`. */
  readonly module: string;
  /** An index of the file's sections. */
  readonly section: number;
  /** The comment before it, for who uses it; `""` if it has none. */
  readonly comment: string;
  /** Without that comment and `export`. */
  readonly text: string;
  /** With `export`, if that makes another difference than the word. */
  readonly exported?: string;
  /** The names of the declarations whose values it uses. Those of other files are exported ones. */
  readonly values: readonly string[];
  /** The names of those that only its types mention. */
  readonly types: readonly string[];
}

/** The names that an entry exports of one module: values, or types. */
export interface PublicNames {
  readonly module: string;
  readonly typeOnly: boolean;
  readonly names: readonly string[];
}

/** The declarations of a module as the build writes them: lists that are empty are left out. */
interface ModuleTexts extends Pick<RuntimeDeclaration, "module" | "section"> {
  readonly declarations: readonly (Pick<RuntimeDeclaration, "names" | "text" | "exported"> &
    Partial<Pick<RuntimeDeclaration, "values" | "types">> & {
      /** The comment: an index of those of the file. */
      readonly comment?: number;
    })[];
}

interface Contents {
  /** The files of the names that generated code may import. */
  readonly contract: Readonly<Record<string, string>>;
  /** Those of the names that only modules of the runtime import. */
  readonly others: Readonly<Record<string, string>>;
  readonly files: readonly RuntimeFile[];
  readonly publicNames: readonly PublicNames[];
  readonly entries: Readonly<Record<string, readonly PublicNames[]>>;
}

/** Reads what there is; texts are loaded when the first of a file is asked for. */
export async function loadRuntimeModules(): Promise<RuntimeModules> {
  const contents = (await load("contents")) as Contents; // written by the build
  const { files, publicNames, entries } = contents;
  const texts = new Map<string, Promise<readonly RuntimeDeclaration[]>>();
  return {
    moduleOf(symbol) {
      const file = own(contents.contract, symbol) ?? own(contents.others, symbol);
      if (file === undefined) throw new Error(`invariant: the runtime has no '${symbol}'`);
      return file;
    },
    moduleOfContract(symbol) {
      const file = own(contents.contract, symbol);
      if (file === undefined) throw new Error(`the runtime's contract has no '${symbol}'`);
      return file;
    },
    contractNames: Object.keys(contents.contract),
    files,
    publicNames,
    entries: new Map(Object.entries(entries)),
    declarations(file, form) {
      const name = `${file}.${form}`;
      let loaded = texts.get(name);
      if (loaded === undefined) texts.set(name, (loaded = loadDeclarations(file, name)));
      return loaded;
    },
  };
}

function own(files: Readonly<Record<string, string>>, symbol: string): string | undefined {
  return Object.hasOwn(files, symbol) ? files[symbol] : undefined;
}

async function loadDeclarations(
  file: string,
  name: string,
): Promise<readonly RuntimeDeclaration[]> {
  const modules = (await load(name)) as readonly ModuleTexts[]; // written by the build
  const comments = (await load(`${file}.comments`)) as readonly string[]; // the same
  return modules.flatMap(({ module, section, declarations }) =>
    declarations.map(({ comment, ...one }) => {
      const before = comment === undefined ? "" : (comments[comment] ?? "");
      return { values: [], types: [], ...one, comment: before, module, section };
    }),
  );
}

async function load(name: string): Promise<unknown> {
  const file = runtimeFiles[name];
  if (file === undefined)
    throw new Error(`invariant: the build has no file '${name}' of the runtime`);
  return (await file()).data;
}
