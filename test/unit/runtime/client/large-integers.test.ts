import { beforeEach, describe, expect, it } from "vitest";
import { createOrUpdate } from "../../../../src/runtime/v1/client/create-or-update.js";
import { defineResource } from "../../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import { statusClientOf } from "../../../../src/runtime/v1/client/subresource-clients.js";
import type { TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import { addFinalizer } from "../../../../src/runtime/v1/controller.js";
import { Cluster } from "../../../../src/server/cluster.js";
import { boatCrd } from "../../../support/boat.js";

/*
 * The server keeps int64; what JavaScript reads of one beyond 2^53 may be another number. These
 * tests compare texts, since no value of JavaScript shows the difference.
 */

interface Item {
  name: string;
  id?: number;
}

interface Spec {
  id?: number;
  max?: number;
  mode?: string;
  ratio?: number;
  items?: Item[];
  ids?: number[];
}

interface Big {
  apiVersion: string;
  kind: string;
  metadata: { name: string; resourceVersion?: string; labels?: { [key: string]: string } };
  spec: Spec;
  status?: { seen?: number; phase?: string; seenItems?: Item[] };
}

const definition = defineResource<Big>({
  group: "bugs.example.com",
  version: "v1",
  kind: "Big",
  plural: "bigs",
  scope: "Namespaced",
  subresources: { status: true },
});

const number = { type: "number" };
const int64 = { type: "integer", format: "int64" };
const text = { type: "string" };
const items = { type: "array", items: { type: "object", properties: { name: text, id: int64 } } };
const crd = boatCrd({
  metadata: { name: "bigs.bugs.example.com" },
  spec: { group: "bugs.example.com", names: { kind: "Big", plural: "bigs" } },
  version: { subresources: { status: {} } },
  schema: {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          ...{ id: int64, max: int64, mode: text, ratio: number, items },
          ids: { type: "array", items: int64 },
        },
      },
      status: { type: "object", properties: { seen: int64, phase: text, seenItems: items } },
    },
  },
});

let cluster: Cluster;
let sent: TransportRequest[];
let bigs: ResourceClient<(typeof definition)["types"] & object>;
const path = "/apis/bugs.example.com/v1/namespaces/default/bigs";

async function send(
  method: string,
  to: string,
  body?: string,
  type = "application/json",
): Promise<string> {
  const headers: [string, string][] = [["content-type", type]];
  const response = await cluster.send({
    method,
    path: to,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const answer = await response.text();
  if (response.status >= 300) throw new Error(answer);
  return answer;
}

async function store(spec: string, status = "{}"): Promise<void> {
  const head = '"apiVersion":"bugs.example.com/v1","kind":"Big","metadata":{"name":"a"}';
  await send("POST", path, `{${head},"spec":${spec}}`);
  await send("PATCH", `${path}/a/status`, `{"status":${status}}`, "application/merge-patch+json");
}

/** A part of the stored object as it is printed. */
async function storedText(part: "spec" | "status" = "spec"): Promise<string> {
  const answer = await send("GET", `${path}/a`);
  const end = part === "spec" ? /"spec":(.*?)(?:,"status":.*)?\}\s*$/s : /"status":(.*)\}\s*$/s;
  return end.exec(answer)?.[1] ?? answer;
}

const writes = (): string[] =>
  sent.filter(({ method }) => method !== "GET").map(({ method }) => method);

beforeEach(async () => {
  cluster = new Cluster({ minor: 37 });
  await send(
    "POST",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    JSON.stringify(crd),
  );
  sent = [];
  const transport = withMiddleware(cluster, (next) => (request) => {
    sent.push(request);
    return next(request);
  });
  bigs = new ResourceClient(definition, transport, { namespace: "default" });
});

