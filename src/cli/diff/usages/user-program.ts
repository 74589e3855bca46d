import { dirname, resolve, sep } from "node:path";
import type { Project, ts } from "ts-morph";
import type * as morph from "ts-morph";
import { isGenerated } from "../../../codegen/emit/jsdoc.js";
import { reasonOf } from "../../../crd/diagnostics/wording.js";
import { importOptional } from "../../config/import-module.js";
import { UsageError } from "../../usage-error.js";

/** The user's program, as the compiler sees it. */
export interface UserProgram {
  readonly typeScript: TypeScript;
  readonly program: ts.Program;
  /** The files that were named, without those that crdgen wrote. */
  readonly own: readonly ts.SourceFile[];
  /** The files that crdgen wrote, as far as these import them. */
  readonly generated: readonly FileOfCrdgen[];
  /** The same program with other texts for some files, and without some; by their paths. */
  with(texts: ReadonlyMap<string, string>, removed: ReadonlySet<string>): ts.Program;
}

/** A file that crdgen wrote. */
export interface FileOfCrdgen {
  readonly file: ts.SourceFile;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** The subject of the file; `undefined` for indexes of several, and for the runtime. */
  readonly unit: UnitName | undefined;
  /** It is the index of a version of a group, or of a whole output. */
  readonly isIndex: boolean;
}

/** A version of a CRD. */
interface UnitName {
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
export function loadProgram(tsMorph: TsMorph, paths: readonly string[]): UserProgram {
  const typeScript = tsMorph.ts;
  const roots = paths.map((path) => resolve(path));
  const project = createProject(tsMorph, roots[0] ?? resolve("."));
  project.addSourceFilesAtPaths(roots.map(literalPattern));
  const program = project.getProgram().compilerObject;
  const named = new Set(roots);
  const files = program.getSourceFiles();
  return {
    typeScript,
    program,
    own: files.filter(({ fileName, text }) => named.has(resolve(fileName)) && !isGenerated(text)),
    generated: files.filter(({ text }) => isGenerated(text)).map(fileOfCrdgen),
    with: (texts, removed) => recompile(typeScript, program, { texts, removed }),
  };
}

/** A path in which nothing is a pattern. */
function literalPattern(path: string): string {
  return path.replaceAll("\\", "/").replace(/[*?{}[\]()!+@]/g, String.raw`\$&`);
}

function createProject({ Project, ts: typeScript }: TsMorph, path: string): Project {
  const config = typeScript.findConfigFile(dirname(path), (file) =>
    typeScript.sys.fileExists(file),
  );
  const common = { skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true };
  if (config === undefined) {
    return new Project({ ...common, compilerOptions: defaults(typeScript) });
  }
  checkExtends(typeScript, config);
  try {
    return new Project({ ...common, tsConfigFilePath: config });
  } catch (error) {
    throw new UsageError(`'${config}': ${reasonOf(error)}`);
  }
}

/** File not found, file not readable, and a circle: TypeScript goes on without what is extended. */
const faultsOfExtends: ReadonlySet<number> = new Set([6053, 5083, 18000]);

/**
 * Without the options of a configuration that cannot be read, the answers would be those of another
 * program.
 *
 * @throws UsageError for a tsconfig.json that extends what is not there
 */
function checkExtends(typeScript: TypeScript, path: string): void {
  const { sys } = typeScript;
  const read = typeScript.readConfigFile(path, (file) => sys.readFile(file));
  // Which files the configuration names does not matter.
  const noFiles = { ...sys, useCaseSensitiveFileNames: true, readDirectory: () => [] };
  const { errors } = typeScript.parseJsonConfigFileContent(read.config, noFiles, dirname(path));
  const fault = errors.find(({ code }) => faultsOfExtends.has(code));
  if (fault === undefined) return;
  const reason = typeScript.flattenDiagnosticMessageText(fault.messageText, " ");
  throw new UsageError(`'${path}': ${reason}`);
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
    noEmit: true,
    types: [],
  };
}

