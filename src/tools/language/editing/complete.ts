import type { Schema } from "../../../crd/ir/schema.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { FieldHelp, Proposal } from "../contract.js";
import type { CrdSet, ServedKind } from "../crds/crd-set.js";
import type { KnownField, KnownObject } from "./known-object.js";
import { knownObject } from "./known-object.js";
import type { Entry, Outline } from "./outline.js";
import { lastBefore } from "./outline.js";
import type { Spot } from "./spot.js";
import { documentAround, documentAt, spotAt } from "./spot.js";

/** Returns proposals of what to write at an offset, the best first. */
export function complete(text: string, offset: number, crds: CrdSet): readonly Proposal[] {
  const spot = spotAt(documentAround(text, offset), offset);
  if (spot === undefined) return [];
  const object = knownObject(spot.document, spot.chain, crds);
  if (spot.role === "key") return keyProposals(spot, object, crds);
  if (spot.role === "item") return itemProposals(spot, object);
  const headed = headValues(spot, object, crds);
  return headed === undefined
    ? valueProposals(spot, object)
    : headed.map((one) => place(spot, one));
}

type Draft = Omit<Proposal, "from" | "to">;

function place(spot: Spot, draft: Draft): Proposal {
  const { document, from, to, style } = spot;
  // A value stands behind a blank.
  const needsBlank =
    spot.role === "value" && style === "block" && document.text.charAt(from - 1) === ":";
  return { ...draft, insert: `${needsBlank ? " " : ""}${draft.insert}`, from, to };
}

function keyProposals(spot: Spot, object: KnownObject, crds: CrdSet): readonly Proposal[] {
  const holder = spot.chain.at(-1);
  if (holder === undefined || isTaken(spot, holder)) return [];
  const { fields, path } = object;
  if (fields === undefined) return path.length === 0 ? headKeys(spot, object.object, crds) : [];
  const schema = fields.schemaAt(path);
  const isNewItem = schema?.kind === "list" && spot.style === "block";
  if (isNewItem) return [place(spot, dash(fields.fieldsAt([...path, 0]).length > 0))];
  if (typeof path.at(-1) === "number" && fields.fieldsAt(path).length === 0) {
    return itemProposals(spot, object);
  }
  return [...missingFields(spot, holder, fields.fieldsAt(path)), ...itemAtSameColumn(spot, object)];
}

/** A scalar, or brackets, hold nothing in further lines. */
function isTaken({ style, from }: Spot, { value }: Entry): boolean {
  return style === "block" && value !== undefined && value.from < from;
}

function dash(isObject: boolean): Draft {
  return { label: "-", insert: "- ", kind: "value", detail: isObject ? "object" : "item" };
}

/** The list before, whose items stand at the column of its key. */
function itemAtSameColumn(spot: Spot, { fields, path }: KnownObject): readonly Proposal[] {
  const holder = spot.chain.at(-1);
  const before = holder?.children.findLast(({ from }) => from < spot.from);
  if (spot.style !== "block" || spot.from !== spot.to) return [];
  if (before === undefined || before.value !== undefined || before.indent !== spot.column)
    return [];
  const isFurther = before.children.some(({ indent }) => indent !== spot.column);
  const schema = fields?.schemaAt([...path, before.key]);
  if (schema?.kind !== "list" || isFurther) return [];
  return [place(spot, dash((schema.items?.fields.size ?? 0) > 0))];
}

function missingFields(
  spot: Spot,
  holder: Entry,
  fields: readonly KnownField[],
): readonly Proposal[] {
  const isOwn = ({ from }: Entry): boolean => spot.hasColon && from === spot.from;
  const present = new Set(holder.children.filter((one) => !isOwn(one)).map(({ key }) => key));
  const missing = fields.filter(({ name }) => !present.has(name));
  const sorted = [
    ...missing.filter(({ required }) => required),
    ...missing.filter(({ required }) => !required),
  ];
  return sorted.map((field) => place(spot, fieldDraft(spot, field)));
}

function fieldDraft(spot: Spot, { name, node, required, shape }: KnownField): Draft {
  const key = keyText(name, spot.style);
  return {
    label: name,
    insert: spot.hasColon ? key : `${key}:${openingOf(shape, spot)}`,
    kind: "field",
    detail: node.type,
    ...(node.description !== undefined && { documentation: node.description }),
    ...(required && { required }),
    node,
  };
}

function keyText(name: string, style: Spot["style"]): string {
  return style === "json" ? JSON.stringify(name) : yamlText(name);
}

/**
 * Returns the text that begins a value: the cursor goes behind it. Lists stand at the column of
 * their key.
 */
