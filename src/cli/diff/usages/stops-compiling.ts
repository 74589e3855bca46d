import { dirname, relative, resolve } from "node:path";
import type { ts } from "ts-morph";
import type { OutputFile } from "../../../emit/generated-file.js";
import type { GenerateOptions } from "../../../pipeline/settings.js";
import type { GeneratedTypes, UserProgram } from "./user-program.js";

/** What the compiler says of a line once the types are generated anew, and did not say before. */
export interface NewError {
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly length: number;
  readonly message: string;
}

/** Generates the types of the new CRDs. */
export type GenerateTypes = (options: GenerateOptions) => Promise<readonly OutputFile[]>;

/**
 * Compiles the user's program once more, with the types that would be generated for the new CRDs in
 * place of those that are there, in memory alone.
 */
export async function findNewErrors(
  user: UserProgram,
  generate: GenerateTypes,
): Promise<readonly NewError[]> {
  const texts = new Map<string, string>();
  for (const types of user.generated) {
    for (const [path, text] of await newTexts(types, generate)) texts.set(path, text);
  }
  const next = user.with(texts);
  return user.own.flatMap((file) => {
    const now = next.getSourceFile(file.fileName);
    if (now === undefined) return [];
    const before = new Set(errorsOf(user.program, file, user).map(keyOf));
    // Its text is the same, and so are the places in it.
    return errorsOf(next, now, user)
      .filter((error) => !before.has(keyOf(error)))
      .map((error) => ({ ...error, file }));
  });
}

function keyOf({ start, message }: NewError): string {
  return `${start} ${message}`;
}

function errorsOf(
  program: ts.Program,
  file: ts.SourceFile,
  { typeScript }: UserProgram,
): readonly NewError[] {
  return program
    .getSemanticDiagnostics(file)
    .filter(({ category }) => category === typeScript.DiagnosticCategory.Error)
    .map(({ start = 0, length = 0, messageText }) => ({
      file,
      start,
      length,
      message: typeScript.flattenDiagnosticMessageText(messageText, " "),
    }));
}

/**
 * The new text of a file of types, and a runtime for it beside the one that is there, which may
 * lack what the new types need. A version that is gone leaves an empty module.
 */
async function newTexts(
  { file, resource, version }: GeneratedTypes,
  generate: GenerateTypes,
): Promise<ReadonlyMap<string, string>> {
  const extension = /from "[^"]*\/runtime\/v1\/index(\.js|\.ts)?"/.exec(file.text);
  const isImported = extension === null && file.text.includes('from "crdgen-runtime');
  const files = await generate({
    parts: ["types"],
    runtime: isImported ? "import" : "copy",
    importExtension: (extension?.[1] ?? (extension === null ? ".js" : "none")) as ".js", // one of three
    emit: "ts",
    versions: "all",
  });
  const path = resolve(file.fileName);
  const isWanted = ({ text }: OutputFile): boolean =>
    text.includes(`\n// CustomResourceDefinition ${resource}, version ${version}\n`);
  const types = files.find((one) => one.path.endsWith("types.ts") && isWanted(one));
  if (types === undefined) return new Map([[path, "export {};\n"]]);
  const folder = resolve(dirname(path), "crdgen-new-types");
  const up = relative(dirname(types.path), ".") || ".";
  const text = types.text.replaceAll(`"${up}/runtime/`, '"./crdgen-new-types/runtime/');
  const runtime = files.filter((one) => one.path.startsWith("runtime/"));
  return new Map([
    [path, text],
    ...runtime.map((one) => [resolve(folder, one.path), one.text] as const),
  ]);
}
