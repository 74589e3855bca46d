import { filledDefault } from "../../../crd/ir/apply-defaults.js";
import type {
  DeclaredType,
  NestedValidation,
  Schema,
  ValueValidation,
} from "../../../crd/ir/schema.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { formatCheck, supportedFormat } from "../../../runtime/versions/formats.js";

/**
 * The part of a schema that decides whether a value is valid as it is sent: what is removed, what
 * is filled in, and what must hold then, without rules, with the formats that the server enforces.
 * Hash-consed, so that there is one function for each distinct shape.
 */
export interface Shape {
  readonly id: number;
  /** A schema of this shape: the first one met, which gives the name. */
  readonly schema: Schema | NestedValidation;
  readonly type: DeclaredType | "intOrString";
  readonly nullable: boolean;
  /** As written; `""`: none that is enforced. */
  readonly format: string;
  readonly validation: ValueValidation;
  readonly fields: ReadonlyMap<string, Shape>;
  /** additionalProperties: `true` says nothing and counts as absent. */
  readonly values: Shape | false | undefined;
  readonly items: Shape | undefined;
  /**
   * The values that the server puts in for fields that are absent, or null and not nullable; with
   * the defaults below filled in.
   */
  readonly defaults: ReadonlyMap<string, Json>;
  /**
   * The value that the server puts in for items or values of a map that are null and not nullable.
   */
  readonly memberDefault: Json | undefined;
  readonly listType: Schema["listType"];
  readonly listMapKeys: readonly string[];
  /** It is a list of type set or map, or has one below. */
  readonly holdsLists: boolean;
  /** It is an embedded resource, or has one below. */
  readonly holdsResources: boolean;
  readonly embeddedResource: boolean;
  /** Members that are not specified are kept; elsewhere they are removed. */
  readonly preserveUnknownFields: boolean;
  /**
   * additionalProperties: true. Members of any name are kept, and the objects in them are emptied.
   */
  readonly allowsOthers: boolean;
  readonly allOf: readonly Shape[];
  readonly anyOf: readonly Shape[];
  readonly oneOf: readonly Shape[];
  readonly not: Shape | undefined;
  /** Every value is valid, so that nobody needs to look. */
  readonly acceptsAll: boolean;
}

/** The shapes of the schemas of one resource, for one server version. */
export class ShapeTable {
  readonly server: KubernetesMinor;
  readonly #bySchema = new WeakMap<Schema | NestedValidation, Shape>();
  readonly #byKey = new Map<string, Shape>();

  constructor(server: KubernetesMinor) {
    this.server = server;
  }

