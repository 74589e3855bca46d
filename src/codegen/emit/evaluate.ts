import type { GeneratedFile, Script } from "./generated-file.js";
import type { Imported } from "./imports.js";

/** The exports of a module, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** Gives the exports of a module that was not generated in this run: of the runtime. */
export type LoadModule = (imported: Imported) => ModuleExports;

/**
 * Thrown where the host forbids making functions from text (a content security policy,
 * `--disallow-code-generation-from-strings`).
 */
export class CodeGenerationForbiddenError extends Error {
  override readonly name: string = "CodeGenerationForbiddenError";
  constructor(cause: unknown) {
    super(
      "this environment does not allow functions made from strings, which compiling in memory needs; generate files instead",
      { cause },
    );
  }
}

/**
 * Runs generated files in memory: the same text that is printed for JavaScript, linked by its
 * imports. Gives the exports of each file by its path.
 *
 * @throws CodeGenerationForbiddenError where the host forbids it
 */
export function evaluateFiles(
  files: readonly GeneratedFile[],
  loadModule: LoadModule,
): ReadonlyMap<string, ModuleExports> {
  const scripts = new Map(files.map((file) => [file.path, file.script()]));
  const evaluated = new Map<string, ModuleExports>();
  const exportsOf = (path: string): ModuleExports | undefined => {
    const known = evaluated.get(path);
    if (known !== undefined) return known;
    const script = scripts.get(path);
    if (script === undefined) return undefined;
    // A file that imports itself in a circle sees nothing of what is not there yet; generated files
    // do not.
    evaluated.set(path, {});
    const made = evaluateScript(script, (imported) => {
      const { from } = imported;
      const sibling = from.kind === "file" ? exportsOf(from.path) : undefined;
      return sibling ?? loadModule(imported);
    });
    evaluated.set(path, made);
    return made;
  };
  for (const path of scripts.keys()) exportsOf(path);
  return evaluated;
}

function evaluateScript(script: Script, load: LoadModule): ModuleExports {
  const values = new Map<string, unknown>();
  for (const imported of script.imports) {
    if (!imported.typeOnly && !values.has(imported.local)) {
      const exports = load(imported);
      values.set(imported.local, imported.name === "*" ? exports : exports[imported.name]);
    }
  }
  const text = `"use strict";\n${script.body}\nreturn { ${script.exports.join(", ")} };`;
  const run = makeFunction([...values.keys()], text);
  return run(...values.values()) as ModuleExports; // the text ends in that object
}

function makeFunction(
  parameters: readonly string[],
  text: string,
): (...values: unknown[]) => unknown {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- compiling in memory is just that
    return new Function(...parameters, text) as (...values: unknown[]) => unknown; // what it is by its definition
  } catch (error) {
    if (error instanceof EvalError) throw new CodeGenerationForbiddenError(error);
    throw error;
  }
}
