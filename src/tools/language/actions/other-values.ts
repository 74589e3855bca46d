import { similarName } from "../../../crd/diagnostics/wording.js";
import { schemaAt } from "../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import { resolvePlain } from "../../../crd/source/scalars/resolve-scalar.js";
import { ValueCheck } from "../../../crd/values/value-check.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { Change } from "./change.js";
import type { DraftFix, FaultyPlace } from "./draft-fix.js";
import { shown } from "./titles.js";

/** More values are no help in a menu. */
const mostValues = 10;

/** What may stand in the place of a scalar that is refused. */
export function otherValues(place: FaultyPlace): readonly DraftFix[] {
  const { object, path, minor } = place;
  const current = followSteps(object.value, path);
  const schema = schemaAt(place.schema, path);
  if (current === undefined || (typeof current === "object" && current !== null)) return [];
  const check = new ValueCheck(minor);
  const drafts: Draft[] = [];
  const meant = meantValue(place, current, schema);
  if (meant !== undefined) drafts.push(meant);
  drafts.push(...ofEnum(current, schema));
  if (schema?.default !== undefined && typeof schema.default !== "object") {
    drafts.push({ title: `Set the default, ${shown(schema.default)}`, value: schema.default });
  }
  const good = drafts.filter(({ value }) => schema === undefined || check.accepts(schema, value));
  const full = [...object.path, ...path];
  const fixes = distinct(good).map(({ title, value }, index): DraftFix => {
    const change: Change = { op: "replace", path: full, value };
    return { title, change, isPreferred: index === 0 && meant?.value === value };
  });
  if (current !== null) return fixes;
  return [{ title: "Remove the null", change: { op: "remove", path: full }, isPreferred: true }, ...fixes]; // prettier-ignore
}

interface Draft {
  readonly title: string;
  readonly value: Json;
}

/** The same value with or without quotes, or the nearest of an enum. */
function meantValue(
  { object, path }: FaultyPlace,
  current: Json,
  schema: Schema | undefined,
): Draft | undefined {
  if (typeof current === "string") {
    const value = withoutQuotes(current, schema) ?? nearestOf(current, schema);
    const title = `Replace by ${shown(value ?? null)}`;
    return value === undefined ? undefined : { title, value };
  }
  const isText = schema === undefined || schema.type === "string" || schema.intOrString;
  if (!isText || current === null) return undefined;
  const { document } = object;
  const { start, end } = document.locate([...object.path, ...path]).value;
  const written = document.file.text.slice(start, end).trim();
  return { title: `Put it in quotes, ${shown(written)}`, value: written };
}

function withoutQuotes(text: string, schema: Schema | undefined): Json | undefined {
  const type = schema?.type ?? "";
  const word = text.trim().toLowerCase();
  if (type === "boolean") return booleans.get(word);
  if (type !== "integer" && type !== "number") return undefined;
  const value = resolvePlain(text.trim());
  return typeof value === "number" && stringifyJson(value) === text.trim() ? value : undefined;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["no", false],
  ["off", false],
]);

function nearestOf(text: string, schema: Schema | undefined): string | undefined {
  const values = schema?.validation.enum.filter((value) => typeof value === "string") ?? [];
  return similarName(values, text);
}

function ofEnum(current: Json, schema: Schema | undefined): readonly Draft[] {
  const values = schema?.validation.enum.filter((value) => value !== null) ?? [];
  if (values.length > mostValues) return [];
  return values
    .filter((value) => typeof value !== "object" && value !== current)
    .map((value) => ({ title: `Replace by ${shown(value)}`, value }));
}

function distinct(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(
    ({ value }, index) => drafts.findIndex((other) => other.value === value) === index,
  );
}
