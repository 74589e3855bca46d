import { describe, expect, it } from "vitest";
import { mergeSchemaOf } from "../../../../src/crd/ir/merge-schema.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { schemaResource } from "../../../support/schema-resource.js";

const meta = { apiVersion: "string", kind: "string", metadata: "metadata" };

function typeOf(field: JsonObject): unknown {
  const { resource, version } = schemaResource({ type: "object", properties: { x: field } });
  const { type } = mergeSchemaOf(resource, version);
  return typeof type === "string" ? type : type.map?.fields?.["x"];
}

describe("the merge schema", () => {
  it.each<[JsonObject, unknown]>([
    [{ type: "string" }, "string"],
    [{ type: "string", format: "byte" }, "string"],
    [{ type: "string", format: "date-time" }, "scalar"],
    [{ type: "integer" }, "numeric"],
    [{ type: "number" }, "numeric"],
    [{ type: "boolean" }, "boolean"],
    [{ "x-kubernetes-int-or-string": true }, "deduced"],
    [{ "x-kubernetes-preserve-unknown-fields": true }, "deduced"],
    [{ type: "object" }, { map: { values: "deduced" } }],
    [
      { type: "object", properties: { a: { type: "string" } } },
      { map: { fields: { a: "string" } } },
    ],
    [
      {
        type: "object",
        additionalProperties: { type: "string" },
        "x-kubernetes-map-type": "atomic",
      },
      { map: { values: "string", atomic: true } },
    ],
    [{ type: "object", additionalProperties: true }, { map: { values: "deduced" } }],
    [{ type: "array", items: { type: "string" } }, { list: { items: "string" } }],
    [
      { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
      { list: { items: "string", set: true } },
    ],
  ])("of %j", (field, type) => {
    expect(typeOf(field)).toEqual(type);
  });

  it("has the keys of lists, and their defaults", () => {
    const items = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string", default: "x" } },
    };
    const field = {
      type: "array",
      items,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a", "b"],
    };
    expect(typeOf(field)).toEqual({
      list: {
        items: { map: { fields: { a: "string", b: "string" } } },
        keys: ["a", "b"],
        defaults: { b: "x" },
      },
    });
  });

  it("keeps unknown fields in all that is below what keeps them", () => {
    const field = {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
    };
    expect(typeOf(field)).toEqual({
      map: {
        fields: { a: { map: { fields: { b: "string" }, values: "deduced" } } },
        values: "deduced",
      },
    });
  });

  it("knows the metadata of embedded resources", () => {
    const field = { type: "object", "x-kubernetes-embedded-resource": true, properties: {} };
    expect(typeOf(field)).toEqual({ map: { fields: meta } });
  });

  it("takes the types that the server takes for the root", () => {
    const raw: Json = { type: "object", properties: { kind: { type: "string", format: "x" } } };
    const { resource, version } = schemaResource(raw);
    const scale = {
      specReplicasPath: ".spec.replicas",
      statusReplicasPath: ".status.replicas",
      labelSelectorPath: undefined,
    };
    expect(mergeSchemaOf(resource, { ...version, status: true, scale })).toEqual({
      type: { map: { fields: meta } },
      status: true,
      replicas: ["spec", "replicas"],
    });
    expect(mergeSchemaOf(resource, { ...version, schema: undefined })).toEqual({
      type: { map: { values: "deduced" } },
    });
  });

  it("has equal shapes once", () => {
    const shape = (title: string): JsonObject => ({
      type: "object",
      properties: { a: { type: "string", title, maxLength: title.length } },
    });
    const raw = { type: "object", properties: { x: shape("1"), y: shape("22") } };
    const { resource, version } = schemaResource(raw);
    const { type } = mergeSchemaOf(resource, version);
    const { x, y } = typeof type === "string" ? {} : (type.map?.fields ?? {});
    expect(x).toBe(y);
    expect(x).toEqual({ map: { fields: { a: "string" } } });
  });
});
