import { expect, it } from "vitest";
import { sentWarnings } from "../../../../src/runtime/v1/admission/strict-errors.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../../src/server/cluster.js";

const long = (head: string, length: number): string => head.padEnd(length, "x");

it("warnings are whole until all together are too long", () => {
  const texts = [long("a", 4000), long("b", 96)];
  expect(sentWarnings([...texts, "a", ""])).toEqual([long("a", 256), long("b", 96), "a"]);
  expect(sentWarnings([...texts, ...texts])).toEqual(texts);
});

it("warnings that are too long are cut, and dropped behind the limit", () => {
  const texts = Array.from({ length: 30 }, (_, index) => long(`${index} `, 400));
  const sent = sentWarnings(["short", ...texts, "last"]);
  expect(sent).toEqual(["short", ...texts.slice(0, 16).map((text) => text.slice(0, 256))]);
});

it("runes are counted, and what is cut off may be anything", () => {
  const text = "é𝒳".repeat(2100);
  expect(sentWarnings([text, `${long("a", 300)}\u0007`, "\u0007"])).toEqual([
    "é𝒳".repeat(128),
    long("a", 256),
  ]);
});

it("what begins alike is sent twice, whoever found it", async () => {
  const cluster = await Cluster.create({ minor: newestMinor });
  const [one, other] = [long("a", 3000), long("b", 3000)].map((tail) => long("u", 300) + tail);
  const body = { metadata: { name: "a", [one ?? ""]: 1, [other ?? ""]: 2 } };
  const headers: [string, string][] = [["content-type", "application/json"]];
  const path = "/api/v1/namespaces/default/configmaps";
  const answer = await cluster.send({ method: "POST", path, headers, body: JSON.stringify(body) });
  const cut = `unknown field \\"metadata.${long("u", 300)}`.slice(0, 257);
  expect(answer.header("warning")).toBe(`299 - "${cut}", 299 - "${cut}"`);
});
