import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { OpenApiDocument } from "../../src/builtin/document-kinds.js";
import { DocumentKinds } from "../../src/builtin/document-kinds.js";
import type { Kinds, ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { describeShared, sharedPath } from "../support/shared.js";

function documentsOf(release: string): readonly OpenApiDocument[] {
  const folder = sharedPath("corpus/openapi", release, "v3");
  return readdirSync(folder).map((path) => {
    const text = gunzipSync(readFileSync(`${folder}/${path}`)).toString("utf8");
    return { path, document: JSON.parse(text) as JsonObject }; // a document of OpenAPI
  });
}

/** Enums that Go has and that the documents of older servers do not say. */
const unsaid = /Webhook\.(?:reinvocationPolicy)|RuleWithOperations\.scope/;

const releases: readonly (readonly [KubernetesMinor, string])[] = [
  [30, "1.30.14"],
  [34, "1.34.4"],
  [37, "1.37.2"],
];

describeShared("the table of built-in kinds says what servers publish", () => {
  it.each(releases)("of 1.%i: resources, fields and enums", (minor, release) => {
    const [table, published] = [
      kindTable(minor),
      new DocumentKinds(documentsOf(release), kindTable(minor)),
    ];
    const stable = published.resources.filter(({ version }) => /^v\d+$/.test(version));
    expect(stable.map(placeOf)).toEqual([...table.resources].map(placeOf).sort());
    const different: unknown[] = [];
    let compared = 0;
    for (const resource of stable) {
      const own = table.ofKind(resource);
      if (own?.scope !== resource.scope || own.struct !== resource.struct) different.push(resource);
      compared += compareStruct(resource.struct, { table, published }, different, new Set());
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(1000);
  });
});

function placeOf({ group, version, plural }: ResourceRow): string {
  return `${group}/${version}/${plural}`;
}

interface Sides {
  readonly table: Kinds;
  readonly published: Kinds;
}

/** Compares the fields of a struct and of those in it; returns how many there were. */
function compareStruct(
  name: string,
  sides: Sides,
  different: unknown[],
  seen: Set<string>,
): number {
  if (seen.has(name)) return 0;
  seen.add(name);
  const [own, theirs] = [sides.table.findStruct(name), sides.published.findStruct(name)];
  const namesOf = (fields: readonly { readonly name: string }[] = []): string =>
    fields.map((field) => field.name).join();
  if (namesOf(own?.fields) !== namesOf(theirs?.fields)) different.push([name, own, theirs]);
  let compared = 0;
  for (const [index, field] of (own?.fields ?? []).entries()) {
    const other = { ...theirs?.fields[index], description: undefined };
    const isSame = JSON.stringify(sorted(field)) === JSON.stringify(sorted(other));
    if (!isSame && !unsaid.test(`${name}.${field.name}`)) different.push([name, field, other]);
    compared++;
    for (const inner of JSON.stringify(field.type).matchAll(/"struct":"([^"]*)"/g)) {
      compared += compareStruct(inner[1] ?? "", sides, different, seen);
    }
  }
  return compared;
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
