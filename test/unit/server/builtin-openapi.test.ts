import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import {
  builtinOpenApiV2,
  builtinOpenApiV3,
} from "../../../src/server/builtin-openapi/builtin-openapi.js";
import { jsonDifferences } from "../../support/json-differences.js";
import { hasShared, sharedPath } from "../../support/shared.js";

function recorded(name: string): JsonObject {
  const text = gunzipSync(readFileSync(sharedPath(`corpus/openapi/1.37.2/${name}`))).toString();
  return JSON.parse(text) as JsonObject; // a recorded document
}

function members(document: JsonObject | undefined, part: string): JsonObject {
  const value = document?.[part];
  return isObject(value) ? value : {};
}

/** What a client reads. */
function asRead(document: JsonObject | undefined): JsonObject {
  return JSON.parse(JSON.stringify(document ?? {})) as JsonObject; // just written
}

/** The members that another object has too. */
function alsoIn(other: JsonObject, object: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(other).map((key) => [key, object[key] ?? null]));
}

const groups = [
  "apiextensions.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "coordination.k8s.io",
  "events.k8s.io",
];

describe("OpenAPI of built-in kinds", () => {
  if (!hasShared) {
    it("DID NOT RUN: there are no recorded documents in ../shared", () => {
      console.warn("OpenAPI of built-in kinds: DID NOT RUN, ../shared is missing");
      expect(builtinOpenApiV3().size).toBe(groups.length + 1);
    });
    return;
  }

  it.each(groups)("is in v3 what a whole server publishes of %s", (group) => {
    const theirs = recorded(`v3/apis__${group}__v1_openapi.json.gz`);
    const ours = asRead(builtinOpenApiV3().get(`/openapi/v3/apis/${group}/v1`));
    expect(jsonDifferences(ours, theirs, "")).toEqual([]);
  });

  it("is in v3 a part of what a whole server publishes of the core group", () => {
    const theirs = recorded("v3/api__v1_openapi.json.gz");
    const ours = asRead(builtinOpenApiV3().get("/openapi/v3/api/v1"));
    const [paths, all] = [members(ours, "paths"), members(theirs, "paths")];
    expect(jsonDifferences(paths, alsoIn(paths, all), "paths")).toEqual([]);
    const [schemas, types] = [ours, theirs].map((document) =>
      members(members(document, "components"), "schemas"),
    );
    expect(jsonDifferences(schemas ?? {}, alsoIn(schemas ?? {}, types ?? {}))).toEqual([]);
    const kinds =
      /^\/api\/v1\/(watch\/)?(namespaces\/\{namespace\}\/)?(configmaps|events|secrets|serviceaccounts|namespaces)(?=\/\{name\}|$)/;
    const missing = Object.keys(all).filter((path) => kinds.test(path) && !(path in paths));
    expect(missing).toEqual([]);
  });

  it("is in v2 a part of what a whole server publishes", () => {
    const theirs = recorded("swagger.json.gz");
    const ours = asRead(builtinOpenApiV2());
    for (const part of ["paths", "definitions", "parameters"]) {
      const [all, own] = [members(theirs, part), members(ours, part)];
      const same = Object.entries(own).filter(
        ([name]) => !/(DeleteOptions|WatchEvent)$/.test(name),
      );
      const compared = Object.fromEntries(same);
      expect(jsonDifferences(compared, alsoIn(compared, all), part)).toEqual([]);
    }
  });
});