describe("modify leaves integers beyond 2^53 as they are", () => {
  it.each<[string, string, (spec: Spec) => Spec | undefined, string]>([
    [
      "a field beside it",
      '{"id":9007199254740993,"mode":"a"}',
      (spec) => void (spec.mode = "b"),
      '{"id":9007199254740993,"mode":"b"}',
    ],
    [
      "the largest and the smallest",
      '{"id":9223372036854775807,"max":-9223372036854775808,"mode":"a"}',
      (spec) => void (spec.mode = "b"),
      '{"id":9223372036854775807,"max":-9223372036854775808,"mode":"b"}',
    ],
    [
      "one is changed, the other is not",
      '{"id":9007199254740993,"max":9007199254740995}',
      (spec) => void (spec.id = 5),
      '{"id":5,"max":9007199254740995}',
    ],
    [
      "a new one is set on purpose",
      '{"id":9007199254740993}',
      (spec) => void (spec.max = 2 ** 54),
      '{"id":9007199254740993,"max":18014398509481984}',
    ],
    [
      "set where none was",
      '{"mode":"a"}',
      (spec) => void (spec.max = 2 ** 54),
      '{"max":18014398509481984,"mode":"a"}',
    ],
    [
      "removed",
      '{"id":9007199254740993,"mode":"a"}',
      (spec) => {
        delete spec.id;
        return undefined;
      },
      '{"mode":"a"}',
    ],
    [
      "a copy",
      '{"id":9007199254740993,"mode":"a"}',
      (spec) => ({ ...spec, mode: "b" }),
      '{"id":9007199254740993,"mode":"b"}',
    ],
    [
      "an item is changed",
      '{"items":[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"b"}]}',
      ({ items: all = [] }) => void Object.assign(all[1] ?? {}, { name: "c" }),
      '{"items":[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"c"}]}',
    ],
    [
      "an item is added",
      '{"items":[{"id":9007199254740993,"name":"b"}]}',
      ({ items: all = [] }) => void all.unshift({ name: "a" }),
      '{"items":[{"name":"a"},{"id":9007199254740993,"name":"b"}]}',
    ],
    [
      "items are taken out, and one is changed",
      '{"items":[{"id":9007199254740991,"name":"a"},{"id":9007199254740992,"name":"b"},{"id":9007199254740993,"name":"c"},{"id":9007199254740995,"name":"d"}]}',
      (spec) => {
        spec.items = spec.items?.filter(({ name }) => name !== "b" && name !== "d") ?? [];
        Object.assign(spec.items[1] ?? {}, { name: "e" });
        return undefined;
      },
      '{"items":[{"id":9007199254740991,"name":"a"},{"id":9007199254740993,"name":"e"}]}',
    ],
    [
      "an item is changed in a copy of the list",
      '{"items":[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"b"}]}',
      (spec) => ({
        ...spec,
        items: (spec.items ?? []).map((item) =>
          item.name === "b" ? { ...item, name: "c" } : item,
        ),
      }),
      '{"items":[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"c"}]}',
    ],
    [
      "a list of them",
      '{"ids":[9007199254740993,9007199254740997,5]}',
      ({ ids }) => void ids?.splice(1, 1),
      '{"ids":[9007199254740993,5]}',
    ],
  ])("%s", async (_, before, change, after) => {
    await store(before);
    await bigs.modify("a", (object) => {
      const spec = change(object.spec);
      return spec === undefined ? undefined : { ...object, spec };
    });
    expect(await storedText()).toBe(after);
  });

  it.each<[string, string, (spec: Spec) => void, string]>([
    [
      "to another field",
      '{"id":9007199254740993}',
      (spec) => void Object.assign(spec, { max: spec.id }),
      "spec.max is 9007199254740992, which may be the rounded form of another integer beyond 2^53; it was read, and can be kept in its place alone: send the other fields with patch",
    ],
    [
      "to another index",
      '{"items":[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"b"}]}',
      ({ items: all }) => void all?.reverse(),
      "spec.items.1.id is 9007199254740992, which",
    ],
    [
      "in a list of equal ones",
      '{"ids":[9007199254740992,9007199254740993,5]}',
      ({ ids }) => void ids?.shift(),
      "spec.ids.0 is 9007199254740992, which",
    ],
  ])("one cannot be moved: %s", async (_, before, change, message) => {
    await store(before);
    const modified = bigs.modify("a", ({ spec }) => {
      change(spec);
    });
    await expect(modified).rejects.toThrow(message);
    await expect(modified).rejects.toBeInstanceOf(TypeError);
    expect(await storedText()).toBe(before);
    expect(writes()).toEqual([]);
  });

  it("sends nothing where nothing changed, and a PUT where no such integer is", async () => {
    await store('{"id":9007199254740993,"mode":"a"}');
    await bigs.modify("a", () => undefined);
    await bigs.modify("a", (object) => ({ ...object, spec: { mode: "a", ...object.spec } }));
    expect(writes()).toEqual([]);
    await bigs.modify("a", ({ spec }) => void (spec.id = 5));
    await bigs.modify("a", ({ spec }) => void (spec.id = 6));
    expect(writes()).toEqual(["PATCH", "PUT"]);
  });

  it("begins anew on conflict", async () => {
    await store('{"id":9007199254740993,"mode":"a"}');
    let calls = 0;
    await bigs.modify("a", async ({ spec }) => {
      if (calls++ === 0)
        await send(
          "PATCH",
          `${path}/a`,
          '{"spec":{"id":9007199254740995}}',
          "application/merge-patch+json",
        );
      spec.mode = "b";
    });
    expect(calls).toBe(2);
    expect(await storedText()).toBe('{"id":9007199254740995,"mode":"b"}');
  });

  it("metadata and status mean what they mean in a PUT", async () => {
    await store('{"id":9007199254740993}', '{"phase":"a"}');
    const changed = await bigs.modify("a", (object) => {
      object.metadata.labels = { "example.com/b": "d" };
      object.status = { phase: "b" };
    });
    expect(changed).toMatchObject({
      metadata: { labels: { "example.com/b": "d" } },
      status: { phase: "a" },
    });
    await bigs.modify("a", ({ apiVersion, kind, spec }) => ({
      apiVersion,
      kind,
      metadata: { name: "a" },
      spec,
    }));
    expect(await bigs.get("a")).not.toHaveProperty("metadata.labels");
    expect(await storedText()).toBe('{"id":9007199254740993}');
  });
});

