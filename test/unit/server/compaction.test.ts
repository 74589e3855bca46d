import { beforeEach, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

const path = "/api/v1/namespaces/default/configmaps";
const minutes = 60_000;

let cluster: Cluster;
beforeEach(async () => {
  cluster = await Cluster.create({ minor: 37 });
  for (const name of ["a", "b", "c"]) {
    await cluster.send({
      method: "POST",
      path,
      headers: [["content-type", "application/json"]],
      body: JSON.stringify({ metadata: { name } }),
    });
  }
});

interface Page {
  readonly code?: number;
  readonly metadata: { readonly continue?: string; readonly resourceVersion?: string };
  readonly items?: readonly { readonly metadata: { readonly name: string } }[];
}

async function list(options: Readonly<Record<string, string>>): Promise<Page> {
  const query = new URLSearchParams(options).toString();
  const response = await cluster.send({ method: "GET", path, query, headers: [] });
  return JSON.parse(await response.text()) as JsonObject & Page; // of the server
}

it("forgets what is older than five minutes; a list goes on with what is there now", async () => {
  const first = await list({ limit: "1" });
  const page = { limit: "1", continue: first.metadata.continue ?? "" };
  for (let waited = 0; waited < 5; waited++) {
    expect((await list(page)).items).toHaveLength(1);
    cluster.server.advance(minutes);
  }
  expect((await list(page)).items).toHaveLength(1);
  cluster.server.advance(5 * minutes);
  const gone = await list(page);
  expect(gone.code).toBe(410);
  const rest = await list({ continue: gone.metadata.continue ?? "" });
  expect(rest.items?.map(({ metadata }) => metadata.name)).toEqual(["b", "c"]);
  expect(rest.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
});

it("forgets at once where nobody asked anything for ten minutes", async () => {
  const first = await list({ limit: "1" });
  cluster.server.advance(10 * minutes);
  expect(await list({ continue: first.metadata.continue ?? "" })).toMatchObject({ code: 410 });
  expect((await list({})).items).toHaveLength(3);
});
