import type { FieldRow, FieldType, ScalarType } from "../runtime/v1/built-in/table/field-row.js";
import type { GroupVersionKindName, StructRow } from "../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";

const prefix = "#/components/schemas/";

/** Schemas of Kubernetes' own modules, of which the last three words say which struct is meant. */
const ownModules = /^io\.k8s\.(?:api|apimachinery|apiextensions-apiserver|kube-aggregator)\./;

/**
 * `io.k8s.api.core.v1.Secret` → `core/v1.Secret`; others keep all of their words. Documents are not
 * trusted: of a name is left what can be one of a type, and of a folder.
 */
export function structName(schema: string): string {
  const words = schema.split(".").map((one) => one.replace(/[^A-Za-z0-9_-]/g, ""));
  const [type = "", version = ""] = words.splice(-2).reverse();
  const group = ownModules.test(schema) ? (words.at(-1) ?? "") : words.join(".");
  const name = type.replace(/-/g, "_").replace(/^(?![A-Za-z_])/, "_");
  return `${group === "" ? "unnamed" : group}/${version === "" ? "v1" : version}.${name}`;
}

/** Types that read and write themselves. */
const scalarsBySchema: { readonly [name: string]: ScalarType | undefined } = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": "Quantity",
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": "IntOrString",
  "io.k8s.apimachinery.pkg.runtime.RawExtension": "RawExtension",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Time": "Time",
  "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": "MicroTime",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Duration": "Duration",
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": "FieldsV1",
};

/** The types of the schemas of documents: what tables say of structs, as far as schemas tell it. */
export class DocumentTypes {
  /** By their names in documents. */
  readonly #schemas = new Map<string, JsonObject>();
  /** By the names of structs; those of objects that have no name are made up. */
  readonly #structs = new Map<string, JsonObject>();
  readonly #enums = new Map<string, readonly string[]>();

  constructor(documents: readonly JsonObject[]) {
    for (const schemas of documents) {
      for (const [name, schema] of Object.entries(schemas)) {
        if (!isObject(schema)) continue;
        this.#schemas.set(name, schema);
        this.#structs.set(structName(name), schema);
      }
    }
  }

  /** The name of the schema of a kind. */
  ofKind(kind: GroupVersionKindName): string | undefined {
    for (const [name, schema] of this.#schemas) {
      if (kindsOf(schema).some((one) => isSame(one, kind))) return name;
    }
    return undefined;
  }

  struct(name: string): StructRow | undefined {
    const schema = this.#structs.get(name);
    if (schema === undefined || !isObject(schema["properties"] ?? {})) return undefined;
    const required = textsOf(schema["required"]);
    const properties = Object.entries(asObject(schema["properties"]));
    const { description } = schema;
    return {
      name,
      fields: properties.map(([key, property]) =>
        this.#field(name, key, asObject(property), required.includes(key)),
      ),
      isAtomic: schema["x-kubernetes-map-type"] === "atomic",
      ...(typeof description === "string" && { description }),
    };
  }

  /** The values of an enum, by the name of its type. */
  enumValues(name: string): readonly string[] | undefined {
    return this.#enums.get(name);
  }

  /** Gives the values of an enum to the name that a type has in Go. */
  nameEnum(read: FieldType, own: FieldType): void {
    const [given, name] = [scalarNameOf(read), scalarNameOf(own)];
    const values = given === undefined ? undefined : this.#enums.get(given);
    if (name !== undefined && values !== undefined) this.#enums.set(name, values);
  }

