import { dirname, resolve } from "node:path";
import type { Project, ts } from "ts-morph";
import { reasonOf } from "../../../diagnostics/reason.js";
import { generatedMark } from "../../../emit/banner.js";
import { UsageError } from "../../usage-error.js";
import type { TsMorph, TypeScript } from "./compiler.js";

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
export function loadProgram(tsMorph: TsMorph, paths: readonly string[]): UserProgram {
  const typeScript = tsMorph.ts;
  const roots = paths.map((path) => resolve(path));
  const create = (texts: ReadonlyMap<string, string>): ts.Program => {
    const project = createProject(tsMorph, roots[0] ?? resolve("."));
    project.addSourceFilesAtPaths(roots.map(literalPattern));
    for (const [path, text] of texts) project.createSourceFile(path, text, { overwrite: true });
    return project.getProgram().compilerObject;
  };
  const program = create(new Map());
  const named = new Set(roots);
  const files = program.getSourceFiles();
  return {
    typeScript,
    program,
    own: files.filter(({ fileName, text }) => named.has(resolve(fileName)) && !isGenerated(text)),
    generated: files.flatMap((file) => generatedTypes(file) ?? []),
    with: create,
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
  try {
    return new Project({ ...common, tsConfigFilePath: config });
  } catch (error) {
    throw new UsageError(`'${config}': ${reasonOf(error)}`);
  }
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
