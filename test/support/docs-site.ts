import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Resource } from "../../src/crd/ir/resource.js";
import { indexHtml } from "../../src/tools/docs/html/index-page.js";
import type { SiteFrame } from "../../src/tools/docs/html/page-frame.js";
import { versionPageHtml } from "../../src/tools/docs/html/version-page.js";
import { fieldTableOf } from "../../src/tools/docs/model/fields.js";
import type { VersionLink, VersionPage } from "../../src/tools/docs/model/page.js";
import type { SiteIndex } from "../../src/tools/docs/model/site-index.js";
import { columnsOf } from "../../src/tools/docs/model/version-pages.js";
import { dataFile } from "../../src/tools/docs/site.js";

/** The frame of sites that tests make. */
export const testFrame: SiteFrame = {
  title: "Custom resources",
  generatorVersion: "1.2.3",
  hasEditor: true,
};

/** The page of the first version of a resource; what is given stands in place of what it has. */
export function pageOf(resource: Resource, given: Partial<VersionPage> = {}): VersionPage {
  const { group, names, scope, versions } = resource;
  const links = versions.map((version): VersionLink => {
    const { name, served, storage, deprecated } = version;
    const href = `${group}/${names.plural}/${name}.html`;
    return { name, href, served, storage, deprecated };
  });
  const [version] = versions;
  const [link] = links;
  if (version === undefined || link === undefined) throw new Error("no version");
  return {
    href: link.href,
    ...{ group, scope, version: link, versions: links },
    ...{ kind: names.kind, plural: names.plural, singular: names.singular },
    ...{ shortNames: names.shortNames, categories: names.categories },
    deprecationWarning: version.deprecationWarning,
    description: version.annotations.description,
    columns: columnsOf(version),
    subresources: { status: version.status, scale: undefined },
    selectableFields: version.selectableFields,
    fields: fieldTableOf(version),
    comparisons: [],
    examples: {
      minimal: { yaml: `apiVersion: ${group}/${version.name}\nkind: ${names.kind}\n` },
      full: { faults: ["spec: nobody knows"] },
    },
    faults: [],
    ...given,
  };
}

/** An index with one kind per page. */
export function indexOf(pages: readonly VersionPage[]): SiteIndex {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return {
    groups: groups.map((group) => ({
      group,
      kinds: pages
        .filter((page) => page.group === group)
        .map((page) => ({ ...page, refused: false })),
    })),
  };
}

/** Writes a site of an index, pages, and an index of fields if there is one. */
export function writeSite(folder: string, pages: readonly VersionPage[], search?: unknown): void {
  cpSync(join(import.meta.dirname, "../../dist/site"), join(folder, "assets"), { recursive: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("index.html", indexHtml(indexOf(pages), testFrame));
  for (const page of pages) write(page.href, versionPageHtml(page, testFrame));
  if (search !== undefined) {
    const { path, text } = dataFile("search", search, undefined);
    write(path, text);
  }
}
