import { canBeFiled } from "../../../codegen/pipeline/can-be-filed.js";
import type { CrdLinter } from "../../../codegen/pipeline/crd-linter.js";
import { createQuietLinter } from "../../../codegen/pipeline/crd-linter.js";
import type { Skipped } from "../../../codegen/pipeline/manifests/skipped.js";
import type { JudgedCrd } from "../../../codegen/pipeline/read-source.js";
import { isRefused, readSource } from "../../../codegen/pipeline/read-source.js";
import type { RefusedCrd } from "../../../codegen/pipeline/refused-crd.js";
import { describeRefused, ofLeftOut } from "../../../codegen/pipeline/refused-crd.js";
import { claimOf, ResourceIndex } from "../../../codegen/pipeline/resource-index.js";
import type { Diagnostic, Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { compareTexts } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { readResource } from "../../../crd/frontend/read-resource.js";
import type { Resource } from "../../../crd/ir/resource.js";
import type { SourceFile } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { VersionComparer } from "../../diff/diff-resources.js";
import type { CrdFault } from "./page.js";
import type { DocumentedCrd } from "./site-index.js";
import type { TypesOf } from "./types-text.js";
import { createTypesOf, noTypes } from "./types-text.js";
import { versionPagesOf } from "./version-pages.js";

/**
 * The CRDs of sources, one by one, with what their pages show. What cannot be read, and CRDs that
 * claim what another one claims, are diagnostics; what is wrong with a CRD is on its pages.
 */
export class CrdDocumenter {
  /** The CRDs that the API server refuses, of those so far. */
  readonly refused: RefusedCrd[] = [];
  /** The other documents of the sources. */
  readonly skipped: Skipped[] = [];
  /** How many CRDs there were so far. */
  crds = 0;
  readonly #skipsInvalid: boolean;
  readonly #minor: KubernetesMinor;
  readonly #diagnostics: Diagnostics;
  readonly #linter: CrdLinter;
  readonly #comparer: VersionComparer;
  readonly #index: ResourceIndex;
  #typesOf: TypesOf | undefined;
  /** Those without a folder, which get their places last. */
  readonly #homeless: JudgedCrd[] = [];

  /** @param skipsInvalid leaves out CRDs that the API server refuses, with warnings */
  constructor(minor: KubernetesMinor, diagnostics: Diagnostics, skipsInvalid = false) {
    this.#skipsInvalid = skipsInvalid;
    this.#minor = minor;
    this.#diagnostics = diagnostics;
    this.#linter = createQuietLinter(minor);
    this.#comparer = new VersionComparer(this.#linter.table, minor);
    this.#index = new ResourceIndex(diagnostics);
  }

  /** Those without a folder come last, in an order that does not depend on that of the sources. */
  async *document(sources: AsyncIterable<SourceFile>): AsyncGenerator<DocumentedCrd> {
    this.#typesOf ??= await createTypesOf(this.#minor);
    for await (const source of sources) {
      const { crds, skipped } = await readSource(source, this.#linter, this.#diagnostics);
      for (const one of skipped) this.skipped.push(one);
      for (const judged of crds) {
        if (this.#skipsInvalid && isRefused(judged)) {
          this.refused.push(describeRefused(judged));
          this.#diagnostics.addAll(judged.verdict.diagnostics.map(ofLeftOut));
          continue;
        }
        const documented = await this.#documentOne(source, judged);
        if (documented !== undefined) yield documented;
      }
    }
    const texts = this.#homeless.map((judged) => ({ judged, text: textOf(judged.crd) }));
    texts.sort((left, right) => compareTexts(left.text, right.text));
    let number = 0;
    for (const { judged } of texts) {
      const resource = readResource(judged.crd, this.#linter.table);
      yield this.#made(judged, resource, undefined, () => `refused/${++number}.html`);
    }
  }

  async #documentOne(source: SourceFile, judged: JudgedCrd): Promise<DocumentedCrd | undefined> {
    const resource = readResource(judged.crd, this.#linter.table);
    if (!hasFolder(resource)) {
      this.#homeless.push(judged);
      return undefined;
    }
    if (!(await this.#index.add(source, claimOf(resource)))) return undefined;
    const folder = `${resource.group}/${resource.names.plural}`;
    return this.#made(judged, resource, folder, (version) => `${folder}/${version}.html`);
  }

  #made(
    judged: JudgedCrd,
    resource: Resource,
    folder: string | undefined,
    hrefOf: (version: string) => string,
  ): DocumentedCrd {
    const refused = isRefused(judged);
    if (refused) this.refused.push(describeRefused(judged));
    this.crds++;
    const faults = faultsOf(judged.verdict.diagnostics);
    const typesOf = this.#typesOf ?? noTypes;
    const tools = { comparer: this.#comparer, minor: this.#minor, typesOf };
    return {
      pages: versionPagesOf({ resource, refused, faults }, hrefOf, tools),
      folder,
      refused,
      acceptedBy: refused ? undefined : `1.${this.#minor}`,
      text: textOf(judged.crd),
      path: judged.crd.document.file.path,
    };
  }
}

/** Its document, or the item of a list as JSON. */
function textOf({ document, path, value }: CrdDocument): string {
  const { file, start, end } = document;
  if (path.length > 0) return `${stringifyJson(value)}\n`;
  return file.text.slice(start, end);
}

/** Returns the errors and warnings about a CRD, the errors first. */
function faultsOf(diagnostics: readonly Diagnostic[]): readonly CrdFault[] {
  const faults = diagnostics.map(({ severity, code, message, span, help }): CrdFault => {
    return {
      severity: severity === "error" ? "error" : "warning",
      code,
      message,
      line: span && positionAt(span.file, span.start).line,
      help,
    };
  });
  return [
    ...faults.filter(({ severity }) => severity === "error"),
    ...faults.filter(({ severity }) => severity !== "error"),
  ];
}

/** Groups that would be folders with the names of files at the root of a site. */
const takenNames: ReadonlySet<string> = new Set(["index.html", "editor.html", "readme.md"]);

/** No file system takes longer names, once something stands behind them. */
const longest = 253;
const longestPart = 200;

/**
 * Tells whether the pages of a CRD can lie in the folder `GROUP/PLURAL`: its names are those of
 * folders, and the group is none of the site's own folders, which have no dot.
 */
function hasFolder(resource: Resource): boolean {
  const { group, names, versions } = resource;
  const parts = versions.map(({ name }) => name);
  return (
    canBeFiled(resource) &&
    group.includes(".") &&
    group.length <= longest &&
    !takenNames.has(group) &&
    [names.plural, ...parts].every((part) => part.length <= longestPart) &&
    parts.length > 0 &&
    new Set(parts).size === parts.length
  );
}
