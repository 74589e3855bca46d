import type { Json } from "../../../runtime/v1/values/json/json.js";
import { pascalCase } from "../../emit/identifiers.js";
import type { Shape } from "./shape.js";
import { asksOnly } from "./shape.js";

/*
 * Names that say what a shape asks for: scalars, and lists and maps of them, are in use at many
 * places, so a name after one of these places would be wrong at all others.
 */

/**
 * A name such as `StringOfAtMost63` or `StringList`; undefined where what the shape says has no
 * short name.
 */
export function plainName(shape: Shape): string | undefined {
  const { type, items, values } = shape;
  if (!("intOrString" in shape.schema) || shape.nullable || shape.listType !== "atomic") {
    return undefined;
  }
  if (type === "array") return nameOfMany(shape, items, "List");
  if (type === "object") return nameOfMany(shape, values, "Map");
  return scalarName(shape);
}

function nameOfMany(
  shape: Shape,
  member: Shape | false | undefined,
  suffix: string,
): string | undefined {
  const saysMore =
    shape.fields.size > 0 ||
    shape.format !== "" ||
    shape.memberDefault !== undefined ||
    shape.embeddedResource ||
    shape.preserveUnknownFields ||
    !asksOnly(shape.validation, ["format"]);
  if (saysMore || typeof member !== "object") return undefined;
  // Of others there are functions, which have the same name as the constant.
  const name = member.nullable ? undefined : scalarName(member);
  return name !== undefined && bareScalars.has(name) ? `${name}${suffix}` : undefined;
}

const bareScalars: ReadonlySet<string> = new Set([
  "String",
  "Boolean",
  "Integer",
  "Int32",
  "Int64",
]);

function scalarName(shape: Shape): string | undefined {
  const { type, format, validation } = shape;
  if (shape.fields.size > 0 || shape.items !== undefined || shape.values !== undefined) {
    return undefined;
  }
  if (validation.enum.length > 0) return enumName(shape);
  switch (type) {
    case "string": {
      if (!asksOnly(validation, ["format", "minLength", "maxLength"])) return undefined;
      const base = format === "" ? "String" : pascalCase(`${format} string`);
      return withLimits(base, validation.minLength, validation.maxLength, ["AtLeast", "AtMost"]);
    }
    case "integer":
    case "number": {
      if (!asksOnly(validation, ["format", "minimum", "maximum"])) return undefined;
      const base = pascalCase(format === "" ? type : format);
      return withLimits(base, validation.minimum, validation.maximum, ["From", "UpTo"]);
    }
    case "boolean":
      return format === "" && asksOnly(validation, ["format"]) ? "Boolean" : undefined;
    case "intOrString":
      return format === "" && asksOnly(validation, ["format", "anyOf"]) ? "IntOrString" : undefined;
    default:
      return undefined;
  }
}

/** Length limits are those of a text `Of` so many characters, bounds those of a number. */
function withLimits(
  base: string,
  low: number | undefined,
  high: number | undefined,
  [from, to]: readonly [string, string],
): string | undefined {
  if (![low, high].every((limit) => limit === undefined || isNameable(limit))) return undefined;
  const of = from === "AtLeast" ? "Of" : "";
  if (low === undefined || (low === 0 && of !== "")) {
    return high === undefined ? base : `${base}${of}${to}${high}`;
  }
  if (high === undefined) return `${base}${of}${from}${low}`;
  return of === "" ? `${base}${from}${low}To${high}` : `${base}${of}${low}To${high}`;
}

function isNameable(limit: number): boolean {
  return Number.isSafeInteger(limit) && limit >= 0;
}

const longestEnum = 3;

function enumName({ type, format, validation }: Shape): string | undefined {
  const entries = validation.enum;
  const isShort = entries.length <= longestEnum && entries.every(isWord);
  if (type !== "string" || format !== "" || !isShort || !asksOnly(validation, ["enum"])) {
    return undefined;
  }
  return pascalCase(entries.join(" or "));
}

function isWord(entry: Json): entry is string {
  return typeof entry === "string" && /^[A-Za-z]\w{0,15}$/.test(entry);
}
