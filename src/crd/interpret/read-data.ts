import {
  readBytes,
  readDate,
  readDateTime,
  readDuration,
} from "../../runtime/v1/cel/data/data-formats.js";
import { readList, readMapList, readSet } from "../../runtime/v1/cel/data/data-list.js";
import type { ReadFields } from "../../runtime/v1/cel/data/data-object.js";
import {
  readBareObject,
  readMap,
  readObject,
  readUnknown,
} from "../../runtime/v1/cel/data/data-object.js";
import type { ReadData } from "../../runtime/v1/cel/data/data.js";
import {
  escapeProperty,
  nullable,
  readBool,
  readDouble,
  readInt,
  readIntOrString,
  readString,
} from "../../runtime/v1/cel/data/data.js";
import {
  readOlderList,
  readOlderObject,
  readOlderSet,
} from "../../runtime/v1/cel/older/older-data.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../runtime/versions/changes.js";
import type { Schema } from "../ir/schema.js";
import type { TextReader } from "../rules/declared-type.js";
import { declaresResource, isMadeOtherwise, textReader } from "../rules/declared-type.js";

/**
 * How data of a schema is read as a value (apiserver `common/valuesunstructured.go`). At the root
 * of a resource, and at embedded resources, `apiVersion`, `kind` and two fields of `metadata` are
 * there whatever the schema says.
 */
export function readerOf(
  schema: Schema,
  isResource = schema.embeddedResource,
  kubernetes: KubernetesMinor = newestMinor,
): ReadData {
  const read = notNullReader(schema, isResource, kubernetes);
  return schema.nullable ? nullable(read) : read;
}

function notNullReader(schema: Schema, isResource: boolean, kubernetes: KubernetesMinor): ReadData {
  if (schema.intOrString) return readIntOrString;
  switch (schema.type) {
    case "object":
      return objectReader(schema, isResource, kubernetes);
    case "array":
      return listReader(schema, kubernetes);
    case "string":
      return textReaders[textReader(schema.validation.format)];
    case "number":
      return readDouble;
    case "integer":
      return readInt;
    case "boolean":
      return readBool;
    case "":
      return schema.preserveUnknownFields ? readUnknown : () => new CelError(invalidType);
  }
}

const invalidType =
  "invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ";

function objectReader(schema: Schema, isResource: boolean, kubernetes: KubernetesMinor): ReadData {
  const readFields = has(kubernetes, "nullFieldsCompared") ? readObject : readOlderObject;
  if (isResource) return readFields(resourceFields(schema, kubernetes));
  const { fields, values, preserveUnknownFields } = schema;
  if (fields.size > 0) return readFields(fieldReaders(schema, kubernetes));
  if (typeof values === "object") return readMap(readerOf(values, undefined, kubernetes));
  if (preserveUnknownFields || has(kubernetes, "emptyObjects")) return readFields({});
  return readBareObject;
}

function fieldReaders(schema: Schema, kubernetes: KubernetesMinor): ReadFields {
  const readers = Object.create(null) as Record<string, ReadData>; // any name may be asked for
  for (const [name, field] of schema.fields) readers[name] = readerOf(field, undefined, kubernetes);
  return readers;
}

/** `WithTypeAndObjectMeta` of apiextensions `schema/cel/model`. */
function resourceFields(schema: Schema, kubernetes: KubernetesMinor): ReadFields {
  if (declaresResource(schema)) return fieldReaders(schema, kubernetes);
  return {
    ...fieldReaders(schema, kubernetes),
    kind: readString,
    apiVersion: readString,
    metadata: readObject({ name: readString, generateName: readString }),
  };
}

function listReader(schema: Schema, kubernetes: KubernetesMinor): ReadData {
  if (schema.items === undefined) {
    return () => new CelError("invalid array type, expected Items with a non-empty Schema");
  }
  const items = readerOf(schema.items, undefined, kubernetes);
  if (schema.listType === "set") {
    return has(kubernetes, "anySetItems") ? readSet(items) : readOlderSet(items);
  }
  if (schema.listType !== "map") {
    return !has(kubernetes, "anyAddedItems") && isMadeOtherwise(schema.items)
      ? readOlderList(items)
      : readList(items);
  }
  return readMapList(
    items,
    schema.listMapKeys.map((key) => escapeProperty(key) ?? key),
  );
}

const textReaders: Readonly<Record<TextReader, ReadData>> = {
  readBytes,
  readDate,
  readDateTime,
  readDuration,
  readString,
};