describe("everything else that reads and writes", () => {
  it("status.modify", async () => {
    await store('{"id":9007199254740993}', '{"phase":"a","seen":9007199254740993}');
    const status = statusClientOf(bigs as never) as unknown as { modify: (typeof bigs)["modify"] }; // it has a status
    await status.modify("a", (object) => void (object.status = { ...object.status, phase: "b" }));
    expect(await storedText("status")).toBe('{"phase":"b","seen":9007199254740993}');
    expect(await storedText()).toBe('{"id":9007199254740993}');
  });

  it("createOrUpdate keeps what it is not about", async () => {
    await store('{"id":9007199254740993,"mode":"a"}');
    const wanted = { apiVersion: "bugs.example.com/v1", kind: "Big", metadata: { name: "a" } };
    await createOrUpdate(bigs, { ...wanted, spec: { id: Number("9007199254740993"), mode: "b" } });
    expect(await storedText()).toBe('{"id":9007199254740993,"mode":"b"}');
  });

  it("finalizers", async () => {
    await store('{"id":9007199254740993}');
    await addFinalizer(bigs as never, (await bigs.get("a")) as never, "example.com/done");
    expect(await storedText()).toBe('{"id":9007199254740993}');
  });

  it.each([
    [
      "update",
      '{"id":9007199254740993}',
      "spec.id is 9007199254740992, which may be the rounded form of another integer beyond 2^53; update would store it so: send the other fields with modify or patch, or say { allowLargeIntegers: true } if it is meant",
    ],
    [
      "update",
      '{"items":[{"name":"a","id":9223372036854775807}]}',
      "spec.items[0].id is 9223372036854776000, which",
    ],
    [
      "apply",
      '{"id":-9223372036854775808}',
      "spec.id is -9223372036854776000, which may be the rounded form of another integer beyond 2^53; apply would store it so: send",
    ],
  ] as const)("%s is refused before it is sent: %s", async (verb, spec, message) => {
    await store(spec);
    const object = await bigs.get("a");
    const written = bigs[verb](object, { fieldManager: "me" });
    await expect(written).rejects.toThrow(message);
    expect(writes()).toEqual([]);
  });

  it("update sends them if they are meant, and patch does", async () => {
    await store('{"id":9007199254740993}');
    await bigs.update(await bigs.get("a"), { allowLargeIntegers: true });
    expect(await storedText()).toBe('{"id":9007199254740992}');
    await bigs.patch("a", { merge: { spec: { id: 2 ** 54 } } });
    expect(await storedText()).toBe('{"id":18014398509481984}');
  });

  it("numbers that are exact are sent: float64, and 16 digits that are none", async () => {
    await store('{"ratio":1e20,"id":9007199254740991,"mode":"12345678901234567890"}');
    const object = await bigs.get("a");
    await bigs.update({ ...object, spec: { ...object.spec, mode: "99999999999999999999" } });
    await bigs.update({ ...(await bigs.get("a")), spec: { ratio: 0.1234567890123456 } });
    expect(await storedText()).toBe('{"ratio":0.1234567890123456}');
  });
});
