import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { libraryTypes, runtimeTypes } from "../../../src/runtime/contract.js";
import * as internal from "../../../src/runtime/v1/internal.js";
import * as library from "../../../src/runtime/v1/library.js";

const root = join(import.meta.dirname, "../../../src/runtime/v1");

/** The types that a list of exports names. */
function typesOf(list: string): readonly string[] {
  const text = readFileSync(join(root, `${list}.ts`), "utf8");
  return [...text.matchAll(/^export type \{([^}]+)\}/gm)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])),
  );
}

it("lists the types that generated code may import", () => {
  expect([...runtimeTypes].sort()).toEqual([...typesOf("internal")].sort());
  expect([...libraryTypes].sort()).toEqual([...typesOf("library")].sort());
});

it("has at most 150 names for back ends, and none that tables name too", () => {
  const tables = Object.keys(library);
  const values = Object.keys(internal).filter((name) => !tables.includes(name));
  expect(values.length).toBeGreaterThan(50);
  expect(values.length + runtimeTypes.length).toBeLessThanOrEqual(150);
  expect(runtimeTypes.filter((name) => values.includes(name))).toEqual([]);
});
