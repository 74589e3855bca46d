import { valuesSchema } from "../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { childNode, nodeOf } from "../../../crd/values/value-node.js";
import type { ChangeFacts } from "../change.js";
import type { SchemaContext, SchemaPair, VisitPair } from "./schema-pair.js";
import { reportAt } from "./schema-pair.js";
import { typeText } from "./types.js";

/** Compares what becomes of keys that a schema does not name. */
export function diffOpenness(context: SchemaContext, pair: SchemaPair, visit: VisitPair): void {
  diffUnknownFields(context, pair);
  diffEmbedded(context, pair);
  diffValues(context, pair, visit);
}

function diffUnknownFields(context: SchemaContext, pair: SchemaPair): void {
  const [before, after] = [pair.old.schema.preserveUnknownFields, pair.now.preserveUnknownFields];
  if (before === after) return;
  const keyword = "x-kubernetes-preserve-unknown-fields";
  if (after) {
    const more = factsOfMore(pair.old.schema, "the server stores whatever it is sent here");
    reportAt(context, pair, "diff/unknown-fields-kept", [keyword], {
      before: "pruned",
      after: "kept",
      reason: more.reason,
      effects: [...more.effects, "behaviour"],
    });
    return;
  }
  const isMap = valuesSchema(pair.now) !== undefined;
  reportAt(context, pair, "diff/unknown-fields-pruned", [keyword], {
    effects: isMap ? ["behaviour"] : ["stored", "writers", "readers"],
    before: "kept",
    after: "pruned",
    reason: isMap
      ? "all keys are kept, and their values are compared below"
      : "stored objects lose all fields that the schema does not name",
  });
}

function diffEmbedded(context: SchemaContext, pair: SchemaPair): void {
  const [before, after] = [pair.old.schema.embeddedResource, pair.now.embeddedResource];
  if (before === after) return;
  const keyword = "x-kubernetes-embedded-resource";
  if (after) {
    const example = context.containment.samples
      .of(pair.old)
      .find((value) => typeof value === "object" && value !== null && !("kind" in value));
    reportAt(context, pair, "diff/embedded-resource-added", [keyword], {
      effects: example === undefined ? ["unknown"] : ["stored", "writers"],
      reason:
        example === undefined
          ? "not decided: its metadata has to be valid now"
          : "objects without apiVersion and kind are refused now",
      example,
    });
    return;
  }
  const isKept =
    pair.now.preserveUnknownFields ||
    ["apiVersion", "kind", "metadata"].every((name) => pair.now.fields.has(name));
  reportAt(context, pair, "diff/embedded-resource-removed", [keyword], {
    effects: isKept ? ["behaviour"] : ["stored", "writers", "readers"],
    reason: isKept
      ? "the server does not look at its metadata any more"
      : "the server prunes its apiVersion, kind or metadata",
  });
}

function diffValues(context: SchemaContext, pair: SchemaPair, visit: VisitPair): void {
  const [before, after] = [pair.old.schema.values, pair.now.values];
  if (before === after) return;
  const keptAll = pair.old.schema.preserveUnknownFields ? context.anything : undefined;
  const old = valuesSchema(pair.old.schema) ?? (before === undefined ? keptAll : context.anything);
  const now = valuesSchema(pair.now);
  if (now === undefined) {
    if (before !== undefined) reportLostValues(context, pair, before);
    else reportEmptiedValues(context, pair);
    return;
  }
  if (old === undefined) {
    reportAt(context, pair, "diff/map-values-added", ["additionalProperties"], {
      ...factsOfMore(pair.old.schema, prunedBefore),
      after: typeText(now),
    });
    return;
  }
  visit({
    ...pair,
    old:
      old === context.anything
        ? nodeOf(old)
        : childNode(pair.old, old, ({ values }) =>
            typeof values === "object" ? values : undefined,
          ),
    now,
    path: pair.path === "" ? "*" : `${pair.path}.*`,
    oldPath: [...pair.oldPath, "additionalProperties"],
    newPath: [...pair.newPath, "additionalProperties"],
    holder: "map",
  });
}

/** A boolean keeps all keys, and empties the objects behind them, unknown fields or not. */
function reportEmptiedValues(context: SchemaContext, pair: SchemaPair): void {
  const wasKept = pair.old.schema.preserveUnknownFields;
  reportAt(context, pair, "diff/map-values-added", ["additionalProperties"], {
    ...factsOfMore(pair.old.schema, prunedBefore),
    before: wasKept ? "anything" : undefined,
    after: "anything but the content of objects",
    ...(wasKept && {
      effects: ["stored", "writers"],
      reason: "the server keeps the keys, and empties the objects behind them",
    }),
  });
}

const prunedBefore = "the server pruned other keys before";

function reportLostValues(
  context: SchemaContext,
  pair: SchemaPair,
  before: Schema | boolean,
): void {
  const { preserveUnknownFields, values } = pair.now;
  // With a boolean the server keeps all keys, and empties the objects behind them.
  const keepsKeys = values !== undefined;
  const isPlain = typeof before === "object" && !["object", "array", ""].includes(before.type);
  const isKept = keepsKeys ? typeof before === "boolean" || isPlain : preserveUnknownFields;
  reportAt(context, pair, "diff/map-values-removed", ["additionalProperties"], {
    effects: isKept
      ? typeof before === "boolean"
        ? ["behaviour"]
        : ["readers", "behaviour"]
      : ["stored", "writers", "readers"],
    before: typeof before === "boolean" ? "anything" : typeText(before),
    after: preserveUnknownFields || keepsKeys ? "anything" : undefined,
    reason: isKept
      ? "the server keeps all keys, and looks at no value"
      : "the server prunes them: stored objects lose them",
  });
}

/**
 * Returns the effects of letting an object hold more than before, where the server pruned that.
 * Nobody else notices, but an object of which nothing was known was always empty: its type,
 * `{ [key: string]: never }`, is one that nothing else fits.
 */
export function factsOfMore(
  old: Schema,
  otherwise: string,
): Pick<ChangeFacts, "effects" | "reason"> {
  return isAlwaysEmpty(old)
    ? { effects: ["readers"], reason: "the object was always empty: readers may meet keys in it" }
    : { effects: ["safe"], reason: otherwise };
}

/** Tells whether the server prunes everything that is in an object. */
export function isAlwaysEmpty(schema: Schema): boolean {
  const { kind, fields, preserveUnknownFields, embeddedResource } = schema;
  return kind === "object" && fields.size === 0 && !preserveUnknownFields && !embeddedResource;
}
