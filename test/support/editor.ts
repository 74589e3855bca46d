import ts from "typescript";
import type { OutputFile } from "../../src/index.js";

/** What an editor shows for a word in a file. */
export interface Hover {
  /** `(property) CronTabSpecInput.image: string` */
  readonly text: string;
  readonly documentation: string;
  /** `@default 1` */
  readonly tags: readonly string[];
}

/** TypeScript's language service over files in memory: what editors with TypeScript show. */
export class Editor {
  readonly #service: ts.LanguageService;

  constructor(files: readonly OutputFile[]) {
    const texts = new Map(files.map(({ path, text }) => [`/output/${path}`, text]));
    this.#service = ts.createLanguageService(hostOf(texts));
  }

  /** The hover at a place in a file, counted in UTF-16 units. */
  hover(path: string, offset: number): Hover {
    const info = this.#service.getQuickInfoAtPosition(`/output/${path}`, offset);
    const textOf = (parts: ts.SymbolDisplayPart[] | undefined): string =>
      ts.displayPartsToString(parts);
    return {
      text: textOf(info?.displayParts),
      documentation: textOf(info?.documentation),
      tags: (info?.tags ?? []).map(({ name, text }) => `@${name} ${textOf(text)}`),
    };
  }

  /** The errors of a file, as an editor shows them. */
  errors(path: string): readonly string[] {
    return this.#service
      .getSemanticDiagnostics(`/output/${path}`)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  }

  /**
   * The interfaces and aliases that a file declares, with the places of their names and of those of
   * their members.
   */
  types(path: string): readonly DeclaredType[] {
    const file = this.#service.getProgram()?.getSourceFile(`/output/${path}`);
    return [...(file?.statements ?? [])]
      .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      .map((node) => ({
        name: node.name.text,
        offset: node.name.getStart(),
        members: (ts.isInterfaceDeclaration(node) ? [...node.members] : [])
          .filter((member) => ts.isPropertySignature(member))
          .map(({ name }) => ({ name: name.getText(), offset: name.getStart() })),
      }));
  }
}

/** A type that a file declares. */
export interface DeclaredType {
  readonly name: string;
  readonly offset: number;
  readonly members: readonly { readonly name: string; readonly offset: number }[];
}

function hostOf(files: ReadonlyMap<string, string>): ts.LanguageServiceHost {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    types: [],
    noErrorTruncation: true,
  };
  const read = (path: string): string | undefined => files.get(path) ?? ts.sys.readFile(path);
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => "/output",
    getDefaultLibFileName: () => ts.getDefaultLibFilePath(options),
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    readFile: read,
  };
}
