import type { ObjectAdvice } from "../../../codegen/pipeline/objects/object-advice.js";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { SourceDocument } from "../../../crd/source/source-file.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { AddedField, DroppedField, StoredForm } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import { judgeObjects } from "../judge-text.js";
import type { ChangedField } from "./compare.js";
import { compareForms } from "./compare.js";
import { FormLines } from "./form-lines.js";

/**
 * What becomes of the objects of a text. One that is accepted is shown as it is stored; one that is
 * refused as the server has read it, which is what it judges. What it cannot read is left out.
 */
export async function storedForm(
  text: string,
  oldText: string | undefined,
  crds: CrdSet,
  advice: ObjectAdvice,
): Promise<StoredForm> {
  const decoded = new Map<object, JsonObject>();
  const { objects, stored, run } = await judgeObjects(text, oldText, crds, advice, (object, form) =>
    decoded.set(object, form),
  );
  const parts: MarkedText[] = [];
  for (const object of objects) {
    const read = decoded.get(object);
    const form = stored.get(object) ?? read;
    if (form !== undefined) parts.push(await markedText(object.value, form, read ?? form));
  }
  return { ...joined(parts), isStored: run.refused === 0 };
}

type MarkedText = Omit<StoredForm, "isStored">;

const separator = "---\n";

/** The texts one after another, with their lines counted through. */
function joined(parts: readonly MarkedText[]): MarkedText {
  const added: AddedField[] = [];
  const dropped: DroppedField[] = [];
  let before = 0;
  for (const part of parts) {
    const behind = before;
    added.push(
      ...part.added.map(({ line, lastLine, origin }) => ({
        line: line + behind,
        lastLine: lastLine + behind,
        origin,
      })),
    );
    dropped.push(...part.dropped.map((field) => ({ ...field, line: field.line + behind })));
    before += part.text.split("\n").length; // the line behind the last break is the separator's
  }
  return { text: parts.map(({ text }) => text).join(separator), added, dropped };
}

/** More fields than these are not marked: each costs a search, and nobody reads so many. */
const mostMarked = 2000;

/**
 * Writes a form of an object, with marks where it differs from what was sent.
 *
 * @param read the form in which the server has read it: what came later is the server's own
 */
async function markedText(sent: Json, form: Json, read: Json): Promise<MarkedText> {
  const text = writeYaml(form);
  const { added, dropped } = compareForms(sent, form);
  if (added.length + dropped.length === 0) return { text, added: [], dropped: [] };
  const document = await readAgain(text);
  if (document === undefined) return { text, added: [], dropped: [] };
  const lines = new FormLines(document);
  const originOf = ({ path }: ChangedField): AddedField["origin"] =>
    followSteps(read, path) === undefined ? "server" : "default";
  return {
    text,
    added: added
      .slice(0, mostMarked)
      .map((field) => ({ ...lines.of(field.path), origin: originOf(field) }))
      .sort((one, other) => one.line - other.line),
    dropped: dropped
      .slice(0, mostMarked)
      .map((field) => lines.dropped(field, sent))
      .sort((one, other) => one.line - other.line),
  };
}

async function readAgain(text: string): Promise<SourceDocument | undefined> {
  const [document] = await readDocuments({ path: "the stored object", text }, new Diagnostics());
  return document;
}
