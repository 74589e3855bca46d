import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/json/json.js";
import { isObject } from "../../../src/runtime/v1/json/json.js";
import {
  definitionOpenApiV2,
  definitionOpenApiV3,
} from "../../../src/server/definitions/definition-openapi.js";
import { jsonDifferences } from "../../support/json-differences.js";
import { hasShared, sharedPath } from "../../support/shared.js";

function recorded(name: string): JsonObject {
  const text = gunzipSync(readFileSync(sharedPath(`corpus/openapi/1.37.2/${name}`))).toString();
  return JSON.parse(text) as JsonObject; // a recorded document
}

function members(document: JsonObject, part: string): JsonObject {
  const value = document[part];
  return isObject(value) ? value : {};
}

/** What a client reads. */
function asRead(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document)) as JsonObject; // just written
}

describe("OpenAPI of CRDs themselves", () => {
  if (!hasShared) {
    it("DID NOT RUN: there are no recorded documents in ../shared", () => {
      console.warn("OpenAPI of CRDs themselves: DID NOT RUN, ../shared is missing");
      expect(Object.keys(members(asRead(definitionOpenApiV3()), "paths"))).toHaveLength(6);
    });
    return;
  }

  it("is in v3 what a whole server publishes", () => {
    const theirs = recorded("v3/apis__apiextensions.k8s.io__v1_openapi.json.gz");
    const ours = asRead(definitionOpenApiV3());
    expect(jsonDifferences(ours, theirs, "")).toEqual([]);
  });

  it("is in v2 a part of what a whole server publishes", () => {
    const theirs = recorded("swagger.json.gz");
    const ours = asRead(definitionOpenApiV2());
    const listed = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    for (const part of ["paths", "definitions", "parameters"]) {
      const [all, own] = [members(theirs, part), members(ours, part)];
      const same = Object.keys(own).filter((name) => !/(DeleteOptions|WatchEvent)$/.test(name));
      const pick = (from: JsonObject): JsonObject =>
        Object.fromEntries(same.map((name) => [name, from[name] ?? null]));
      expect(jsonDifferences(pick(own), pick(all), part)).toEqual([]);
    }
    const types = Object.keys(members(theirs, "definitions"));
    const missing = types.filter((name) => name.includes("apiextensions"));
    expect(missing.filter((name) => !(name in members(ours, "definitions")))).toEqual([]);
    expect(types.some((name) => name.startsWith(listed))).toBe(true);
  });
});
