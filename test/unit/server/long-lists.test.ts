import { beforeAll, describe, expect, it } from "vitest";
import type { TransportRequest } from "../../../src/runtime/v1/client/transport.js";
import { indentJson } from "../../../src/runtime/v1/testing/json-texts.js";
import { parseStored } from "../../../src/runtime/v1/testing/store.js";
import { writeYaml } from "../../../src/runtime/v1/testing/write-yaml.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../src/server/cluster.js";
import { encodeObject } from "../../../src/server/protobuf/envelope.js";
import { ProtobufTransport } from "../../../src/server/protobuf/protobuf-transport.js";

/* Long lists are written item by item, with turns for others, and come out as if at once. */

const pause = (): Promise<void> => Promise.resolve();

type Headers = TransportRequest["headers"];

let transport: ProtobufTransport;
const path = "/api/v1/namespaces/default/configmaps";
const table = "as=Table;v=v1;g=meta.k8s.io";

beforeAll(async () => {
  transport = new ProtobufTransport(await Cluster.create({ minor: newestMinor, pause }), pause);
  const data = { long: "x ".repeat(4_000), lines: "a\n- 0\n", item: "- 0" };
  for (let index = 0; index < 150; index++) {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: `n${index}` }, data };
    const headers: Headers = [["content-type", "application/json"]];
    const body = JSON.stringify(object);
    const { status } = await transport.send({ method: "POST", path, headers, body });
    expect(status).toBe(201);
  }
});

async function list(accept: string, query = ""): Promise<Uint8Array> {
  const headers: Headers = [["accept", accept]];
  const response = await transport.send({ method: "GET", path, query, headers });
  expect(response.status).toBe(200);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function listText(accept: string, query = ""): Promise<string> {
  return new TextDecoder().decode(await list(accept, query));
}

/** Ages may differ, as tables are made at different times. */
function withoutAges(text: string): string {
  return text.replace(/\b\d+s\b/g, "");
}

describe.each(["application/json", `application/json;${table}`])("%s", (accept) => {
  const query = "includeObject=Object";

  it("is indented", async () => {
    const plain = (await listText(accept, query)).trimEnd();
    expect(plain.length).toBeGreaterThan(2 ** 20);
    const indented = await listText(accept, `${query}&pretty=1`);
    expect(withoutAges(indented)).toBe(withoutAges(indentJson(plain)));
  });

  it("is YAML", async () => {
    const plain = (await listText(accept, query)).trimEnd();
    const yaml = await listText(accept.replace("json", "yaml"), query);
    expect(withoutAges(yaml)).toBe(withoutAges(writeYaml(plain)));
  });
});

it("is Protocol Buffers", async () => {
  const object: JsonObject = parseStored(await listText("application/json"));
  const bytes = await list("application/vnd.kubernetes.protobuf");
  expect(Buffer.from(bytes).equals(encodeObject(object))).toBe(true);
});