/** By the second line of the banner. */
function fileOfCrdgen(file: ts.SourceFile): FileOfCrdgen {
  const { text, fileName } = file;
  const [, subject = ""] = text.split("\n", 2);
  return {
    file,
    path: resolve(fileName),
    text,
    unit: unitOf(text),
    isIndex: /^\/\/ (?:API version \S+|All API versions)$/.test(subject),
  };
}

/** Returns the subject of a file that crdgen wrote, by its banner. */
export function unitOf(text: string): UnitName | undefined {
  const [, subject = ""] = text.split("\n", 2);
  const [, resource, version] =
    /^\/\/ CustomResourceDefinition (\S+), version (\S+)$/.exec(subject) ?? [];
  return resource === undefined || version === undefined ? undefined : { resource, version };
}

/** The files that differ from those of a program. */
interface Replaced {
  /** New texts of files by their absolute paths, of files too that were not there. */
  readonly texts: ReadonlyMap<string, string>;
  /** The absolute paths of files that are not there any more; they stay on the disk. */
  readonly removed: ReadonlySet<string>;
}

/**
 * The program with other files. What is not replaced is not parsed again: a tree may be part of
 * several programs, as language services do it too.
 */
function recompile(typeScript: TypeScript, program: ts.Program, replaced: Replaced): ts.Program {
  const options = program.getCompilerOptions();
  return typeScript.createProgram({
    rootNames: program.getRootFileNames(),
    options,
    host: hostOf(typeScript, program, replaced),
  });
}

function hostOf(
  typeScript: TypeScript,
  program: ts.Program,
  { texts, removed }: Replaced,
): ts.CompilerHost {
  const base = typeScript.createCompilerHost(program.getCompilerOptions());
  const folders = new Set([...texts.keys()].flatMap(foldersAbove));
  const libraries = librariesOf(program);
  return {
    ...base,
    getSourceFile: (name, options, onError, isForced) => {
      const path = resolve(name);
      if (removed.has(path)) return undefined;
      const text = texts.get(path);
      if (text !== undefined) return typeScript.createSourceFile(name, text, options, true);
      return program.getSourceFile(name) ?? base.getSourceFile(name, options, onError, isForced);
    },
    fileExists: (name) => {
      const path = resolve(name);
      return !removed.has(path) && (texts.has(path) || base.fileExists(name));
    },
    readFile: (name) => texts.get(resolve(name)) ?? base.readFile(name),
    directoryExists: (name) => folders.has(resolve(name)) || base.directoryExists?.(name) !== false,
    ...(libraries !== undefined && {
      getDefaultLibLocation: () => libraries,
      getDefaultLibFileName: (options) =>
        `${libraries}/${typeScript.getDefaultLibFileName(options)}`,
    }),
  };
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path || folder === sep ? [] : [folder, ...foldersAbove(folder)];
}

/** Where the program has the compiler's own libraries, which may be in memory alone. */
function librariesOf(program: ts.Program): string | undefined {
  const library = program.getSourceFiles().find((file) => program.isSourceFileDefaultLibrary(file));
  return library && dirname(library.fileName);
}

/** ts-morph: TypeScript with its library of types, and files in memory. */
type TsMorph = Pick<typeof morph, "Project" | "ts">;

/** TypeScript, as ts-morph brings it along. */
export type TypeScript = TsMorph["ts"];

/**
 * The project's ts-morph, or the one beside crdgen.
 *
 * @throws UsageError where there is none
 */
export async function loadTsMorph(): Promise<TsMorph> {
  const found = await importOptional("ts-morph", `${resolve(".")}${sep}`);
  if (found === undefined || !("ts" in found) || !("Project" in found)) {
    throw new UsageError("--usages needs the package ts-morph: `npm install --save-dev ts-morph`");
  }
  return found as TsMorph; // so its own types say
}
