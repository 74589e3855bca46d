import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dataFile } from "../../src/docs/data-file.js";
import { editorPageHtml } from "../../src/docs/html/editor-page.js";

const root = join(import.meta.dirname, "../..");

/** A kind of a site, and the file of its CRD. */
export interface SiteCrd {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly versions: readonly string[];
  /** From the root of the repository. */
  readonly file: string;
  readonly examples: {
    readonly [version: string]: { readonly minimal?: string; readonly full?: string };
  };
}

/** Writes the part of a site that the editor needs, and gives the path of its page. */
export function writeEditorSite(folder: string, crds: readonly SiteCrd[]): string {
  cpSync(join(root, "dist/site"), join(folder, "assets"), { recursive: true });
  const kinds = crds.map(({ group, kind, plural, versions }) => {
    const key = `crds/${group}/${plural}`;
    return { group, kind, plural, versions, key };
  });
  writeData(folder, "crds", kinds);
  for (const { group, plural, file, examples } of crds) {
    const crd = readFileSync(join(root, file), "utf8");
    writeData(folder, `crds/${group}/${plural}`, { crd, path: file, examples });
  }
  const page = join(folder, "editor.html");
  writeFileSync(
    page,
    editorPageHtml({ title: "Test", generatorVersion: undefined, hasEditor: true }),
  );
  return page;
}

function writeData(folder: string, key: string, value: unknown): void {
  const { path, text } = dataFile(key, value, undefined);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
