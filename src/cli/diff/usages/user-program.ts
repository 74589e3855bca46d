import { dirname, resolve } from "node:path";
import type { ts } from "ts-morph";
import { generatedMark } from "../../../emit/banner.js";
import { UsageError } from "../../usage-error.js";
import type { TypeScript } from "./compiler.js";

/** The user's program, as the compiler sees it. */
export interface UserProgram {
  readonly typeScript: TypeScript;
  readonly program: ts.Program;
  /** The files that were named, without those that crdgen wrote. */
  readonly own: readonly ts.SourceFile[];
  /** Files that crdgen wrote with the types of a version of a CRD. */
  readonly generated: readonly GeneratedTypes[];
  /** The same program with other texts for some files, by their paths. */
  with(texts: ReadonlyMap<string, string>): ts.Program;
}

/** A file of types that crdgen wrote. */
export interface GeneratedTypes {
  readonly file: ts.SourceFile;
  /** The name of the CRD. */
  readonly resource: string;
  readonly version: string;
}

/**
 * Loads the program of some files with the compiler options of the nearest tsconfig.json. Files
 * with errors are part of it: the compiler knows what it can know.
 *
 * @throws UsageError for a tsconfig.json that cannot be read
 */
export function loadProgram(typeScript: TypeScript, paths: readonly string[]): UserProgram {
  const roots = paths.map((path) => resolve(path));
  const options = { ...optionsNear(typeScript, roots[0] ?? resolve(".")), noEmit: true };
  const create = (texts: ReadonlyMap<string, string>, before?: ts.Program): ts.Program => {
    const host = hostWith(typeScript, options, texts);
    return typeScript.createProgram({
      rootNames: [...roots],
      options,
      host,
      ...(before === undefined ? {} : { oldProgram: before }),
    });
  };
  const program = create(new Map());
  const named = new Set(roots);
  const files = program.getSourceFiles();
  return {
    typeScript,
    program,
    own: files.filter(({ fileName, text }) => named.has(resolve(fileName)) && !isGenerated(text)),
    generated: files.flatMap((file) => generatedTypes(file) ?? []),
    with: (texts) => create(texts, program),
  };
}

function optionsNear(typeScript: TypeScript, path: string): ts.CompilerOptions {
  const config = typeScript.findConfigFile(dirname(path), (file) =>
    typeScript.sys.fileExists(file),
  );
  if (config === undefined) return defaults(typeScript);
  const { config: raw, error } = typeScript.readConfigFile(config, (file) =>
    typeScript.sys.readFile(file),
  ) as { readonly config?: unknown; readonly error?: ts.Diagnostic }; // its type says any
  if (error !== undefined) {
    const reason = typeScript.flattenDiagnosticMessageText(error.messageText, " ");
    throw new UsageError(`'${config}': ${reason}`);
  }
  return typeScript.parseJsonConfigFileContent(raw, typeScript.sys, dirname(config)).options;
}

function defaults({
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
}: TypeScript): ts.CompilerOptions {
  return {
    strict: true,
    skipLibCheck: true,
    target: ScriptTarget.ES2022,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  };
}

function hostWith(
  typeScript: TypeScript,
  options: ts.CompilerOptions,
  texts: ReadonlyMap<string, string>,
): ts.CompilerHost {
  const host = typeScript.createCompilerHost(options, true);
  return {
    ...host,
    fileExists: (path) => texts.has(resolve(path)) || host.fileExists(path),
    readFile: (path) => texts.get(resolve(path)) ?? host.readFile(path),
    getSourceFile(path, version, ...rest) {
      const text = texts.get(resolve(path));
      return text === undefined
        ? host.getSourceFile(path, version, ...rest)
        : typeScript.createSourceFile(path, text, version, true);
    },
  };
}

function isGenerated(text: string): boolean {
  return text.startsWith(generatedMark);
}

/** By the second line of the banner; undefined for files with something else than types. */
function generatedTypes(file: ts.SourceFile): GeneratedTypes | undefined {
  const { text, fileName } = file;
  if (!isGenerated(text) || !/[/\\]types(?:\.d)?\.ts$/.test(fileName)) return undefined;
  const subject = /^\/\/ CustomResourceDefinition (\S+), version (\S+)$/m.exec(
    text.slice(0, 2_000),
  );
  const [, resource, version] = subject ?? [];
  return resource === undefined || version === undefined ? undefined : { file, resource, version };
}
