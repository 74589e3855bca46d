import { expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../src/server/cluster.js";
import { askCluster } from "../support/builtin-cases.js";
import { Random } from "../support/random.js";
import {
  collectionOf,
  plainAdmission,
  randomBases,
  randomObject,
  resourceRow,
} from "./random-builtins.js";
import { describeWholeCluster } from "./whole-cluster.js";

const seed = Number(process.env["SAMPLE_SEED"] ?? 1);
const count = Number(process.env["VALIDATION_COUNT"] ?? 40);
/** Prints what else is different: what is not checked, and other words. */
const isShown = process.env["SHOW"] !== undefined;

/**
 * Not all rules of the server are checked, so that objects may be accepted here that a server
 * refuses. None may be refused that it accepts.
 */
describeWholeCluster(
  "objects with random fields are accepted where a whole server accepts them",
  (cluster) => {
    it.each(Object.entries(randomBases))("%s", async (resource, base) => {
      const row = resourceRow(resource);
      const memory = await Cluster.create({ minor: 37, builtIns: kindTable(37).resources });
      const random = new Random(seed);
      const refused: unknown[] = [];
      const verdicts = new Map<string, number>();
      for (let index = 0; index < count; index++) {
        const body = randomObject(row, base, random, index);
        const path = `${collectionOf(row)}?dryRun=All`;
        const theirs = await cluster().request("POST", path, body);
        const text = JSON.stringify(body);
        const ours = await askCluster(memory, "POST", path, "application/json", text);
        const verdict = `${theirs.code} ${ours.status}`;
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
        const own = causesOf(ours.answer);
        if (theirs.code === 201 && ours.status !== 201) refused.push({ text, own });
        const wanted = causesOf(theirs.body as Json); // of JSON
        const more = own.filter((cause) => !wanted.includes(cause));
        if (isShown && theirs.code === 422 && more.length > 0) console.log({ text, more, wanted });
      }
      if (isShown) console.log(resource, Object.fromEntries(verdicts));
      expect(refused).toEqual([]);
      expect(verdicts.get("201 201")).toBeGreaterThan(0);
    });
  },
  plainAdmission,
);

function causesOf(answer: Json): readonly string[] {
  const { details = null } = isObject(answer) ? answer : {};
  const causes = isObject(details) ? (details["causes"] ?? null) : null;
  const list = Array.isArray(causes) ? causes.filter(isObject) : [];
  return list.map(({ field, message }) => `${String(field)}: ${String(message)}`);
}
