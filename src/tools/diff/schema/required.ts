import type { Schema } from "../../../crd/ir/schema.js";
import { branchWith, validationsOf } from "../../../crd/values/value-node.js";
import { deepEqual } from "../../../runtime/v1/values/json/deep-equal.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { ChangeFacts } from "../change.js";
import { shortJson } from "../change.js";
import type { Verdict } from "../containment/proofs.js";
import { failsWith, holds } from "../containment/proofs.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { effectsOfRefusal, fieldPath, reportAt } from "./schema-pair.js";

/*
 * Whether fields are there. The server fills in defaults before it looks for what is required, so
 * that a field with a default is never missing.
 */

/** The fields that every object has, at its root and where a resource is embedded. */
export const typeMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Compares which fields are required, and what stands in for those that are not sent. */
export function diffPresence(context: SchemaContext, pair: SchemaPair): void {
  const before = new Set(pair.old.schema.validation.required);
  const after = new Set(pair.now.validation.required);
  for (const name of after) if (!before.has(name)) reportRequired(context, pair, name);
  for (const name of before) if (!after.has(name)) reportOptional(context, pair, name);
  for (const [name, field] of pair.now.fields) {
    const old = pair.old.schema.fields.get(name);
    if (old !== undefined) diffDefault(context, pair, name, old, field);
  }
}

function reportRequired(context: SchemaContext, pair: SchemaPair, name: string): void {
  const { oldPath, newPath } = pair;
  const verdict = wasThere(context, pair, name);
  const at = { ...pair, path: fieldPath(pair.path, name), oldPath, newPath };
  const common = { before: "optional", after: "required" };
  if (verdict.is === "holds") {
    const reason = hasDefault(pair.now, name)
      ? "its default stands in for it"
      : "it was always there";
    reportAt(context, at, "diff/required-added", ["required"], {
      ...common,
      effects: ["safe"],
      reason,
    });
    return;
  }
  const isUnknown = verdict.is === "unknown";
  reportAt(context, at, "diff/required-added", ["required"], {
    ...common,
    effects: isUnknown ? ["unknown"] : effectsOfRefusal(context, pair),
    reason: isUnknown ? `not decided: ${verdict.why}` : "objects without it are refused now",
    example: isUnknown ? undefined : verdict.example,
  });
}

/** Tells whether the objects of before have a field that is required now. */
function wasThere({ containment }: SchemaContext, pair: SchemaPair, name: string): Verdict {
  const { old, now } = pair;
  if (hasDefault(now, name)) return holds;
  if ((pair.holder === "root" || now.embeddedResource) && typeMeta.has(name)) return holds;
  // Writers left it to the default, which is gone.
  if (hasDefault(old.schema, name)) return failsWith({});
  const { fields, values, preserveUnknownFields } = old.schema;
  const wasPruned = !fields.has(name) && values === undefined && !preserveUnknownFields;
  if (wasPruned && !validationsOf(old).some(({ required }) => required.includes(name))) {
    return failsWith({});
  }
  return containment.fitsKeywords(old, { required: [name] });
}

function hasDefault({ fields }: Schema, name: string): boolean {
  return fields.get(name)?.default !== undefined;
}

function reportOptional(context: SchemaContext, pair: SchemaPair, name: string): void {
  // What is gone altogether is told of the field.
  if (pair.old.schema.fields.has(name) && !pair.now.fields.has(name)) return;
  const isThere = hasDefault(pair.now, name) || (pair.holder === "root" && typeMeta.has(name));
  const at = { ...pair, path: fieldPath(pair.path, name) };
  reportAt(context, at, "diff/required-removed", ["required"], {
    effects: isThere ? ["safe"] : ["readers"],
    before: "required",
    after: "optional",
    reason: isThere ? "readers find it all the same" : "readers may miss it",
  });
}

function diffDefault(
  context: SchemaContext,
  parent: SchemaPair,
  name: string,
  old: Schema,
  now: Schema,
): void {
  const [before, after] = [old.default, now.default];
  if (before === after) return;
  const at = {
    ...parent,
    path: fieldPath(parent.path, name),
    oldPath: [...parent.oldPath, "properties", name],
    newPath: [...parent.newPath, "properties", name],
  };
  if (before === undefined) {
    reportAt(context, at, "diff/default-added", ["default"], {
      ...factsOfNewDefault(context, parent, name, after ?? null),
      after: shortJson(after ?? null),
    });
  } else if (after === undefined) {
    reportLostDefault(context, at, parent, name, shortJson(before));
  } else if (!deepEqual(before, after)) {
    reportAt(context, at, "diff/default-changed", ["default"], {
      effects: ["behaviour"],
      before: shortJson(before),
      after: shortJson(after),
      reason: "objects without it read differently",
    });
  }
}

/** A field that is always there may be one too many for the object around it. */
function factsOfNewDefault(
  context: SchemaContext,
  parent: SchemaPair,
  name: string,
  preset: Json,
): Pick<ChangeFacts, "effects" | "reason" | "example"> {
  const { containment } = context;
  const { anyOf, oneOf, allOf, not, maxProperties } = parent.now.validation;
  const around = branchWith({ anyOf, oneOf, allOf, not, maxProperties });
  const example = containment.samples
    .of(parent.old)
    .find(
      (value) =>
        isObject(value) &&
        !Object.hasOwn(value, name) &&
        containment.check.accepts(around, value) &&
        !containment.check.accepts(around, { ...value, [name]: preset }),
    );
  if (example === undefined) {
    return { effects: ["behaviour"], reason: "objects without it read as if it had been set" };
  }
  const reason = `with its default, ${shortJson(example)} does not fit what is said of the object around it`;
  // It is there in what is read, too, beside fields that excluded it.
  return { effects: [...effectsOfRefusal(context, parent), "readers"], reason, example };
}

function reportLostDefault(
  context: SchemaContext,
  at: SchemaPair,
  parent: SchemaPair,
  name: string,
  before: string,
): void {
  const isRequired = parent.now.validation.required.includes(name);
  reportAt(context, at, "diff/default-removed", ["default"], {
    effects: isRequired ? effectsOfRefusal(context, parent) : ["readers"],
    before,
    reason: isRequired
      ? "it is required, and writers that left it out are refused now"
      : "readers may miss it",
  });
}
