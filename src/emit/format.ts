import { format, resolveConfig } from "prettier";
import type { OutputFile } from "./generated-file.js";

/**
 * A file laid out by prettier, with the configuration that prettier finds for the place where the file will stand.
 * Its pragma is never written, since each file begins with crdgen's mark. Only `--prettier` comes here: what crdgen
 * writes is laid out well as it is.
 */
export async function formatFile(file: OutputFile, folder: string): Promise<OutputFile> {
  const path = `${folder}/${file.path}`;
  const configuration = await resolveConfig(path, { editorconfig: true });
  // The same text as with `typescript`, several times faster.
  const parser = file.path.endsWith(".js") ? "babel" : "babel-ts";
  return {
    path: file.path,
    text: await format(file.text, {
      ...configuration,
      filepath: path,
      parser,
      insertPragma: false,
    }),
  };
}
