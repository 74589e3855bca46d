import { parse } from "yaml";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

/*
 * Examples in docs/diagnostics are fenced blocks whose info string says what they are a part of.
 * They are merged into a small valid CRD as `kubectl patch --type merge` would, except that null
 * stays and that each entry of `spec.versions` is merged into the one version of that CRD:
 *
 *   yaml crd       a whole CRD (it has kind, group and names), or a part of one
 *   yaml version   an entry of `spec.versions`
 *   yaml schema    the schema of a version
 *   yaml fields    fields below `spec` in the schema of a version
 *   yaml source    text that is taken as it is, since it is about the text (so is `json source`)
 *
 * With `fixed` behind it a block is the corrected example; with `stored`, what the examples behind
 * it replace. Blocks without such a word are only there to be read.
 */

const parts = ["crd", "version", "schema", "fields", "source"] as const;
type Part = (typeof parts)[number];

/** One example of a page. */
export interface PageExample {
  readonly isFixed: boolean;
  /** What is to be linted. */
  readonly text: string;
  /** The CRD that it replaces, if any. */
  readonly stored: string | undefined;
  readonly format: "json" | "yaml";
  /** What the page says that lint prints: the lines of the plain block behind the example. */
  readonly output: readonly string[];
}

const block = /^```(yaml|json) (\w+)( fixed| stored)?\n([^]*?)^```$(?:\n\n```\n([^]*?)^```$)?/gm;

/** The examples of a page in its order. */
export function examplesOf(page: string): PageExample[] {
  const examples: PageExample[] = [];
  let stored: string | undefined;
  for (const [, format, word, role, body = "", output = ""] of page.matchAll(block)) {
    const text = sourceText(parts.find((part) => part === word) ?? unknownPart(word), body);
    if (role === " stored") stored = text;
    else {
      examples.push({
        isFixed: role === " fixed",
        text,
        stored,
        format: format === "json" ? "json" : "yaml",
        output: output.split("\n").filter((line) => line !== ""),
      });
    }
  }
  return examples;
}

function unknownPart(word: string | undefined): never {
  throw new Error(`'${String(word)}' is none of ${parts.join(", ")}`);
}

const baseVersion: JsonObject = {
  name: "v1",
  served: true,
  storage: true,
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", properties: { schedule: { type: "string" } } } },
    },
  },
};

const baseCrd: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "crontabs.stable.example.com" },
  spec: {
    group: "stable.example.com",
    scope: "Namespaced",
    names: { kind: "CronTab", plural: "crontabs" },
    versions: [baseVersion],
  },
};

function sourceText(part: Part, text: string): string {
  if (part === "source" || isWhole(text)) return text;
  return JSON.stringify(merge(baseCrd, asCrd(part, parse(text) as Json))); // YAML of JSON values alone
}

/** Whether nothing needs to be added. */
function isWhole(text: string): boolean {
  return /^kind: CustomResourceDefinition$[^]*^ {2}group:[^]*^ {2}versions:/m.test(text);
}

/** The part as a part of a CRD. */
function asCrd(part: Part, value: Json): Json {
  switch (part) {
    case "fields":
      return asCrd("schema", { properties: { spec: { properties: value } } });
    case "schema":
      return asCrd("version", { schema: { openAPIV3Schema: value } });
    case "version":
      return { spec: { versions: [value] } };
    default:
      return value;
  }
}

function merge(base: Json, patch: Json): Json {
  if (!isObject(base) || !isObject(patch)) return patch;
  const merged = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    const isVersions = key === "versions" && Array.isArray(value);
    merged[key] = isVersions ? value.map(withBaseVersion) : merge(base[key] ?? null, value);
  }
  return merged;
}

function withBaseVersion(version: Json): Json {
  return merge(baseVersion, version);
}
