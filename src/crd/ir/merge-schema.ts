import type {
  MergeAtom,
  MergeList,
  MergeMap,
  MergeScalar,
  MergeSchema,
  MergeType,
} from "../../runtime/v1/apply/merge-schema.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { Resource, Version } from "./resource.js";
import type { Schema } from "./schema.js";

/**
 * Returns the facts of a version that server-side apply needs: what the API server makes of its
 * published schema (kube-openapi `schemaconv/openapi.go`; apiextensions
 * `controller/openapi/builder`). Schemas of equal content give one object.
 */
export function mergeSchemaOf(resource: Resource, { schema, status, scale }: Version): MergeSchema {
  const types = new MergeTypes();
  const type: MergeType =
    schema === undefined
      ? { map: { values: "deduced" } }
      : types.root(schema, resource.preserveUnknownFields);
  return {
    type,
    ...(status ? { status } : {}),
    ...(scale === undefined ? {} : { replicas: pathOf(scale.specReplicasPath) }),
  };
}

function pathOf(path: string): readonly string[] {
  return path.replace(/^\./, "").split(".");
}

class MergeTypes {
  /** By the text of their content. */
  readonly #distinct = new Map<string, MergeAtom>();
  /** Of schemas below `x-kubernetes-preserve-unknown-fields`, and of all others. */
  readonly #known = [new Map<Schema, MergeType>(), new Map<Schema, MergeType>()] as const;

  root(schema: Schema, keepsUnknown: boolean): MergeType {
    const keeps = keepsUnknown || schema.preserveUnknownFields;
    const { fields, values, atomic } = this.#map(schema, keeps);
    const all = { ...fields, apiVersion: "string", kind: "string", metadata: "metadata" } as const;
    return { map: mapOf(all, values, atomic) };
  }

  #of(schema: Schema, keepsUnknown: boolean): MergeType {
    const keeps = keepsUnknown || schema.preserveUnknownFields;
    const known = this.#known[keeps ? 0 : 1];
    let type = known.get(schema);
    if (type === undefined) known.set(schema, (type = this.#make(schema, keeps)));
    return type;
  }

  #make(schema: Schema, keeps: boolean): MergeType {
    switch (schema.type) {
      case "object":
        return this.#share({ map: this.#map(schema, keeps) });
      case "array":
        return this.#share({ list: this.#list(schema, keeps) });
      case "":
        return this.#any(schema, keeps);
      default:
        return scalarOf(schema);
    }
  }

  /** Without a type, a value may be anything. */
  #any(schema: Schema, keeps: boolean): MergeType {
    const map = this.#map(schema, keeps);
    const list = this.#list(schema, keeps);
    const isDeduced =
      map.fields === undefined && map.values === "deduced" && map.atomic === undefined;
    if (isDeduced && schema.items === undefined) return "deduced";
    return this.#share({ map, scalar: "scalar", list });
  }

  #map(schema: Schema, keeps: boolean): MergeMap {
    const { fields, values, embeddedResource, mapType } = schema;
    const entries = [...fields].map(([name, field]) => [name, this.#of(field, keeps)] as const);
    const typed = embeddedResource
      ? ([
          ...entries,
          ["apiVersion", "string"],
          ["kind", "string"],
          ["metadata", "metadata"],
        ] as const)
      : entries;
    const others =
      typeof values === "object"
        ? this.#of(values, keeps)
        : unknownType(schema, typed.length, keeps);
    return mapOf(Object.fromEntries(typed), others, mapType === "atomic" ? true : undefined);
  }

  #list({ items, listType, listMapKeys }: Schema, keeps: boolean): MergeList {
    const item = items === undefined ? "untyped" : this.#of(items, keeps);
    if (listType === "set") return { items: item, set: true };
    if (listType === "atomic") return { items: item };
    const defaults = listMapKeys.flatMap((key): [string, Json][] => {
      const value = items?.fields.get(key)?.default;
      return value === undefined ? [] : [[key, value]];
    });
    return {
      items: item,
      keys: listMapKeys,
      ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
    };
  }

  #share(atom: MergeAtom): MergeAtom {
    const text = JSON.stringify(atom);
    const known = this.#distinct.get(text);
    if (known === undefined) this.#distinct.set(text, atom);
    return known ?? atom;
  }
}

/** The type of fields that a schema does not name; undefined where there may be none. */
function unknownType({ values }: Schema, named: number, keeps: boolean): MergeType | undefined {
  if (values === undefined) return keeps || named === 0 ? "deduced" : undefined;
  return values === true ? "deduced" : undefined;
}

function mapOf(
  fields: Readonly<Record<string, MergeType>>,
  values: MergeType | undefined,
  atomic: true | undefined,
): MergeMap {
  return {
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(values === undefined ? {} : { values }),
    ...(atomic === undefined ? {} : { atomic }),
  };
}

/** `convertPrimitive` of `schemaconv/smd.go`: strings with a format may be any scalar. */
function scalarOf({ type, validation: { format } }: Schema): MergeScalar {
  if (type === "integer" || type === "number") return "numeric";
  if (type === "boolean") return "boolean";
  return format === "" || format === "byte" ? "string" : "scalar";
}
