import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { assetMark } from "../../codegen/emit/jsdoc.js";
import { html } from "./html/html.js";
import { indexHtml } from "./html/index-page.js";
import type { SiteFrame } from "./html/page-frame.js";
import { pageHtml } from "./html/page-frame.js";
import { versionPageHtml } from "./html/version-page.js";
import type { ExampleText, VersionPage } from "./model/page.js";
import type { DocumentedCrd } from "./model/site-index.js";
import { IndexBuilder } from "./model/site-index.js";
import { SearchIndex } from "./search/search-index.js";

/**
 * The files of a site, one by one as the CRDs come, so that few are in memory at a time; behind
 * them what is about all of them. The scripts and styles of `assets/` are not among them. The same
 * CRDs give the same files in any order, apart from that of the files.
 */
export async function* siteFiles(
  crds: AsyncIterable<DocumentedCrd>,
  frame: SiteFrame,
): AsyncGenerator<OutputFile> {
  const index = new IndexBuilder();
  const search = new SearchIndex();
  const editable: EditableCrd[] = [];
  for await (const crd of crds) {
    index.add(crd);
    for (const page of crd.pages) {
      search.add(searchable(page));
      yield { path: page.href, text: versionPageHtml(page, frame) };
    }
    if (crd.folder !== undefined) {
      const key = `crds/${crd.folder}`;
      editable.push(editableOf(crd, key));
      yield dataFile(key, dataOf(crd), frame.generatorVersion);
    }
  }
  editable.sort((left, right) => (left.key < right.key ? -1 : 1));
  yield { path: "index.html", text: indexHtml(index.index(), frame) };
  yield { path: "editor.html", text: editorPageHtml(frame) };
  yield dataFile("search", search.data(), frame.generatorVersion);
  yield dataFile("crds", editable, frame.generatorVersion);
}

/** A CRD that the editor knows by its name. */
interface EditableCrd {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Their names, the preferred one first. */
  readonly versions: readonly string[];
  /** Of its file of `data/`. */
  readonly key: string;
}

function editableOf({ pages }: DocumentedCrd, key: string): EditableCrd {
  const [first] = pages;
  const { group = "", kind = "", plural = "" } = first ?? {};
  return { group, kind, plural, versions: pages.map(({ version }) => version.name), key };
}

/** The data about a CRD that the editor loads. */
interface CrdData {
  readonly crd: string;
  readonly path: string;
  /** The version of Kubernetes that is known to accept it; the editor does not judge it again. */
  readonly acceptedBy?: string;
  /** As YAML, by the name of the version. */
  readonly examples: Readonly<
    Record<string, { readonly minimal?: string; readonly full?: string }>
  >;
}

function dataOf({ text, path, pages, acceptedBy }: DocumentedCrd): CrdData {
  const examples = pages.flatMap(({ version, examples: both }) => {
    if (both === undefined) return [];
    const ofVersion = { ...named("minimal", both.minimal), ...named("full", both.full) };
    return [[version.name, ofVersion] as const];
  });
  const accepted = acceptedBy === undefined ? {} : { acceptedBy };
  return { crd: text, path, ...accepted, examples: Object.fromEntries(examples) };
}

function named(name: "minimal" | "full", example: ExampleText): Partial<Record<string, string>> {
  return "yaml" in example ? { [name]: example.yaml } : {};
}

/** All else of a page would be kept until the end. */
function searchable(page: VersionPage): Parameters<SearchIndex["add"]>[0] {
  const { group, kind, version, href, fields } = page;
  return { group, kind, version: version.name, href, fields };
}

/**
 * A file of `data/`: a classic script, since pages of `file:` can load nothing else. It hands over
 * JSON as a text, so that nothing of it is code.
 *
 * @param key its path below `data/`, without `.js`
 */
export function dataFile(key: string, data: unknown, version: string | undefined): OutputFile {
  const json = JSON.stringify(JSON.stringify(data));
  return {
    path: `data/${key}.js`,
    text: `${assetMark("js", version)}\ncrdgenData(${JSON.stringify(key)}, ${json});\n`,
  };
}

/**
 * The page that the editor fills, as the text of an HTML file. The element `<div id="editor">` is
 * the editor's, which SystemJS loads.
 */
export function editorPageHtml(frame: SiteFrame): string {
  return pageHtml(
    {
      href: "editor.html",
      title: "Editor",
      main: html`<h1 class="heard">Editor</h1>
        <div id="editor">
          <noscript><p>The editor needs scripts.</p></noscript>
        </div>`,
      scripts: ["editor/loader.js"],
      modules: ["editor/main.js"],
    },
    frame,
  );
}
