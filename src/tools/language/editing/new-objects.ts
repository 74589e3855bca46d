import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { compareVersionNames } from "../../../crd/frontend/read-resource.js";
import { schemaAt } from "../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { Path } from "../../../crd/source/source-file.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import type { CrdSet, ServedKind } from "../crds/crd-set.js";
import { makeExample } from "../crds/make-example.js";
import type { Range } from "./outline.js";
import { documentAround, isOnlyLine, spotAt } from "./spot.js";

/** A whole object that can be put in where a document is empty. */
export interface NewObject extends Range {
  readonly kind: string;
  /** `stable.example.com/v1`. */
  readonly apiVersion: string;
  /** As a snippet: each value is a place to stop at, with the values of an enum to choose from. */
  readonly snippet: string;
  readonly text: string;
}

/** New objects, and whether others were left out, since to make them takes too long. */
export interface NewObjects {
  readonly list: readonly NewObject[];
  readonly isIncomplete: boolean;
}

/** Milliseconds that a client waits at most for objects that are not made yet. */
const patience = 300;

/** More are no help in a menu. */
const mostKinds = 20;

/**
 * The smallest objects that are accepted, of the kinds whose names hold the word at an offset of a
 * document that has nothing else.
 *
 * @param format how the document is written
 */
export async function newObjects(
  text: string,
  offset: number,
  crds: CrdSet,
  format: "yaml" | "json",
): Promise<NewObjects> {
  const range = emptyDocumentAt(text, offset, format);
  if (range === undefined) return { list: [], isIncomplete: false };
  const kinds = kindsLike(text.slice(range.from, range.to), crds.kinds);
  const list: NewObject[] = [];
  let isIncomplete = kinds.length > mostKinds;
  const start = performance.now();
  for (const kind of kinds.slice(0, mostKinds)) {
    const known = made.get(kind.crd);
    if (known === undefined && performance.now() - start > patience) {
      isIncomplete = true;
      continue;
    }
    const draft = known?.minor === crds.minor ? known : await draftOf(kind, crds);
    made.set(kind.crd, draft);
    if (draft.value !== undefined) list.push({ ...range, ...written(draft, format), kind: kind.kind }); // prettier-ignore
  }
  return { list, isIncomplete };
}

/** An object, or that there is none. */
interface Draft {
  readonly minor: number;
  readonly apiVersion: string;
  readonly value: Json | undefined;
  readonly schema: Schema | undefined;
}

/** Objects that were made, by their CRDs. */
const made = new WeakMap<CrdDocument, Draft>();

/** The word at the beginning of a line of a document without anything else. */
function emptyDocumentAt(text: string, offset: number, format: "yaml" | "json"): Range | undefined {
  if (format === "json") return text.trim() === "" ? { from: offset, to: offset } : undefined;
  // Most documents are not, and need not be read to know that.
  if (!isOnlyLine(text, offset)) return undefined;
  const document = documentAround(text, offset);
  const spot = spotAt(document, offset);
  const isEmpty = document.root.children.length === 0 && document.root.value === undefined;
  if (!isEmpty || spot?.role !== "key" || spot.column !== 0 || spot.style !== "block") {
    return undefined;
  }
  return { from: spot.from, to: spot.to };
}

/** Those that begin with a word first. */
function kindsLike(word: string, kinds: readonly ServedKind[]): readonly ServedKind[] {
  const wanted = word.toLowerCase();
  const rank = ({ kind }: ServedKind): number => kind.toLowerCase().indexOf(wanted);
  const isFitting = (one: ServedKind): boolean => rank(one) !== -1 && one.versions.length > 0;
  return kinds.filter(isFitting).sort((left, right) => rank(left) - rank(right));
}

async function draftOf({ group, kind, versions, crd }: ServedKind, crds: CrdSet): Promise<Draft> {
  const [version = ""] = versions.toSorted(compareVersionNames);
  const example = await makeExample(crds, group, kind, version, "minimal");
  const yaml = example !== undefined && "yaml" in example ? example.yaml : "";
  const file = { path: "the example", text: yaml };
  const [document] = await readDocuments(file, new Diagnostics());
  const { schema } = crds.tools.read(crd).versions.find(({ name }) => name === version) ?? {};
  const value = document?.value ?? undefined;
  // A manifest names a namespace where its author wants one.
  if (isObject(value) && isObject(value["metadata"])) delete value["metadata"]["namespace"];
  return { minor: crds.minor, apiVersion: `${group}/${version}`, value, schema };
}

function written(
  { apiVersion, value = null, schema }: Draft,
  format: "yaml" | "json",
): Pick<NewObject, "apiVersion" | "snippet" | "text"> {
  const write = (one: Json): string =>
    format === "json" ? `${JSON.stringify(one, undefined, 2)}\n` : writeYaml(one);
  const stops: string[] = [];
  const marked = withMarks(value, [], (leaf, path) => {
    const shown = format === "json" ? stringifyJson(leaf) : onOneLine(leaf);
    const allowed = schemaAt(schema, path)?.validation.enum ?? [];
    const choices = allowed.map((one) => (format === "json" ? stringifyJson(one) : onOneLine(one)));
    stops.push(stopAt(stops.length + 1, shown, choices));
    return `crdgen-stop-${stops.length}-`;
  });
  const mark = format === "json" ? /"crdgen-stop-(\d+)-"/g : /crdgen-stop-(\d+)-/g;
  const pieces = escaped(write(marked)).replace(mark, (_, index) => stops[Number(index) - 1] ?? "");
  return { apiVersion, snippet: pieces, text: write(value) };
}

/** The value with marks for all scalars but those that name its kind. */
function withMarks(value: Json, path: Path, mark: (leaf: Json, path: Path) => string): Json {
  if (path.length === 1 && (path[0] === "apiVersion" || path[0] === "kind")) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => withMarks(item, [...path, index], mark));
  }
  if (!isObject(value)) return mark(value, path);
  const copy = {};
  for (const [key, child] of Object.entries(value)) {
    setKey(copy, key, withMarks(child, [...path, key], mark));
  }
  return copy;
}

function onOneLine(value: Json): string {
  const text = writeYaml(value).trimEnd();
  return text.includes("\n") ? stringifyJson(value) : text;
}

/** As the protocol writes a place to stop at: `${1:text}`, or `${1|one,other|}`. */
function stopAt(number: number, text: string, choices: readonly string[]): string {
  const others = choices.filter((one) => one !== text);
  if (others.length === 0) return `\${${number}:${escaped(text)}}`;
  const all = [text, ...others].map((one) => one.replace(/[\\,|]/g, String.raw`\$&`));
  return `\${${number}|${all.join(",")}|}`;
}

function escaped(text: string): string {
  return text.replace(/[\\$}]/g, String.raw`\$&`);
}
