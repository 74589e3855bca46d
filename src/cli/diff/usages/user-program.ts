import { dirname, resolve } from "node:path";
import type { Project, ts } from "ts-morph";
import { isGenerated } from "../../../codegen/emit/banner.js";
import { reasonOf } from "../../../crd/diagnostics/reason.js";
import { UsageError } from "../../usage-error.js";
import type { TsMorph, TypeScript } from "./compiler.js";
import { recompile } from "./recompile.js";

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
  /** What it is about; `undefined` for indexes of several, and for the runtime. */
  readonly unit: UnitName | undefined;
  /** It is the index of a version of a group, or of a whole output. */
  readonly isIndex: boolean;
}

/** A version of a CRD. */
export interface UnitName {
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

/** What a file that crdgen wrote is about, by its banner. */
export function unitOf(text: string): UnitName | undefined {
  const [, subject = ""] = text.split("\n", 2);
  const [, resource, version] =
    /^\/\/ CustomResourceDefinition (\S+), version (\S+)$/.exec(subject) ?? [];
  return resource === undefined || version === undefined ? undefined : { resource, version };
}
