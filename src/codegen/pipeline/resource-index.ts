import { Diagnostics, spanOf } from "../../crd/diagnostics/diagnostics.js";
import type { Resource } from "../../crd/ir/resource.js";
import { jsonKey } from "../../crd/ir/schema-key.js";
import { followSteps } from "../../crd/source/follow-steps.js";
import { readDocuments } from "../../crd/source/read.js";
import type { Path, SourceDocument, SourceFile, Span } from "../../crd/source/source-file.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { HiddenNames } from "../backends/barrel.js";

/** The names that a resource claims in a cluster, and its place, without its document. */
export interface Claim {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** The offset of its document, and where in that the CRD stands. */
  readonly start: number;
  readonly path: Path;
}

/** A claim that was made. */
interface Known {
  readonly file: SourceFile;
  readonly claim: Claim;
}

/** Returns the claim of a resource; the resource itself can then be forgotten. */
export function claimOf({ group, names, document, path }: Resource): Claim {
  return { group, kind: names.kind, plural: names.plural, start: document.start, path };
}

/** Where values stand, by document and path: runs that watch ask for the same again and again. */
const spans = new WeakMap<SourceFile, Map<string, Span>>();

/**
 * Keeps order among the CRDs of a run: two that claim one name or one kind never overwrite each
 * other in silence.
 */
export class ResourceIndex {
  readonly #diagnostics: Diagnostics;
  readonly #byName = new Map<string, Known>();
  readonly #byKind = new Map<string, Known>();
  /** In the order of their last use. */
  readonly #rereadFiles = new Map<SourceFile, readonly SourceDocument[]>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** How many different CRDs were added. */
  get resources(): number {
    return this.#byName.size;
  }

  /**
   * Adds a claim and tells whether the resource is to be generated: it is not one that was there
   * before, nor in conflict with one.
   */
  async add(file: SourceFile, claim: Claim): Promise<boolean> {
    const known: Known = { file, claim };
    const name = `${claim.plural}.${claim.group}`;
    const sameName = this.#byName.get(name);
    if (sameName !== undefined) {
      await this.#reportName(known, name, sameName);
      return false;
    }
    this.#byName.set(name, known);
    const kind = `${claim.group}/${claim.kind}`;
    const sameKind = this.#byKind.get(kind);
    if (sameKind === undefined) this.#byKind.set(kind, known);
    else await this.#reportKind(known, sameKind);
    return sameKind === undefined;
  }

  /** Says which names of a resource are missing in the index of its version. */
  async reportHidden({ names, group, version, plural, owner }: HiddenNames): Promise<void> {
    const kind = ["spec", "names", "kind"];
    const other = await this.#locate(this.#known(`${owner}.${group}`), kind);
    const span = await this.#locate(this.#known(`${plural}.${group}`), kind);
    const values = { names: listed(names), version, resource: plural, owner };
    const related = [{ message: `kind of ${owner}`, span: other }];
    const help = `import them from the folder of ${plural}`;
    this.#diagnostics.report("names/shared", span, values, { related, help });
  }

  #known(name: string): Known {
    const known = this.#byName.get(name);
    if (known === undefined) throw new Error(`invariant: '${name}' was never added`);
    return known;
  }

  async #reportName(second: Known, name: string, first: Known): Promise<void> {
    const isSame = (await this.#contentOf(first)) === (await this.#contentOf(second));
    const code = isSame ? "input/repeated-crd" : "input/conflicting-crd";
    const declared = ["metadata", "name"];
    const related = [{ message: "first declared here", span: await this.#locate(first, declared) }];
    const help = isSame
      ? undefined
      : first.file.path === second.file.path
        ? "leave one of them out"
        : "leave one of them out, or generate them into separate folders";
    const span = await this.#locate(second, declared);
    this.#diagnostics.report(code, span, { name }, { related, help });
  }

  async #reportKind(second: Known, first: Known): Promise<void> {
    const claimed = ["spec", "names", "kind"];
    const { group, kind } = second.claim;
    const related = [{ message: "first claimed here", span: await this.#locate(first, claimed) }];
    const help = "the API server serves only the one that was created first";
    const span = await this.#locate(second, claimed);
    this.#diagnostics.report("input/kind-claimed-twice", span, { kind, group }, { related, help });
  }

  async #locate(known: Known, path: Path): Promise<Span> {
    const { file, claim } = known;
    let ofFile = spans.get(file);
    if (ofFile === undefined) spans.set(file, (ofFile = new Map<string, Span>()));
    const whole = [...claim.path, ...path];
    const key = JSON.stringify([claim.start, ...whole]);
    let span = ofFile.get(key);
    if (span === undefined) {
      const document = await this.#reread(known);
      ofFile.set(key, (span = spanOf({ document, path: whole, part: "value" })));
    }
    return span;
  }

  async #contentOf(known: Known): Promise<string> {
    const { value } = await this.#reread(known);
    return crdContent(followSteps(value, known.claim.path) ?? null);
  }

  /** Reads a document once more; what is wrong with it was reported the first time. */
  async #reread({ file, claim }: Known): Promise<SourceDocument> {
    const documents = this.#rereadFiles.get(file) ?? (await readDocuments(file, new Diagnostics()));
    // A file that repeats another one does so with all of its documents: the two are kept, and no
    // third.
    this.#rereadFiles.delete(file);
    this.#rereadFiles.set(file, documents);
    for (const oldest of [...this.#rereadFiles.keys()].slice(0, -2))
      this.#rereadFiles.delete(oldest);
    const found = documents.find((document) => document.start === claim.start);
    if (found === undefined) throw new Error("invariant: a document has vanished");
    return found;
  }
}

/**
 * Returns a key of the content that code is made of: tools that copy a CRD, such as into an
 * operator bundle, change its metadata and its status.
 */
export function crdContent(crd: Json): string {
  return isObject(crd) ? jsonKey([crd["apiVersion"] ?? null, crd["spec"] ?? null]) : jsonKey(crd);
}

/** The first few of some names. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