function openingOf(shape: KnownField["shape"], { style, column }: Spot): string {
  if (style !== "block" || shape === "scalar") return " ";
  const indent = " ".repeat(column);
  return shape === "object" ? `\n${indent}  ` : `\n${indent}- `;
}

/** `apiVersion` and `kind` come first, and with them it is known what else there may be. */
function headKeys(spot: Spot, object: Entry, crds: CrdSet): readonly Proposal[] {
  const isKnown = crds.kinds.length > 0;
  const present = new Set(object.children.map(({ key }) => key));
  const heads = isKnown ? ["apiVersion", "kind"] : [];
  return heads
    .filter((name) => spot.hasColon || !present.has(name))
    .map((name) =>
      place(
        spot,
        fieldDraft(spot, { name, node: { type: "string" }, required: true, shape: "scalar" }),
      ),
    );
}

/** Of `apiVersion` and `kind` of an object; undefined elsewhere. */
function headValues(spot: Spot, object: KnownObject, crds: CrdSet): readonly Draft[] | undefined {
  const { path, apiVersion, kind } = object;
  const draft = (text: string, detail?: string): Draft => {
    const insert = spot.style === "json" ? JSON.stringify(text) : yamlText(text);
    return { label: text, insert, kind: "kind", ...(detail !== undefined && { detail }) };
  };
  if (path.length !== 1) return undefined;
  if (path[0] === "kind") {
    const served = crds.kinds.filter((one) => apiVersionsOf(one).includes(apiVersion));
    const fitting = served.length > 0 ? served : crds.kinds;
    return fitting.map((one) => draft(one.kind, one.group));
  }
  if (path[0] !== "apiVersion") return undefined;
  const same = crds.kinds.filter((one) => one.kind === kind);
  const fitting = same.length > 0 ? same : crds.kinds;
  return [...new Set(fitting.flatMap(apiVersionsOf))].map((text) => draft(text));
}

function apiVersionsOf({ group, versions }: ServedKind): readonly string[] {
  return versions.map((version) => `${group}/${version}`);
}

function itemProposals(spot: Spot, { fields, path }: KnownObject): readonly Proposal[] {
  const isInBrackets = spot.role === "item";
  const schema = fields?.schemaAt(path);
  return scalarProposals(spot, isInBrackets ? schema?.items : schema);
}

function valueProposals(spot: Spot, { fields, path }: KnownObject): readonly Proposal[] {
  return scalarProposals(spot, fields?.schemaAt(path));
}

function scalarProposals(spot: Spot, schema: Schema | undefined): readonly Proposal[] {
  if (schema === undefined) return [];
  const allowed = schema.validation.enum;
  const values: readonly Json[] =
    allowed.length > 0 ? allowed : schema.type === "boolean" ? [true, false] : [];
  const { default: byDefault } = schema;
  const isDefault = (value: Json): boolean =>
    byDefault !== undefined && stringifyJson(value) === stringifyJson(byDefault);
  const drafts = values.filter((value) => value !== null).map((value) => valueDraft(value, spot, isDefault(value))); // prettier-ignore
  const known = byDefault === undefined || values.some(isDefault);
  const all = known ? drafts : [valueDraft(byDefault, spot, true), ...drafts];
  return all.map((draft) => place(spot, draft));
}

function valueDraft(value: Json, { style }: Spot, isDefault: boolean): Draft {
  const isComposite = typeof value === "object";
  const insert = style === "json" || isComposite ? stringifyJson(value) : yamlText(value);
  const label = typeof value === "string" ? value : stringifyJson(value);
  return { label, insert, kind: "value", ...(isDefault && { detail: "default" }) };
}

/** On one line, since what is proposed stands in one. */
function yamlText(value: Json): string {
  const text = writeYaml(value).trimEnd();
  return text.includes("\n") ? JSON.stringify(value) : text;
}

/** Of the field whose key or value is at an offset. */
export function fieldHelp(text: string, offset: number, crds: CrdSet): FieldHelp | undefined {
  const document = documentAt(text, offset);
  const chain = lastBefore(document.root, offset);
  const entry = chain.at(-1);
  if (entry === undefined || !isAt(document, entry, offset)) return undefined;
  const { fields, path } = knownObject(document, chain, crds);
  const found = path.length === 0 ? undefined : fields?.nodeAt(path);
  if (found === undefined) return undefined;
  const { from, to } = entry;
  const { node, href } = found;
  return { from, to, path: found.path, node, ...(href !== undefined && { href }) };
}

/** At the key or the value, or at the colon or a blank behind the key. */
function isAt({ text }: Outline, { from, to, value }: Entry, offset: number): boolean {
  if (value !== undefined && value.from <= offset && offset <= value.to) return true;
  return from <= offset && /^ *:? *$/.test(text.slice(to, offset));
}
