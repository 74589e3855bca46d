import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../crd/frontend/find-crds.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { Path, SourceDocument } from "../../../crd/source/source-file.js";
import { deepEqual } from "../../../runtime/v1/values/json/deep-equal.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { objectAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { TextEdit } from "../contract.js";
import type { PlacedCrd } from "../places/crd-steps.js";
import { allSchemasAt, crdValue, schemaSteps } from "../places/crd-steps.js";
import type { Target } from "../places/target.js";
import { objectsIn, usesOf } from "../places/uses.js";
import type { Change } from "./change.js";
import { changedValue } from "./change.js";
import { editOf } from "./edit-document.js";

/** The edits of one text, or why it cannot have them: part of a sentence. */
export type Renaming =
  | { readonly edits: readonly TextEdit[] }
  | { readonly refused: "it has a field of that name" | "it is written in an unusual way" };

/** Whether a target is a field that can have another name. */
export function isRenamable({ field, isMapKey }: Target): boolean {
  return typeof field?.at(-1) === "string" && !isMapKey;
}

/** Gives a field another name in the objects of a text, in whatever order they stand. */
export async function renameInObjects(
  path: string,
  text: string,
  target: Target,
  name: string,
): Promise<Renaming> {
  const uses = usesOf(await objectsIn(path, text), target);
  return renamed(text, uses.map(({ document, path: at }) => ({ document, change: { op: "rename", path: at, name } }))); // prettier-ignore
}

/**
 * Gives a field another name in the schema of its CRD: the property in the schema and in all its
 * branches, with what `required` and `x-kubernetes-list-map-keys` say of it. Rules keep what they
 * say.
 */
export async function renameInCrd(
  path: string,
  text: string,
  target: Target,
  name: string,
): Promise<Renaming> {
  const diagnostics = new Diagnostics();
  const { crds } = findCrds(await readDocuments({ path, text }, diagnostics), diagnostics);
  const isOf = (crd: PlacedCrd): boolean => {
    const spec = objectAt(crdValue(crd), "spec") ?? {};
    const names = objectAt(spec, "names") ?? {};
    return textAt(spec, "group") === target.group && textAt(names, "kind") === target.kind;
  };
  return renamed(
    text,
    crds.filter(isOf).flatMap((crd) => changesOf(crd, target, name)),
  );
}

interface PlacedChange {
  readonly document: SourceDocument;
  readonly change: Change;
}

function changesOf(
  crd: PlacedCrd,
  { version, field = [] }: Target,
  name: string,
): readonly PlacedChange[] {
  const { document, path } = crd;
  const value = crdValue(crd);
  const old = field.at(-1);
  const root = version === undefined ? oldSchema : schemaSteps(value, version);
  if (root === undefined || typeof old !== "string") return [];
  const changes: Change[] = [];
  const namesAt = (steps: Path): void => {
    const list = followSteps(value, steps);
    if (!Array.isArray(list)) return;
    list.forEach((item, index) => {
      if (item === old) changes.push({ op: "replace", path: [...path, ...steps, index], value: name }); // prettier-ignore
    });
  };
  for (const holder of allSchemasAt(value, root, field.slice(0, -1))) {
    const property = [...holder, "properties", old];
    if (followSteps(value, property) !== undefined) {
      changes.push({ op: "rename", path: [...path, ...property], name });
    }
    namesAt([...holder, "required"]);
    if (holder.at(-1) === "items") namesAt([...holder.slice(0, -1), "x-kubernetes-list-map-keys"]);
  }
  return changes.map((change) => ({ document, change }));
}

/** Where v1beta1 has the schema of all versions. */
const oldSchema: Path = ["spec", "validation", "openAPIV3Schema"];

/** The edits of changes, if a reader finds these alone afterwards. */
async function renamed(text: string, changes: readonly PlacedChange[]): Promise<Renaming> {
  if (changes.length === 0) return { edits: [] };
  const expected = new Map<SourceDocument, Json>();
  const edits: TextEdit[] = [];
  // The innermost first: what is around them keeps its name until then.
  const inOrder = changes.toSorted((a, b) => b.change.path.length - a.change.path.length);
  for (const { document, change } of inOrder) {
    const value = changedValue(expected.get(document) ?? document.value, change);
    if (value === undefined) return { refused: "it has a field of that name" };
    expected.set(document, value);
    const edit = editOf(document, change);
    if (edit === undefined) return { refused: "it is written in an unusual way" };
    edits.push(edit);
  }
  const unique = distinct(edits);
  const isRight = await holds(applied(text, unique), text, expected);
  return isRight ? { edits: unique } : { refused: "it is written in an unusual way" };
}

/** What an alias repeats stands in one place. */
function distinct(edits: readonly TextEdit[]): readonly TextEdit[] {
  const byStart = new Map(edits.map((edit) => [edit.from, edit]));
  return [...byStart.values()].sort((left, right) => left.from - right.from);
}

function applied(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { from, to, insert } of edits.toReversed()) {
    result = result.slice(0, from) + insert + result.slice(to);
  }
  return result;
}

/** Whether a text has the values that are expected, and in its other documents what was there. */
async function holds(
  after: string,
  before: string,
  expected: ReadonlyMap<SourceDocument, Json>,
): Promise<boolean> {
  const [old, now] = await Promise.all([valuesOf(before), valuesOf(after)]);
  const byStart = new Map(Array.from(expected, ([{ start }, value]) => [start, value]));
  const wanted = old.map(({ start, value }) => byStart.get(start) ?? value);
  return deepEqual(wanted, now.map(({ value }) => value)); // prettier-ignore
}

async function valuesOf(text: string): Promise<readonly SourceDocument[]> {
  return readDocuments({ path: "the text", text }, new Diagnostics());
}
