import type { Diagnostics, Place } from "../diagnostics/diagnostics.js";
import { Diagnostics as Collector } from "../diagnostics/diagnostics.js";
import type { Resource } from "../ir/resource.js";
import { jsonKey } from "../ir/schema-key.js";
import type { Json } from "../runtime/v1/json.js";
import type { Path, SourceDocument } from "../source/document.js";
import { readDocuments } from "../source/read.js";
import type { SourceFile } from "../source/source-file.js";

/** Where a CRD stands, without holding its document in memory. */
interface Known {
  readonly file: SourceFile;
  readonly start: number;
  readonly path: Path;
}

/** Keeps order among the CRDs of a run: two that claim one name or one kind never overwrite each other in silence. */
export class ResourceIndex {
  readonly #diagnostics: Diagnostics;
  readonly #byName = new Map<string, Known>();
  readonly #byKind = new Map<string, Known>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** How many different CRDs were added. */
  get resources(): number {
    return this.#byName.size;
  }

  /** Whether the resource is to be generated: it is not one that was there before, nor in conflict with one. */
  async add(resource: Resource): Promise<boolean> {
    const { document, group, names } = resource;
    const known: Known = { file: document.file, start: document.start, path: resource.path };
    const name = `${names.plural}.${group}`;
    const sameName = this.#byName.get(name);
    if (sameName !== undefined) {
      await this.#reportName(resource, name, sameName);
      return false;
    }
    this.#byName.set(name, known);
    const kind = `${group}/${names.kind}`;
    const sameKind = this.#byKind.get(kind);
    if (sameKind !== undefined) await this.#reportKind(resource, sameKind);
    else this.#byKind.set(kind, known);
    return true;
  }

  async #reportName(resource: Resource, name: string, first: Known): Promise<void> {
    const document = await reread(first);
    const isSame = contentOf(document, first.path) === contentOf(resource.document, resource.path);
    const code = isSame ? "input/repeated-crd" : "input/conflicting-crd";
    const span = document.locate([...first.path, "metadata", "name"]).value;
    const related = [{ message: "first declared here", span }];
    const help = isSame
      ? undefined
      : "leave one of them out, or generate them into separate folders";
    const place = nameOf(resource, ["metadata", "name"]);
    this.#diagnostics.report(code, place, { name }, { related, help });
  }

  async #reportKind(resource: Resource, first: Known): Promise<void> {
    const span = (await reread(first)).locate([...first.path, "spec", "names", "kind"]).value;
    this.#diagnostics.report(
      "input/kind-claimed-twice",
      nameOf(resource, ["spec", "names", "kind"]),
      { kind: resource.names.kind, group: resource.group },
      {
        related: [{ message: "first claimed here", span }],
        help: "the API server serves only the one that was created first",
      },
    );
  }
}

function nameOf(resource: Resource, path: Path): Place {
  return { document: resource.document, path: [...resource.path, ...path], part: "value" };
}

/** Reads a document once more; what is wrong with it was reported the first time. */
async function reread(known: Known): Promise<SourceDocument> {
  const documents = await readDocuments(known.file, new Collector());
  const found = documents.find((document) => document.start === known.start);
  if (found === undefined) throw new Error("invariant: a document has vanished");
  return found;
}

function contentOf(document: SourceDocument, path: Path): string {
  let value: Json = document.value;
  for (const step of path) {
    value = (value as Record<string | number, Json>)[step] ?? null; // the path leads to a CRD
  }
  return jsonKey(value);
}
