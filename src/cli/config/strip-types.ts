import { readFile } from "node:fs/promises";
import type { ts } from "ts-morph";
import { importOptional } from "./optional-package.js";

/** Whether Node reads TypeScript itself: from 22.18 on. */
export function nodeStripsTypes(): boolean {
  const { typescript } = process.features as { readonly typescript?: unknown }; // newer than its types
  return typeof typescript === "string";
}

/** Whether a configuration of the project in this folder, an absolute path, can be TypeScript. */
export async function readsTypeScript(folder: string): Promise<boolean> {
  return nodeStripsTypes() || (await findCompiler(`${folder}/`)) !== undefined;
}

/**
 * The JavaScript of the module at an absolute path.
 *
 * @returns `undefined` where no compiler is installed
 * @throws Error that begins with line and column, where the text is no module
 */
export async function stripTypes(full: string): Promise<string | undefined> {
  const compiler = await findCompiler(full);
  if (compiler === undefined) return undefined;
  const text = await readFile(full, "utf8");
  const { outputText, diagnostics } = compiler.transpileModule(text, {
    fileName: full,
    compilerOptions: {
      module: compiler.ModuleKind.ESNext,
      target: compiler.ScriptTarget.ES2022,
    },
    reportDiagnostics: true,
  });
  const [fault] = diagnostics ?? [];
  if (fault === undefined) return outputText;
  const before = text.slice(0, fault.start).split("\n");
  const place = `${before.length}:${(before.at(-1) ?? "").length + 1}`;
  const reason = compiler.flattenDiagnosticMessageText(fault.messageText, " ");
  throw new Error(`${place}: ${reason}`);
}

type Compiler = Pick<
  typeof ts,
  "transpileModule" | "ModuleKind" | "ScriptTarget" | "flattenDiagnosticMessageText"
>;

/**
 * The project's own TypeScript; 7 and newer have no such functions. Else the one within ts-morph.
 */
async function findCompiler(from: string): Promise<Compiler | undefined> {
  const own = await importOptional("typescript", from);
  if (own !== undefined && "transpileModule" in own) return own as Compiler; // its own types say so since 2.0
  const morph = await importOptional("ts-morph", from);
  return morph !== undefined && "ts" in morph ? (morph.ts as Compiler) : undefined; // so do those of ts-morph
}