  /** The shape of a schema; schemas that the validators cannot tell apart have one. */
  shape(schema: Schema | NestedValidation): Shape {
    const known = this.#bySchema.get(schema);
    if (known !== undefined) return known;
    const content = this.#read(schema);
    const key = keyOf(content);
    let made = this.#byKey.get(key);
    if (made === undefined) {
      made = Object.assign(content, { id: this.#byKey.size + 1 });
      this.#byKey.set(key, made);
    }
    this.#bySchema.set(schema, made);
    return made;
  }

  #read(schema: Schema | NestedValidation): Omit<Shape, "id"> {
    const { validation, nullable, items, values } = schema;
    const core = "intOrString" in schema ? schema : undefined;
    const type = core?.intOrString === true ? "intOrString" : schema.type;
    const fields = new Map<string, Shape>();
    for (const [name, field] of schema.fields) fields.set(name, this.shape(field));
    const supported = supportedFormat(
      type === "intOrString" ? "" : type,
      validation.format,
      this.server,
    );
    const content: Content = {
      schema,
      type,
      nullable,
      format: supported === "" ? "" : validation.format,
      validation,
      fields,
      values:
        typeof values === "object" ? this.shape(values) : values === false ? values : undefined,
      items: items === undefined ? undefined : this.shape(items),
      defaults: new Map(core === undefined ? [] : fieldDefaults(core)),
      memberDefault: filledDefault(memberSchema(core)),
      listType: core?.listType ?? "atomic",
      listMapKeys: core?.listMapKeys ?? [],
      embeddedResource: core?.embeddedResource ?? false,
      preserveUnknownFields: core?.preserveUnknownFields ?? false,
      allowsOthers: core?.values === true,
      allOf: validation.allOf.map((branch) => this.shape(branch)),
      anyOf: validation.anyOf.map((branch) => this.shape(branch)),
      oneOf: validation.oneOf.map((branch) => this.shape(branch)),
      not: validation.not === undefined ? undefined : this.shape(validation.not),
    };
    return Object.assign(content, {
      holdsLists: content.listType !== "atomic" || hasChild(content, (child) => child.holdsLists),
      holdsResources:
        content.embeddedResource || hasChild(content, (child) => child.holdsResources),
      acceptsAll: acceptsAll(content),
    });
  }
}

function fieldDefaults({ fields }: Schema): [string, Json][] {
  return [...fields].flatMap(([name, field]): [string, Json][] => {
    const value = filledDefault(field);
    return value === undefined ? [] : [[name, value]];
  });
}

/** The schema of items, or of the values of a map. */
function memberSchema(schema: Schema | undefined): Schema | undefined {
  return typeof schema?.values === "object" ? schema.values : schema?.items;
}

/** The contents of a schema, without the facts that follow from them. */
type Content = Omit<Shape, "id" | "holdsLists" | "holdsResources" | "acceptsAll">;

function hasChild({ fields, values, items }: Content, is: (child: Shape) => boolean): boolean {
  return [...fields.values(), values, items].some(
    (child) => typeof child === "object" && is(child),
  );
}

function acceptsAll(shape: Content): boolean {
  const { values, items } = shape;
  return (
    shape.type === "" &&
    shape.format === "" &&
    // Even a format that is not enforced makes a validation of its own; the others are rare where
    // nothing is checked.
    isEmptyValidation(shape.validation) &&
    !shape.embeddedResource &&
    shape.listType === "atomic" &&
    [...shape.fields.values()].every((field) => field.acceptsAll) &&
    (values === undefined || (values !== false && values.acceptsAll)) &&
    (items === undefined || items.acceptsAll)
  );
}

/**
 * Tells whether nothing is asked of a value; a format that the server does not enforce asks
 * nothing.
 */
export function isEmptyValidation(validation: ValueValidation): boolean {
  return asksOnly(validation, ["format"]);
}

/**
 * Tells whether all keywords of a validation are among those given. What is 0 asks for something,
 * too.
 */
export function asksOnly(
  validation: ValueValidation,
  keywords: readonly (keyof ValueValidation)[],
): boolean {
  const known: ReadonlySet<string> = new Set(["id", ...keywords]);
  return Object.entries(validation).every(
    ([key, value]) =>
      known.has(key) ||
      value === undefined ||
      value === false ||
      value === "" ||
      (Array.isArray(value) && value.length === 0),
  );
}

/** The way to write int-or-string, which its type check covers. */
export function isTypePattern({ type, anyOf }: Shape): boolean {
  if (type !== "intOrString" || anyOf.length !== 2 || !anyOf.every(isOnlyType)) return false;
  return ["integer", "string"].every((name) => anyOf.some((branch) => branch.type === name));
}

function isOnlyType({ validation, fields, items }: Shape): boolean {
  return validation.id === 0 && fields.size === 0 && items === undefined;
}

/** Tells whether a pattern refuses any text; these find a match in each. */
export function asksPattern(pattern: string): boolean {
  return !everyText.has(pattern);
}

const everyText: ReadonlySet<string> = new Set(["", ".*", "(.*)", "^.*", ".*$", "^", "$"]);

function keyOf(shape: Omit<Shape, "id">): string {
  const flags =
    (shape.nullable ? 1 : 0) |
    (shape.embeddedResource ? 2 : 0) |
    (shape.preserveUnknownFields ? 4 : 0) |
    (shape.allowsOthers ? 8 : 0);
  const core = "intOrString" in shape.schema ? "" : "~";
  let key = `${core}${shape.type}${flags};${shape.format};${shape.validation.id};${shape.items?.id ?? ""};`;
  key += shape.values === false ? "f" : String(shape.values?.id ?? "");
  if (shape.listType !== "atomic")
    key += `;${shape.listType}(${JSON.stringify(shape.listMapKeys)})`;
  for (const [name, field] of shape.fields) key += `,${name.length}:${name}=${field.id}`;
  return key + defaultsKey(shape);
}

/** Equal schemas are one object, so where a default comes from says what it is. */
function defaultsKey({ schema, defaults, memberDefault }: Omit<Shape, "id">): string {
  let key = "";
  for (const name of defaults.keys()) {
    const field = schema.fields.get(name);
    if (field !== undefined && "id" in field) key += `;${name.length}:${name}~${field.id}`;
  }
  if (memberDefault === undefined || !("intOrString" in schema)) return key;
  return `${key};~${memberSchema(schema)?.id ?? ""}`;
}

/**
 * The runtime's check of a format that the server enforces, as written; undefined where no string
 * can break it.
 */
export function formatCheckName(format: string, server: KubernetesMinor): LibraryValue | undefined {
  return formatCheck(format.replaceAll("-", ""), server);
}
