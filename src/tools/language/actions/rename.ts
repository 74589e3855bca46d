import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../crd/frontend/find-crds.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import { readDocuments } from "../../../crd/source/read.js";
import { scalarMap } from "../../../crd/source/scalars/scalar-map.js";
import type { Path, SourceDocument } from "../../../crd/source/source-file.js";
import { deepEqual } from "../../../runtime/v1/values/json/deep-equal.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { CelLanguage } from "../cel/cel-language.js";
import type { TextEdit } from "../contract.js";
import type { FieldPattern, PlacedCrd } from "../places/crd-steps.js";
import { allSchemasAt, crdValue } from "../places/crd-steps.js";
import type { DeclaredField, Mention } from "../places/mentions.js";
import { declaredField, mentionsOf } from "../places/mentions.js";
import type { Target } from "../places/target.js";
import { objectsIn, usesOf, waysTo } from "../places/uses.js";
import type { Change } from "./change.js";
import { changedValue } from "./change.js";
import { editOf } from "./edit-document.js";

/** The edits of one text, or why it cannot have them: part of a sentence. */
export type Renaming =
  | { readonly edits: readonly TextEdit[] }
  | {
      readonly refused:
        | "it cannot be read"
        | "it has a field of that name"
        | "it is written in an unusual way"
        | "a rule or a path of it names the field, and could not name one of that name";
    };

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
 * Gives a field another name in its CRD: the property in the schema and in all its branches, with
 * what `required`, `x-kubernetes-list-map-keys`, defaults, rules and paths say of it.
 */
export async function renameInCrd(
  path: string,
  text: string,
  target: Target,
  name: string,
  cel: CelLanguage,
): Promise<Renaming> {
  const diagnostics = new Diagnostics();
  const { crds } = findCrds(await readDocuments({ path, text }, diagnostics), diagnostics);
  const isOf = (crd: PlacedCrd): boolean => {
    const spec = objectAt(crdValue(crd), "spec") ?? {};
    const names = objectAt(spec, "names") ?? {};
    return textAt(spec, "group") === target.group && textAt(names, "kind") === target.kind;
  };
  const expressions = await cel.expressions(text);
  const changes: PlacedChange[] = [];
  for (const crd of crds.filter(isOf)) {
    const field = declaredField(crd, target);
    if (field === undefined) continue;
    changes.push(...changesOf(field, target, name));
    for (const mention of mentionsOf(field, expressions)) {
      const change = respelled(crd, mention, name);
      if ("refused" in change) return change;
      changes.push(change);
    }
  }
  // Somebody has pointed at the field in this text.
  return changes.length === 0 ? { refused: "it cannot be read" } : renamed(text, changes);
}

interface PlacedChange {
  readonly document: SourceDocument;
  readonly change: Change;
  /** How it is written; absent where `editOf` knows. */
  readonly edits?: readonly TextEdit[];
}

function changesOf(
  { crd, name: old, schema, holders }: DeclaredField,
  { field = [] }: Target,
  name: string,
): readonly PlacedChange[] {
  const { document, path } = crd;
  const value = crdValue(crd);
  const changes: Change[] = [];
  const namesAt = (steps: Path): void => {
    const list = followSteps(value, steps);
    if (!Array.isArray(list)) return;
    list.forEach((item, index) => {
      if (item === old) changes.push({ op: "replace", path: [...path, ...steps, index], value: name }); // prettier-ignore
    });
  };
  const renameAt = (steps: Path): void => {
    changes.push({ op: "rename", path: [...path, ...steps], name });
  };
  for (const holder of holders) {
    const property = [...holder, "properties", old];
    if (followSteps(value, property) !== undefined) renameAt(property);
    namesAt([...holder, "required"]);
    if (holder.at(-1) === "items") namesAt([...holder.slice(0, -1), "x-kubernetes-list-map-keys"]);
  }
  for (const steps of waysInDefaults(value, schema, field)) renameAt(steps);
  return changes.map((change) => ({ document, change }));
}

/** The steps from a CRD to a field in the defaults of what is around it. */
function waysInDefaults(crd: JsonObject, schema: Path, field: FieldPattern): readonly Path[] {
  return field.flatMap((_, depth) =>
    allSchemasAt(crd, schema, field.slice(0, depth)).flatMap((holder) => {
      const steps = [...holder, "default"];
      const value = followSteps(crd, steps);
      const ways = value === undefined ? [] : waysTo(value, field.slice(depth));
      return ways.map((way) => [...steps, ...way]);
    }),
  );
}

/** The change of a rule or a path that names the field. */
function respelled(
  { document }: PlacedCrd,
  { path, text, names, spell }: Mention,
  name: string,
): PlacedChange | Extract<Renaming, { readonly refused: string }> {
  const insert = spell(name);
  if (insert === undefined) {
    return { refused: "a rule or a path of it names the field, and could not name one of that name" }; // prettier-ignore
  }
  const map = scalarMap(document.locate(path).value, text);
  if (map === undefined) return { refused: "it is written in an unusual way" };
  const edits = names.map(({ from, to }) => ({ from: map.toFile(from), to: map.toFile(to - 1) + 1, insert })); // prettier-ignore
  const value = applied(text, names.map((range) => ({ ...range, insert }))); // prettier-ignore
  return { document, change: { op: "replace", path, value }, edits };
}

/** The edits of changes, if a reader finds these alone afterwards. */
async function renamed(text: string, changes: readonly PlacedChange[]): Promise<Renaming> {
  if (changes.length === 0) return { edits: [] };
  const expected = new Map<SourceDocument, Json>();
  const edits: TextEdit[] = [];
  // The innermost first: what is around them keeps its name until then.
  const inOrder = changes.toSorted((a, b) => b.change.path.length - a.change.path.length);
  for (const { document, change, edits: own } of inOrder) {
    const value = changedValue(expected.get(document) ?? document.value, change);
    if (value === undefined) return { refused: "it has a field of that name" };
    expected.set(document, value);
    const written = own ?? editsOf(document, change);
    if (written === undefined) return { refused: "it is written in an unusual way" };
    edits.push(...written);
  }
  const unique = distinct(edits);
  const isRight = await holds(applied(text, unique), text, expected);
  return isRight ? { edits: unique } : { refused: "it is written in an unusual way" };
}

function editsOf(document: SourceDocument, change: Change): readonly TextEdit[] | undefined {
  const edit = editOf(document, change);
  return edit && [edit];
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
