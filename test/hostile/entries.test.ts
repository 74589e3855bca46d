import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServeFolder } from "../support/serve.js";
import type { Answer, AttackedServer } from "./attacked-server.js";
import { serveThings, thing, things } from "./things.js";

/* While the entries of a long list are merged, others are served. */

const folder = new ServeFolder();
let server: AttackedServer;

beforeEach(async () => {
  server = await serveThings(folder);
  // Who comes first waits for the compiler.
  expect((await server.ask("POST", things, { body: thing("first") })).status).toBe(201);
});

afterEach(() => {
  server.checkMemory();
});

const most = 20_000;
/** Enough for the second thread. */
const some = 2_000;
const path = `${things}/a`;

interface Entry {
  readonly name: string;
  readonly v: string;
}

function entries(value: string): readonly Entry[] {
  return Array.from({ length: some }, (_, index) => ({ name: `entry-${index}`, v: value }));
}

/** With two owners, as many entries with keys would be larger than what etcd takes. */
const texts = Array.from({ length: most }, (_, index) => `e${index}`);

interface Stored {
  readonly metadata: { readonly resourceVersion: string; readonly labels?: object };
  readonly spec: { readonly keyed: readonly Entry[]; readonly set: readonly string[] };
}

async function stored(): Promise<Stored> {
  return JSON.parse((await server.ask("GET", path)).text) as Stored; // as it was created
}

const newEvent = {
  regarding: { namespace: "default" },
  eventTime: "2026-01-01T00:00:00.000000Z",
  action: "a",
  reason: "r",
  type: "Normal",
  reportingController: "example.com/c",
  reportingInstance: "i",
};

function create(spec: object = { keyed: entries("0") }): Promise<Answer> {
  return server.ask("POST", things, { body: thing("a", spec) });
}

function apply(manager: string, spec: object): Promise<Answer> {
  return server.ask("PATCH", `${path}?fieldManager=${manager}&force=true`, {
    body: thing("a", spec),
    type: "application/apply-patch+yaml",
  });
}

function label(name: string): Promise<Answer> {
  const body = JSON.stringify({ metadata: { labels: { [name]: "x" } } });
  return server.ask("PATCH", path, { body, type: "application/merge-patch+json" });
}

describe("20,000 entries", () => {
  it("keep the main thread for less than 100 ms", async () => {
    const steps: Readonly<Record<string, () => Promise<Answer>>> = {
      created: () => create({ set: texts }),
      applied: () => apply("one", { set: [...texts, "more"] }),
      "left alone": () => label("a"),
    };
    for (const [step, run] of Object.entries(steps)) {
      const start = server.mainThreadTime();
      const { status, text } = await run();
      expect([200, 201], `${step}: ${text.slice(0, 500)}`).toContain(status);
      expect(server.mainThreadTime() - start, step).toBeLessThan(100);
    }
    const { metadata, spec } = await stored();
    expect(metadata.labels).toEqual({ a: "x" });
    expect(spec.set).toEqual([...texts, "more"]);
  });
});

describe("50,000 labels", () => {
  const labels = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`l${index}`, "v"]),
  );
  const events = "/api/v1/namespaces/default/events";

  it.each([
    ["Event", "v1", events, { involvedObject: { namespace: "default" } }],
    ["Event", "events.k8s.io/v1", `/apis/events.k8s.io/v1${events.slice(7)}`, newEvent],
    ["Namespace", "v1", "/api/v1/namespaces", {}],
  ])("of a new %s of %s keep the main thread for less than 100 ms, each time", async (...row) => {
    const [kind, apiVersion, collection, more] = row;
    const object = { apiVersion, kind, metadata: { name: "long", labels }, ...more };
    await server.ask("POST", collection, { body: JSON.stringify(object).replace("long", "warm") });
    const start = server.mainThreadTime();
    const created = await server.ask("POST", collection, { body: JSON.stringify(object) });
    expect(created.status, created.message).toBe(201);
    const patch = JSON.stringify({ metadata: { labels: { l1: "w" } } });
    const type = "application/merge-patch+json";
    const patched = await server.ask("PATCH", `${collection}/long`, { body: patch, type });
    expect(patched.status, patched.message).toBe(200);
    expect(server.mainThreadTime() - start).toBeLessThan(200);
    const read = await server.ask("GET", `${collection}/long`);
    expect(read.text).toBe(patched.text);
    const shown = (JSON.parse(read.text) as Stored).metadata.labels; // an object, too
    expect(shown).toMatchObject({ l0: "v", l1: "w", l49999: "v" });
  });
});

describe("long lists", () => {
  it("are answered with the version under which they are stored", async () => {
    const answered = JSON.parse((await create()).text) as Stored; // a thing
    expect(answered).toEqual(await stored());
    expect(Number(answered.metadata.resourceVersion)).toBeLessThan(10_000);
  });

  it("lose nothing that comes between", async () => {
    await create();
    const [long, ...short] = await Promise.all([
      apply("one", { keyed: entries("1") }),
      ...["a", "b", "c"].map(label),
    ]);
    expect([long, ...short].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { metadata, spec } = await stored();
    expect(metadata.labels).toEqual({ a: "x", b: "x", c: "x" });
    expect(new Set(spec.keyed.map(({ v }) => v))).toEqual(new Set(["1"]));
  });

  it("are created once", async () => {
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
