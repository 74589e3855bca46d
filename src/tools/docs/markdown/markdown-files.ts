import type { OutputFile } from "../../../codegen/emit/generated-file.js";
import type { SiteFrame } from "../html/frame.js";
import type { DocumentedCrd } from "../model/documented-crd.js";
import { IndexBuilder } from "../model/index-builder.js";
import type { SiteKind } from "../model/site-index.js";
import { indexMarkdown } from "./index-markdown.js";
import { kindMarkdown } from "./kind-markdown.js";

/** The files of Markdown output, one by one as the CRDs come: one for each, and a `README.md`. */
export async function* markdownFiles(
  crds: AsyncIterable<DocumentedCrd>,
  frame: SiteFrame,
): AsyncGenerator<OutputFile> {
  const index = new IndexBuilder();
  for await (const crd of crds) {
    index.add(crd);
    const [first] = crd.pages;
    if (first !== undefined) {
      yield { path: fileAt(first.href), text: kindMarkdown(crd.pages, frame) };
    }
  }
  yield { path: "README.md", text: indexMarkdown(index.index(), fileOf, frame) };
}

function fileOf({ versions: [first] }: SiteKind): string {
  return fileAt(first?.href ?? "");
}

/** Of `GROUP/PLURAL/VERSION.html` the file of the kind, `GROUP/PLURAL.md`. */
function fileAt(href: string): string {
  const parts = href.replace(/\.html$/, "").split("/");
  return `${(parts.length > 2 ? parts.slice(0, -1) : parts).join("/")}.md`;
}
