import { dirname, resolve, sep } from "node:path";
import type { ts } from "ts-morph";
import type { TypeScript } from "./compiler.js";

/** What is different from a program. */
export interface Replaced {
  /** New texts of files by their absolute paths, of files too that were not there. */
  readonly texts: ReadonlyMap<string, string>;
  /** The absolute paths of files that are not there any more; they stay on the disk. */
  readonly removed: ReadonlySet<string>;
}

/**
 * The program with other files. What is not replaced is not parsed again: a tree may be part of
 * several programs, as language services do it too.
 */
export function recompile(
  typeScript: TypeScript,
  program: ts.Program,
  replaced: Replaced,
): ts.Program {
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
