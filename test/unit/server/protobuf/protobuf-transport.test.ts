import { beforeAll, describe, expect, it } from "vitest";
import { kindRows } from "../../../../src/runtime/v1/built-in/table/kind-rows.js";
import type { TransportResponse } from "../../../../src/runtime/v1/client/transport.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../../src/server/cluster.js";
import { decodeObject, encodeObject } from "../../../../src/server/protobuf/envelope.js";
import { messageFields, messages } from "../../../../src/server/protobuf/messages.js";
import { ProtobufTransport } from "../../../../src/server/protobuf/protobuf-transport.js";
import { wire, WireReader } from "../../../../src/server/protobuf/wire.js";

const protobuf = "application/vnd.kubernetes.protobuf";
const maps = "/api/v1/namespaces/default/configmaps";
const none = { apiVersion: "", kind: "" };

let server: ProtobufTransport;
beforeAll(async () => {
  server = new ProtobufTransport(await Cluster.create({ minor: newestMinor, namespaces: true }));
});

interface Ask {
  readonly body?: Uint8Array | string;
  readonly accept?: string;
  readonly type?: string;
  readonly query?: string;
}

function ask(method: string, path: string, options: Ask = {}): Promise<TransportResponse> {
  const { body, accept = `${protobuf},application/json`, type = protobuf, query } = options;
  const headers: [string, string][] = [
    ["accept", accept],
    ["content-type", type],
  ];
  return server.send({ method, path, headers, query, body });
}

async function bytesOf(response: TransportResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function objectOf(response: TransportResponse): Promise<JsonObject> {
  expect(response.header("content-type")).toBe(protobuf);
  return decodeObject(await bytesOf(response), none);
}

function configMap(name: string): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "b" } };
}

/** A ConfigMap whose only owner has bytes in the place of a set of fields. */
function ownedConfigMap(name: string, fields: string): Uint8Array {
  const standIn = "x".repeat(fields.length - 2);
  const entry = { manager: "me", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
  const managedFields = [{ ...entry, fieldsV1: standIn }];
  const object = { ...configMap(name), metadata: { name, managedFields } };
  const bytes = Buffer.from(encodeObject(object));
  return Buffer.from(bytes.toString("latin1").replace(`"${standIn}"`, fields), "latin1");
}

describe("built-in kinds as Protocol Buffers", () => {
  it.each(['{"f:metadata":{}}{"a":"b"}', "no JSON at all", '{"f:data":'])(
    "are owned by those of before where a set of fields is none: %s",
    async (fields) => {
      const data = [{ manager: "unknown", fieldsV1: { "f:data": { ".": {}, "f:a": {} } } }];
      const created = await ask("POST", maps, { body: ownedConfigMap("owned", fields) });
      expect(created.status).toBe(201);
      expect(await objectOf(created)).toMatchObject({ metadata: { managedFields: data } });
      const updated = await ask("PUT", `${maps}/owned`, { body: ownedConfigMap("owned", fields) });
      expect(updated.status).toBe(200);
      expect(await objectOf(updated)).toMatchObject({ metadata: { managedFields: data } });
      await ask("DELETE", `${maps}/owned`);
    },
  );

  it("are created, read, listed and deleted", async () => {
    const created = await ask("POST", maps, { body: encodeObject(configMap("one")) });
    expect(created.status).toBe(201);
    expect(await objectOf(created)).toMatchObject({ kind: "ConfigMap", data: { a: "b" } });
    expect(await objectOf(await ask("GET", maps))).toMatchObject({
      kind: "ConfigMapList",
      items: [{ metadata: { name: "one" } }],
    });
    const options = { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 };
    const deleted = await ask("DELETE", `${maps}/one`, { body: encodeObject(options) });
    expect(await objectOf(deleted)).toMatchObject({ kind: "Status", status: "Success" });
    expect(await objectOf(await ask("GET", `${maps}/one`))).toMatchObject({ code: 404 });
  });

  it("are watched in frames with their length before them", async () => {
    await ask("POST", maps, { body: encodeObject(configMap("watched")) });
    const query = "watch=1&timeoutSeconds=1";
    const watch = await ask("GET", maps, { query, accept: `${protobuf};stream=watch` });
    expect(watch.header("content-type")).toBe(`${protobuf};stream=watch`);
    const bytes = Buffer.from(await bytesOf(watch));
    expect(bytes.readUInt32BE()).toBe(bytes.length - 4);
    expect(bytes.subarray(4, 11)).toEqual(Buffer.from("\n\u0005ADDED"));
    expect(bytes.includes("k8s\0")).toBe(true);
  });

  it("are refused in the server's words if they cannot be read", async () => {
    const wrong: readonly (readonly [bytes: string, message: string])[] = [
      ["", "empty data (<empty>)"],
      ["k8s\0", "empty body (6b387300)"],
      ["k8s\0\n\u00ff", "unexpected EOF (6b3873000aff)"],
    ];
    for (const [bytes, message] of wrong) {
      const answer = await ask("POST", maps, { body: Buffer.from(bytes, "latin1") });
      const expected = `the object provided is unrecognized (must be of type ConfigMap): ${message}`;
      expect(await objectOf(answer)).toMatchObject({ code: 400, message: expected });
    }
  });

  it("come as tables in JSON alone", async () => {
    const table = "as=Table;g=meta.k8s.io;v=v1";
    const accept = `${protobuf};${table},application/json;${table}`;
    const answer = await ask("GET", maps, { accept });
    expect(answer.header("content-type")).toBe("application/json");
    expect(JSON.parse(await answer.text())).toMatchObject({ kind: "Table" });
  });
});

it("has a message for every type that a field names", () => {
  const scalars = ["string", "int", "bool", "double", "bytes", "json"];
  for (const name of [...Object.keys(messages), ...Object.keys(kindRows.structs)]) {
    const rows = messageFields(name) ?? [];
    const numbers = rows.map(([number]) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    for (const [, , type] of rows) {
      const [, used = ""] = /^(?:\*|~|\[\]|map\[string\])?([\w/.+]+)!?$/.exec(type) ?? [];
      if (!scalars.includes(used)) expect(messageFields(used), `${name} ${used}`).toBeDefined();
    }
  }
});

it("keeps what a review says in its own lists", () => {
  const review = {
    kind: "SubjectAccessReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: {},
    spec: { user: "a", groups: ["b"], extra: { one: ["x", "y"], two: [] } },
    status: { allowed: false, denied: true },
  };
  const { metadata, ...said } = decodeObject(encodeObject(review), none);
  expect({ ...said, metadata: metadata ?? {} }).toEqual(review);
});

describe("OpenAPI v2", () => {
  const kubectl = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

  it("is written as kubectl asks for it: the version first, and the definitions", async () => {
    const response = await ask("GET", "/openapi/v2", { accept: kubectl });
    expect(response.header("content-type")).toBe(kubectl.replace("@", "."));
    const reader = new WireReader(await bytesOf(response));
    expect(reader.tag()).toEqual({ number: 1, type: wire.bytes });
    expect(reader.text()).toBe("2.0");
    const numbers: number[] = [];
    while (!reader.isAtEnd) {
      const { number, type } = reader.tag();
      numbers.push(number);
      reader.skip(type);
    }
    expect(numbers).toContain(9);
  });

  it("is JSON for who asks for that first, or for nothing", async () => {
    for (const accept of ["application/json", `*/*,${kubectl}`, ""]) {
      const response = await ask("GET", "/openapi/v2", { accept });
      expect(JSON.parse(await response.text())).toMatchObject({ swagger: "2.0" });
    }
  });
});
