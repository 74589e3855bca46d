import type { NestedValidation, Schema } from "../../../crd/ir/schema.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { camelCase, pascalCase } from "../../emit/identifiers.js";
import type { NameTable } from "../names.js";
import { FreeNames } from "../names/enum-values.js";
import type { Shape, ShapeTable } from "./shape.js";
import { asksOnly } from "./shape.js";

/**
 * The names of what is generated for shapes: those of the schemas, and of branches after the node
 * that they belong to.
 */
export class ShapeNames {
  readonly #names: NameTable;
  readonly #shapes: ShapeTable;
  readonly #byShape = new Map<Shape, string>();
  readonly #constants = new Map<Shape, string>();
  /** By source. */
  readonly #patterns = new Map<string, string>();
  readonly #taken = new FreeNames("_");

  constructor(names: NameTable, shapes: ShapeTable) {
    this.#names = names;
    this.#shapes = shapes;
  }

  /** Gives names to the shape of a schema and to those below, once, in the order of the tree. */
  assign(schema: Schema | NestedValidation, proposed: string): Shape {
    const shape = this.#shapes.shape(schema);
    if (this.#byShape.has(shape)) return shape;
    const isCore = "intOrString" in schema;
    const name = this.#take(shape, isCore ? this.#names.localName(schema) : proposed);
    this.#assignBranches(schema, name);
    for (const [key, field] of schema.fields) this.assign(field, `${name}${upperFirst(key)}`);
    if (typeof schema.values === "object") this.assign(schema.values, `${name}Value`);
    if (schema.items !== undefined) this.assign(schema.items, `${name}Item`);
    return shape;
  }

  /** `CronTabSpec`. */
  of(shape: Shape): string {
    const name = this.#byShape.get(shape);
    if (name === undefined) throw new Error("invariant: the shape has no name yet");
    return name;
  }

  /** The function that checks quickly: `isValidCronTabSpec`. */
  quickCheck(shape: Shape): string {
    return `isValid${this.of(shape)}`;
  }

  /**
   * The constant that holds the schema: `cronTabSpecShape`, or `stringShape` where that says all.
   */
  schema(shape: Shape): string {
    let name = this.#constants.get(shape);
    if (name === undefined) {
      const plain = plainName(shape);
      name = `${camelCase(plain === undefined ? this.of(shape) : this.#taken.take(plain))}Shape`;
      this.#constants.set(shape, name);
    }
    return name;
  }

  /** The constant of a pattern, after the first shape that has it: `cronTabSpecPattern`. */
  pattern(shape: Shape): string {
    const source = shape.validation.pattern;
    let name = this.#patterns.get(source);
    if (name === undefined) {
      name = `${camelCase(this.of(shape))}Pattern`;
      this.#patterns.set(source, name);
    }
    return name;
  }

  #assignBranches({ validation }: Schema | NestedValidation, name: string): void {
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      for (const [index, branch] of validation[keyword].entries()) {
        this.assign(branch, `${name}${upperFirst(keyword)}${index + 1}`);
      }
    }
    if (validation.not !== undefined) this.assign(validation.not, `${name}Not`);
  }

  #take(shape: Shape, proposed: string): string {
    const name = this.#taken.take(proposed);
    this.#byShape.set(shape, name);
    return name;
  }
}

/** For names of branches, which nothing outside refers to. */
function upperFirst(key: string): string {
  const word = key.replace(/\W/g, "");
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/*
 * Names that say what a shape asks for: scalars, and lists and maps of them, are in use at many
 * places, so a name after one of these places would be wrong at all others.
 */

/**
 * A name such as `StringOfAtMost63` or `StringList`; undefined where what the shape says has no
 * short name.
 */
function plainName(shape: Shape): string | undefined {
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
