import { extname, resolve } from "node:path";
import type * as Prettier from "prettier";
import type { OutputFile } from "../codegen/emit/generated-file.js";
import { importOptional } from "./config/import-module.js";
import { UsageError } from "./usage-error.js";

type Formatter = Pick<typeof Prettier, "format" | "resolveConfig">;

/**
 * The prettier that the output folder's project has; crdgen itself does not depend on it.
 *
 * @throws UsageError where it is not installed
 */
export async function loadPrettier(folder: string): Promise<Formatter> {
  const prettier = await importOptional("prettier", `${resolve(folder)}/`);
  if (prettier !== undefined) return prettier as Formatter; // as it is since version 1
  throw new UsageError(
    "--prettier needs the package prettier, which is not installed: npm install --save-dev prettier",
  );
}

/** With the parser for TypeScript, JavaScript becomes the same text, several times slower. */
const parsers: Readonly<Record<string, string>> = { ".js": "babel", ".json": "json" };

/**
 * A file laid out by prettier, with the configuration that prettier finds for the place where the
 * file will stand. Its pragma is never written, since each file begins with crdgen's mark. Only
 * `--prettier` comes here: what crdgen writes is laid out well as it is.
 */
export async function formatFile(
  file: OutputFile,
  folder: string,
  prettier: Formatter,
): Promise<OutputFile> {
  const path = `${folder}/${file.path}`;
  const configuration = await prettier.resolveConfig(path, { editorconfig: true });
  const parser = parsers[extname(file.path)] ?? "babel-ts";
  return {
    path: file.path,
    text: await prettier.format(file.text, {
      ...configuration,
      filepath: path,
      parser,
      insertPragma: false,
    }),
  };
}
