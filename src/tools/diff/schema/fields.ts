import { valuesSchema } from "../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { childNode, nodeOf } from "../../../crd/values/value-node.js";
import type { Effect } from "../change.js";
import { factsOfMore } from "./objects.js";
import { findRenames } from "./renames.js";
import { typeMeta } from "./required.js";
import type { SchemaContext, SchemaPair, VisitPair } from "./schema-pair.js";
import { fieldPath, reportAt } from "./schema-pair.js";
import { typeText } from "./types.js";

/** Compares the fields of an object, those that only one of the two has as well. */
export function diffFields(context: SchemaContext, pair: SchemaPair, visit: VisitPair): void {
  const { old, now } = pair;
  const renames = findRenames(old.schema, now, (name) => declaredName(context, pair, name));
  for (const [name, schema] of old.schema.fields) {
    const after = now.fields.get(name);
    if (after !== undefined) visit(fieldPair(pair, name, after));
    else diffRemoved(context, pair, name, schema, renames.get(name), visit);
  }
  const renamed = new Set(renames.values());
  for (const [name, schema] of now.fields) {
    if (old.schema.fields.has(name) || renamed.has(name)) continue;
    diffAdded(context, pair, name, schema, visit);
  }
}

/** The new name of a field that somebody said was renamed, within its object. */
function declaredName(
  { renames, compared }: SchemaContext,
  { path, now }: SchemaPair,
  name: string,
): string | undefined {
  const renamed = renames(compared.resource, fieldPath(path, name));
  if (renamed === undefined) return undefined;
  return [...now.fields.keys()].find((other) => fieldPath(path, other) === renamed);
}

/** A field that both have. */
function fieldPair(pair: SchemaPair, name: string, now: Schema): SchemaPair {
  const before = pair.old.schema.fields.get(name) ?? pair.old.schema;
  return {
    ...pair,
    old: childNode(pair.old, before, (branch) => branch.fields.get(name)),
    now,
    path: fieldPath(pair.path, name),
    oldPath: [...pair.oldPath, "properties", name],
    newPath: [...pair.newPath, "properties", name],
    holder: "field",
    isBuiltIn: isBuiltIn(pair, name),
  };
}

function isBuiltIn({ now, holder, isBuiltIn: isBelow }: SchemaPair, name: string): boolean {
  if (isBelow || (holder === "root" && typeMeta.has(name))) return true;
  return now.embeddedResource && name === "metadata";
}

function diffRemoved(
  context: SchemaContext,
  pair: SchemaPair,
  name: string,
  schema: Schema,
  renamedTo: string | undefined,
  visit: VisitPair,
): void {
  const at = {
    ...pair,
    path: fieldPath(pair.path, name),
    oldPath: [...pair.oldPath, "properties", name],
    newPath: [...pair.newPath, "properties", renamedTo ?? name],
  };
  const code = renamedTo === undefined ? "diff/field-removed" : "diff/field-renamed";
  reportAt(context, at, code, [], {
    ...(isGiven(pair, name) ? given : fateOf(pair, name, schema)),
    before: typeText(schema),
    after: renamedTo === undefined ? undefined : fieldPath(pair.path, renamedTo),
    renamedTo,
  });
  const values = valuesSchema(pair.now);
  if (values === undefined) return;
  visit({
    ...pair,
    old: childNode(pair.old, schema, (branch) => branch.fields.get(name)),
    now: values,
    path: fieldPath(pair.path, name),
    oldPath: [...pair.oldPath, "properties", name],
    newPath: [...pair.newPath, "additionalProperties"],
    holder: "map",
  });
}

interface Fate {
  readonly effects: readonly Effect[];
  readonly reason: string;
}

/** Tells whether the server keeps a field that no schema names: metadata is never pruned. */
function isGiven({ now, holder, isBuiltIn: isBelow }: SchemaPair, name: string): boolean {
  return isBelow || ((holder === "root" || now.embeddedResource) && typeMeta.has(name));
}

const given: Fate = {
  effects: ["safe"],
  reason: "every object has it, whatever the schema says",
};

/** Finds out what becomes of the values of a field that the schema does not name any more. */
function fateOf({ old, now }: SchemaPair, name: string, schema: Schema): Fate {
  if (typeof now.values === "object") {
    const wasThere = old.schema.validation.required.includes(name) || schema.default !== undefined;
    return wasThere
      ? { effects: ["readers"], reason: "it is a key like any other now: readers may miss it" }
      : { effects: ["behaviour"], reason: "it is a key like any other now" };
  }
  if (now.preserveUnknownFields && now.values === undefined) {
    const reason = "the server keeps it, and looks at nothing in it";
    return { effects: ["readers", "behaviour"], reason };
  }
  const isPlain = ["string", "integer", "number", "boolean"].includes(schema.type);
  if (now.values !== undefined && isPlain) {
    return { effects: ["readers"], reason: "the server keeps it, whatever its type" };
  }
  return {
    effects: ["stored", "writers", "readers"],
    reason:
      "the server prunes it: stored objects lose it, and values that clients send are dropped",
  };
}

function diffAdded(
  context: SchemaContext,
  pair: SchemaPair,
  name: string,
  schema: Schema,
  visit: VisitPair,
): void {
  const { old } = pair;
  const before = schemaBefore(context, pair);
  const isMeta = pair.holder === "root" && typeMeta.has(name);
  reportAt(
    context,
    { ...pair, path: fieldPath(pair.path, name) },
    "diff/field-added",
    ["properties", name],
    {
      ...factsOfMore(old.schema, "the server pruned it before"),
      after: typeText(schema),
      ...(before && { reason: "the server kept it before: its values are compared below" }),
    },
  );
  if (before === undefined || isMeta) return;
  visit({
    ...pair,
    old:
      before === context.anything
        ? nodeOf(before)
        : childNode(old, before, ({ values }) => (typeof values === "object" ? values : undefined)),
    now: schema,
    path: fieldPath(pair.path, name),
    oldPath: [...pair.oldPath, "additionalProperties"],
    newPath: [...pair.newPath, "properties", name],
    holder: "field",
  });
}

/**
 * Returns the old schema of the values of keys that were not named; `undefined` where the server
 * pruned them.
 */
function schemaBefore({ anything }: SchemaContext, { old }: SchemaPair): Schema | undefined {
  const { values, preserveUnknownFields } = old.schema;
  if (typeof values === "object") return values;
  return preserveUnknownFields || values !== undefined ? anything : undefined;
}
