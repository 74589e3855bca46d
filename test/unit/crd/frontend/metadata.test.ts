import { expect, it } from "vitest";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { boatCrd, boatSource } from "../../../support/boat.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";

/** How many faults a server of a version tells of two labels with one bad value. */
function faultsOn(minor: 36 | 37): number {
  const labels = { app: "{{ name }}", part: "{{ name }}" };
  const crd = asCrd(boatCrd({ metadata: { labels } }));
  const options = { ...plainLintOptions, minor, table: new SchemaTable() };
  return lintCrd(crd, options).causes.filter(({ field }) => field === "metadata.labels").length;
}

it("equal faults of metadata are told once, from 1.37 on", () => {
  expect([faultsOn(36), faultsOn(37)]).toEqual([2, 1]);
});

it("a kind is in lower case what Go makes of it, letter by letter", () => {
  const options = { ...plainLintOptions, table: new SchemaTable() };
  const causesOf = (kind: string): readonly string[] => {
    const crd = asCrd(boatCrd({ spec: { names: { plural: "boats", kind } } }));
    return lintCrd(crd, options).causes.map(({ message }) => message);
  };
  expect(causesOf("İ")).toEqual([]);
  expect(causesOf("ΣΣ")[0]).toContain('Invalid value: "σσ"');
});

it("faults of owner references are told where they stand", async () => {
  const text = JSON.stringify(
    boatCrd({ metadata: { ownerReferences: [{ apiVersion: "v1" }] } }),
    null,
    1,
  );
  const list = await lint({ sources: [{ path: "crd.json", text }] });
  const lines = text.split("\n");
  const places = list.map(({ message, start }) => [
    message.split(":")[0],
    lines[(start?.line ?? 0) - 1]?.trim(),
  ]);
  expect(places).toEqual([
    ["metadata.ownerReferences[0].kind", "{"],
    ["metadata.ownerReferences[0].name", "{"],
    ["metadata.ownerReferences[0].uid", "{"],
  ]);
});

it("a right name is proposed where there is what it is made of", async () => {
  const helpOf = async (spec: JsonObject): Promise<string | undefined> => {
    const text = JSON.stringify(boatCrd({ metadata: { name: "x" }, spec }));
    const list = await lint({ sources: [{ path: "crd.json", text }] });
    return list.find(({ code }) => code === "crd/name-mismatch")?.help;
  };
  expect(await helpOf({})).toBe("write `name: boats.sea.example.com`");
  expect(await helpOf({ group: "" })).toBe(
    "give `spec.names.plural` and `spec.group`: the name is `<plural>.<group>`",
  );
});

it("a placeholder is told from a wrong label", async () => {
  const helpOf = async (label: string): Promise<string | undefined> => {
    const source = boatSource({ metadata: { labels: { version: label } } });
    const list = await lint({ sources: [source] });
    return list.find(({ code }) => code === "crd/metadata-invalid")?.help;
  };
  expect(await helpOf("${OPERATOR_VERSION}")).toBe(
    "fill in the placeholder `${OPERATOR_VERSION}` first",
  );
  expect(await helpOf("a b")).toContain("a key is `name` or `domain/name`");
});
