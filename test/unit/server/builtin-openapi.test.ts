import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { builtinOpenApi } from "../../../src/server/builtin-openapi/builtin-openapi.js";
import { jsonDifferences } from "../../support/json-differences.js";
import { describeShared, sharedPath } from "../../support/shared.js";

function recorded(release: string, name: string): JsonObject {
  const text = gunzipSync(readFileSync(sharedPath("corpus/openapi", release, name))).toString();
  return JSON.parse(text) as JsonObject; // a recorded document
}

function documentsOf(minor: KubernetesMinor): ReturnType<typeof builtinOpenApi> {
  const table = kindTable(minor);
  return builtinOpenApi(table, table.resources);
}

/** What a client reads, without sentences. */
function structure(value: Json): Json {
  if (Array.isArray(value)) return value.map(structure);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => value[key] !== undefined);
  const kept = members.filter(
    ([key, member]) => key !== "description" || typeof member !== "string",
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, structure(member)]));
}

function at(document: Json | undefined, ...path: readonly string[]): JsonObject {
  const [key, ...rest] = path;
  const object = isObject(document ?? null) ? (document as JsonObject) : {}; // as checked
  return key === undefined ? object : at(object[key], ...rest);
}

const minor = 37;

describe("OpenAPI of built-in kinds", () => {
  it("refers to nothing that it does not have", () => {
    for (const release of [28, 32, 37] as const) {
      const { v2, v3 } = documentsOf(release);
      for (const [path, document] of [...v3, ["/openapi/v2", v2] as const]) {
        const text = JSON.stringify(document);
        const names = [...text.matchAll(/"#\/(?:components\/schemas|definitions)\/([^"]*)"/g)];
        const types = { ...at(document, "components", "schemas"), ...at(document, "definitions") };
        const missing = names.filter(([, name = ""]) => types[name] === undefined);
        expect([path, missing.map(([, name]) => name)]).toEqual([path, []]);
        expect([path, names.length > 0]).toEqual([path, true]);
      }
    }
  });

  it("describes what a release has alone", () => {
    const places = (release: KubernetesMinor): readonly string[] => [
      ...documentsOf(release).v3.keys(),
    ];
    expect(places(28)).not.toContain("/openapi/v3/apis/resource.k8s.io/v1");
    expect(places(37)).toContain("/openapi/v3/apis/resource.k8s.io/v1");
    const resize = "/api/v1/namespaces/{namespace}/pods/{name}/resize";
    expect(at(documentsOf(31).v2, "paths")).not.toHaveProperty([resize]);
    expect(at(documentsOf(32).v2, "paths")).toHaveProperty([resize]);
  });

  it("has the enums, keys and defaults of the table", () => {
    const { v2, v3 } = documentsOf(minor);
    const schemas = at(v3.get("/openapi/v3/api/v1"), "components", "schemas");
    expect(schemas["io.k8s.api.core.v1.ContainerPort"]).toEqual({
      type: "object",
      required: ["containerPort"],
      properties: {
        name: { type: "string" },
        hostPort: { type: "integer", format: "int32" },
        containerPort: { type: "integer", format: "int32", default: 0 },
        protocol: { type: "string", default: "TCP", enum: ["SCTP", "TCP", "UDP"] },
        hostIP: { type: "string" },
      },
    });
    const port = at(v2, "definitions", "io.k8s.api.core.v1.ContainerPort", "properties");
    expect(port["protocol"]).toEqual({ type: "string", enum: ["SCTP", "TCP", "UDP"] });
  });
});

describeShared("OpenAPI of built-in kinds, beside a whole server's", () => {
  const { v2, v3 } = documentsOf(minor);

  it.each([...v3])("has the structure of %s", (path, document) => {
    const file = path.replace("/openapi/v3/", "").replaceAll("/", "__");
    const theirs = recorded("1.37.2", `v3/${file}_openapi.json.gz`);
    expect(jsonDifferences(structure(document), structure(theirs))).toEqual([]);
  });

  it("has a document for each of a whole server's, but for its identity's", () => {
    const paths = Object.keys(at(recorded("1.37.2", "v3/index.json.gz"), "paths"));
    const missing = paths.filter((path) => !v3.has(`/openapi/v3/${path}`));
    expect(missing.sort()).toEqual([".well-known/openid-configuration", "openid/v1/jwks"]);
  });

  it("has the structure of /openapi/v2", () => {
    const theirs = recorded("1.37.2", "swagger.json.gz");
    const [ours, whole] = [named(v2), named(theirs)];
    for (const part of ["paths", "definitions", "parameters"]) {
      const [own, all] = [at(ours, part), at(whole, part)];
      const differences = [...new Set([...Object.keys(own), ...Object.keys(all)])]
        .filter((name) => !expected.test(name))
        .flatMap((name) => jsonDifferences(own[name] ?? null, all[name] ?? null, name));
      expect(differences).toEqual([]);
    }
  });

  /** Which kinds may be watched and deleted is registered for all groups; who issues tokens. */
  const expected = /\.(DeleteOptions|WatchEvent)$|^\/(\.well-known|openid)\//;

  /** Shared parameters are called by a hash of their sentences. */
  function named(document: JsonObject): JsonObject {
    const parts = ["paths", "definitions", "parameters"];
    const kept = Object.fromEntries(parts.map((part) => [part, at(document, part)]));
    const text = JSON.stringify(structure(kept));
    const plain = text.replace(/"(#\/parameters\/)?(\w+)-[\w-]{8}"/g, '"$1$2"');
    return JSON.parse(plain) as JsonObject; // it was one
  }

  it.each(["1.30.14", "1.34.4"])("has the fields that %s has", (release) => {
    const [, own = ""] = release.split(".");
    const { v2: ours } = documentsOf(Number(own) as KubernetesMinor); // as recorded
    const theirs = at(recorded(release, "swagger.json.gz"), "definitions");
    const types = Object.keys(at(ours, "definitions")).filter((name) =>
      name.startsWith("io.k8s.api."),
    );
    expect(types.length).toBeGreaterThan(400);
    for (const name of types) {
      const [fields, all] = [at(ours, "definitions", name), at(theirs, name)];
      expect([name, shapeOf(fields)]).toEqual([name, shapeOf(all)]);
    }
  });

  /** Types and required fields; lists without a word of their owners are atomic. */
  function shapeOf(type: JsonObject): Json {
    const text = JSON.stringify(structure({ type: at(type, "properties") }));
    const fields = JSON.parse(
      text.replace(/,?"x-kubernetes-list-type":"atomic"|,?"enum":\[[^\]]*\]/g, ""),
    ) as JsonObject; // it was one
    const entries = Object.entries(at(fields, "type")).sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      fields: entries.map(([key, value]) => [key, sorted(value)]),
      required: type["required"] ?? [],
    };
  }

  function sorted(value: Json): Json {
    if (!isObject(value)) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
  }
});