  #field(struct: string, name: string, property: JsonObject, isRequired: boolean): FieldRow {
    const keys = textsOf(property["x-kubernetes-list-map-keys"]);
    const list = property["x-kubernetes-list-type"];
    const [patch, mergeKey] = ["patch-strategy", "patch-merge-key"].map(
      (fact) => property[`x-kubernetes-${fact}`],
    );
    const { description, default: fallback } = property;
    return {
      name,
      type: this.#type(property, `${struct}${capital(name)}`),
      number: 0,
      isPrinted: isRequired,
      isRequired,
      mayBeAbsent: false,
      isAtomic: property["x-kubernetes-map-type"] === "atomic",
      ...(property["x-kubernetes-map-type"] === "granular" && { isGranular: true }),
      ...(list === "set" && { list }),
      ...(list === "map" && { list: keys }),
      ...(typeof patch === "string" && { patch }),
      ...(typeof mergeKey === "string" && { mergeKey }),
      ...(isDefault(fallback) && { default: fallback }),
      ...(typeof description === "string" && { description }),
    };
  }

  /** @param place a name for what has none */
  #type(schema: JsonObject, place: string): FieldType {
    const referred = referenceOf(schema);
    if (referred !== undefined) return this.#referredType(referred, place);
    const { type, format, items, properties, additionalProperties } = schema;
    if (format === "int-or-string" || schema["x-kubernetes-int-or-string"] === true) {
      return { kind: "scalar", scalar: "IntOrString" };
    }
    switch (type) {
      case "string":
        return this.#textType(schema, place);
      case "boolean":
        return { kind: "scalar", scalar: "bool" };
      case "integer":
        return { kind: "scalar", scalar: format === "int32" ? "int32" : "int64" };
      case "number":
        return { kind: "scalar", scalar: "float64" };
      case "array":
        return { kind: "list", of: this.#type(asObject(items), `${place}Item`) };
      case "object":
        if (isObject(additionalProperties)) {
          return { kind: "map", of: this.#type(additionalProperties, `${place}Value`) };
        }
        if (!isObject(properties)) return anything;
        this.#structs.set(place, schema);
        return { kind: "struct", struct: place };
      default:
        return anything;
    }
  }

  #textType(schema: JsonObject, place: string): FieldType {
    const { format, enum: values } = schema;
    if (format === "date-time") return { kind: "scalar", scalar: "Time" };
    if (format === "byte") return { kind: "scalar", scalar: "bytes" };
    if (!Array.isArray(values) || values.length === 0) return { kind: "scalar", scalar: "string" };
    this.#enums.set(place, values.map(String));
    return { kind: "scalar", scalar: "string", name: place };
  }

  #referredType(name: string, place: string): FieldType {
    const scalar = scalarsBySchema[name];
    if (scalar !== undefined) return { kind: "scalar", scalar };
    const schema = this.#schemas.get(name);
    if (schema === undefined) return anything;
    const isStruct = schema["type"] === "object" && isObject(schema["properties"]);
    const isEmpty = schema["type"] === "object" && schema["additionalProperties"] === undefined;
    if (isStruct || isEmpty) return { kind: "struct", struct: structName(name) };
    return this.#type(schema, place);
  }
}

const anything: FieldType = { kind: "scalar", scalar: "JSON" };

/** What a schema refers to, alone or beside a description. */
function referenceOf({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === "string") return $ref.slice(prefix.length);
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  return referenceOf(asObject(allOf[0]));
}

/** Zero values of Go are no defaults. */
function isDefault(value: Json | undefined): value is string | number | boolean {
  if (typeof value === "string") return value !== "";
  return value === true || (typeof value === "number" && value !== 0);
}

function scalarNameOf(type: FieldType): string | undefined {
  if (type.kind === "scalar") return type.name;
  return type.kind === "struct" ? undefined : scalarNameOf(type.of);
}

function kindsOf(schema: JsonObject): readonly GroupVersionKindName[] {
  const { "x-kubernetes-group-version-kind": kinds } = schema;
  if (!Array.isArray(kinds)) return [];
  return kinds.map((one) => {
    const { group = "", version = "", kind = "" } = asObject(one);
    return { group: String(group), version: String(version), kind: String(kind) };
  });
}

function isSame(one: GroupVersionKindName, other: GroupVersionKindName): boolean {
  return one.group === other.group && one.version === other.version && one.kind === other.kind;
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/[^A-Za-z0-9]/g, "");
}

/** A map of a document; an empty one for what is none. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
