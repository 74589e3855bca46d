import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import { Random } from "../support/random.js";
import { applyPatch, widgetCrd, widgets } from "./apply-scenarios.js";
import { crdPath, describeApiServer, installCrd } from "./server.js";
import { fuzzSettings } from "./settings.js";
import type { TwinRequest } from "./two-servers.js";
import { Twin } from "./two-servers.js";

const { count, seed } = fuzzSettings("YAML", 3, 600);

/** What YAML has a meaning for, and what is near to that. */
const pieces: readonly string[] = [
  "a", "b", "é", "日本", "😀", "1", "0x1F", "010", "1_000", "1e3", "1.0", "1e400", ".inf", "~", "null", "yes", "No",
  "2001-01-01", "18446744073709551616", "-0b1", ": ", ":", "\n", "\n  ", "\n    ", "- ", "-", "? ", "[", "]", "{", "}",
  ",", ", ", "#", " # c", "&x ", "*x", "!", "!!str ", "!!int ", "!!float ", "!!binary ", "!foo ", "|", ">", "|-\n    ",
  ">+\n    ", "'", '"', "''", "\\n", "\\/", "\\ud800", "\\u0041", "\\x4", "\t", " ", "---\n", "...\n", "<<: ", "<<: *x",
  "\u0085", "\u2028", "\r\n", "@", "`", "%", "=", "a: 1\n  ", "a: 2\n  ", "b: {a: 1, a: 2}\n  ", '"x"', "'y'", "\u0001",
]; // prettier-ignore

/** A body whose spec is made up of such pieces. */
function textOf(parts: readonly string[]): string {
  const head = "apiVersion: apply.example.com/v1\nkind: Widget\nmetadata: {name: made-up}\n";
  return `${head}spec:\n  any: ${parts.join("")}\n`;
}

function requestOf(parts: readonly string[], isApply: boolean, validation: string): TwinRequest {
  const query = `fieldManager=me&dryRun=All&fieldValidation=${validation}`;
  const body = textOf(parts);
  return isApply
    ? { method: "PATCH", path: `${widgets}/made-up?${query}`, body, type: applyPatch }
    : { method: "POST", path: `${widgets}?${query}`, body, type: "application/yaml" };
}

describeApiServer("bodies in YAML and a real server", (server) => {
  it(`agree on ${count} texts by chance`, async () => {
    await installCrd(server(), widgetCrd);
    const cluster = await Cluster.create({ minor: newestMinor });
    const [real, memory] = [new Twin(server().transport), new Twin(cluster)];
    await memory.ask({ method: "POST", path: crdPath, body: JSON.stringify(widgetCrd) });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const differs = async (request: TwinRequest): Promise<unknown> => {
      const [theirs, ours] = await Promise.all([real.ask(request), memory.ask(request)]);
      return isDeepStrictEqual(theirs, ours) ? undefined : { request, theirs, ours };
    };
    const random = new Random(seed);
    const found: unknown[] = [];
    for (let index = 0; index < count && found.length < 3; index++) {
      const parts = Array.from({ length: 1 + random.below(10) }, () => random.pick(pieces));
      const isApply = random.chance(0.5);
      const validation = random.pick(["Strict", "Warn", "Ignore"]);
      const ask = (some: readonly string[]): Promise<unknown> =>
        differs(requestOf(some, isApply, validation));
      if ((await ask(parts)) === undefined) continue;
      found.push(await ask(await shortest(parts, ask)));
    }
    expect(found).toEqual([]);
  });
});

/** Leaves out pieces for as long as there is a difference. */
async function shortest(
  parts: readonly string[],
  ask: (some: readonly string[]) => Promise<unknown>,
): Promise<readonly string[]> {
  for (const [index] of parts.entries()) {
    const fewer = parts.filter((_, at) => at !== index);
    if ((await ask(fewer)) !== undefined) return shortest(fewer, ask);
  }
  return parts;
}
