import { typeMeta } from "./required.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { reportAt } from "./schema-pair.js";

/*
 * The server drops a null that is not allowed where it is the value of a field or of a key, or sets
 * the default in its place (apiextensions `schema/defaulting/prunenulls.go`); in a list it refuses
 * it. An enum never takes null.
 */

/** Compares whether a place takes null. */
export function diffNullable(context: SchemaContext, pair: SchemaPair): void {
  const { old, now } = pair;
  if (old.schema.nullable === now.nullable) return;
  // The server demands these of every object, and takes none but texts.
  if (typeMeta.has(pair.path)) reportUnmet(context, pair);
  else if (now.nullable) reportAdded(context, pair);
  else reportRemoved(context, pair);
}

function reportUnmet(context: SchemaContext, pair: SchemaPair): void {
  const code = pair.now.nullable ? "diff/nullable-added" : "diff/nullable-removed";
  reportAt(context, pair, code, ["nullable"], {
    effects: ["safe"],
    reason: "every object has it, whatever the schema says",
  });
}

function reportAdded(context: SchemaContext, pair: SchemaPair): void {
  const isEnum = pair.now.validation.enum.length > 0;
  const isDropped = pair.holder !== "list";
  // A null that is no item was dropped, whatever the type.
  const hadNull = !isDropped && context.containment.check.acceptsAt(pair.old, null);
  reportAt(context, pair, "diff/nullable-added", ["nullable"], {
    effects: hadNull ? ["safe"] : isEnum ? (isDropped ? ["writers"] : ["safe"]) : ["readers"],
    reason: hadNull
      ? "null was allowed before, for there was no type"
      : isEnum
        ? "null is kept now, and the enum refuses it"
        : "readers may meet null",
    ...(isEnum && isDropped && !hadNull && { example: null }),
  });
}

function reportRemoved(context: SchemaContext, pair: SchemaPair): void {
  const wasPossible = pair.old.schema.validation.enum.length === 0;
  const isItem = pair.holder === "list";
  const isAllowed = isItem && context.containment.check.accepts(pair.now, null);
  const consequence = isItem
    ? "null is refused now"
    : pair.now.default === undefined
      ? "a null that was kept is dropped now"
      : "the default replaces a null that was kept";
  const isSafe = !wasPossible || isAllowed;
  reportAt(context, pair, "diff/nullable-removed", ["nullable"], {
    effects: isSafe ? ["safe"] : isItem ? ["writers"] : ["stored", "writers"],
    reason: isSafe ? "null was never valid, or still is" : consequence,
    ...(!isSafe && { example: null }),
  });
}
