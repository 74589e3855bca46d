import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { Project, strictest } from "../support/compile.js";

// `types` has the shape of the status, and so gives it its name.
const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Lamp, plural: lamps, singular: lamp, listKind: LampList }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [colour]
              properties: { colour: { type: string, enum: [red, green] } }
            types: &status
              type: object
              required: [watts]
              properties:
                watts: { type: integer }
                lit: { type: boolean }
                since: { type: string, format: date-time }
            status: *status
`;

const head = `
import type { Lamp } from "./example.com/v1/lamps/types.js";
import { LampClient } from "./example.com/v1/lamps/client.js";
declare const client: LampClient;
declare const lamp: Lamp;
const { apiVersion, kind } = lamp;
const metadata = { name: "a", resourceVersion: "1" };
`;

describe("the client of a resource with a status of its own", () => {
  const project = new Project({ ...strictest, noUnusedLocals: false });

  beforeAll(async () => {
    const sources = [{ path: "crd.yaml", text: crd }];
    const { files, diagnostics } = await generate({ sources, parts: ["types", "client"] });
    expect(diagnostics).toEqual([]);
    for (const { path, text } of files) project.write(path, text);
  }, 30_000);

  afterAll(() => {
    project.remove();
  });

  it("knows that a dry run that creates gives no resourceVersion", () => {
    const object = `{ apiVersion, kind, metadata, spec: { colour: "red" } }`;
    const types: readonly (readonly [call: string, type: string])[] = [
      [`create(${object})`, "string"],
      [`create(${object}, { dryRun: false })`, "string"],
      [`create(${object}, { dryRun: true })`, "string | undefined"],
      [`create(${object}, { dryRun: isTrial })`, "string | undefined"],
      [`apply({ apiVersion, kind, metadata })`, "string"],
      [`apply({ apiVersion, kind, metadata }, { dryRun: true })`, "string | undefined"],
    ];
    const lines = types.map(
      ([call, type], index) =>
        `const version${index} = (await client.${call}).metadata.resourceVersion;\n` +
        `export const same${index}: [typeof version${index}, ${type}] extends ` +
        `[${type}, typeof version${index}] ? true : false = true;\n`,
    );
    project.write("dry-runs.ts", `${head}declare const isTrial: boolean;\n` + lines.join(""));
    expect(project.check("typescript-7").filter(({ path }) => path === "dry-runs.ts")).toEqual([]);
  }, 60_000);

  it("checks the status where it is written, and nothing else there", () => {
    const accepted = [
      `client.status.update(lamp)`,
      `client.status.update({ ...lamp, status: { watts: 3 } })`,
      `client.status.update({ apiVersion, kind, metadata, status: { watts: 3, since: null } })`,
      `client.status.update({ apiVersion, kind, metadata, spec: { colour: "no matter" } })`,
      `client.status.patch("a", { merge: { status: { watts: null, lit: true } } })`,
      `client.status.apply({ apiVersion, kind, metadata, status: { lit: true } }, { fieldManager: "me" })`,
      `client.create({ apiVersion, kind, metadata, spec: { colour: "red" }, status: { any: "thing" } })`,
    ];
    const refused = [
      `client.status.update({ ...lamp, status: { watts: "3" } })`,
      `client.status.update({ ...lamp, status: { lit: true } })`,
      `client.status.update({ ...lamp, status: { watts: 3, volts: 4 } })`,
      `client.status.update({ metadata, status: { watts: 3 } })`,
      `client.status.update({ apiVersion, kind: "Fire", metadata, status: { watts: 3 } })`,
      `client.status.patch("a", { merge: { status: { watts: "3" } } })`,
      `client.status.apply({ apiVersion, kind, metadata, status: { lit: 1 } }, { fieldManager: "me" })`,
    ];
    for (const [index, statement] of accepted.entries()) {
      project.write(`accepted-${index}.ts`, `${head}void ${statement};\n`);
    }
    for (const [index, statement] of refused.entries()) {
      project.write(`refused-${index}.ts`, `${head}void ${statement};\n`);
    }
    const errors = project.check("typescript-7");
    expect(errors.filter(({ path }) => !path.startsWith("refused-"))).toEqual([]);
    expect([...new Set(errors.map(({ path }) => path))].sort()).toEqual(
      refused.map((_, index) => `refused-${index}.ts`),
    );
  }, 60_000);
});

/** A CRD whose objects have a field for each name that could be one of crdgen's. */
function hostileCrd(kind: string, fields: readonly string[]): string {
  const own = fields.map((name) => [
    name,
    { type: "object", properties: { [`in-${name}`]: { type: "string", default: "a" } } },
  ]);
  const openAPIV3Schema = {
    type: "object",
    properties: Object.fromEntries(own) as object, // of schemas
  };
  const plural = `${kind.toLowerCase()}s`;
  const version = { name: "v1", served: true, storage: true, subresources: { status: {} } };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ ...version, schema: { openAPIV3Schema } }],
    },
  });
}

describe("fields that are called like what crdgen makes up", () => {
  const parts = ["types", "prune", "defaults", "validate", "rules", "admit", "client"] as const;
  const fields = [
    "input", "apply", "list", "client", "fields", "inputFields", "applyFields",
    "types", "types_", "schema", "rules", "admit", "status", "listInput", "typesApply",
  ]; // prettier-ignore

  it.each(["Lamp", "Status", "Resource", "Is", "Types", "ACL"])(
    "of the kind %s compile, and only the names of the resource win",
    async (kind) => {
      const sources = [{ path: "crd.json", text: hostileCrd(kind, fields) }];
      const { files, diagnostics } = await generate({ sources, parts: [...parts] });
      expect(diagnostics.map(({ code, message }) => `${code} ${message.split(" ")[3]}`)).toEqual(
        // It leads to the name of `types`.
        ["names/collision types_"],
      );
      const folder = `example.com/v1/${kind.toLowerCase()}s`;
      const text = (name: string): string =>
        files.find(({ path }) => path === `${folder}/${name}.ts`)?.text ?? "";
      expect(text("client")).toContain(`export interface ${kind}Types {`);
      expect(text("client")).toContain(`export class ${kind}Client`);
      expect(text("types")).toContain(`export interface ${kind}_Types {`);
      expect(text("types")).toContain(`export interface ${kind}_Client {`);
      const project = new Project();
      for (const file of files) project.write(file.path, file.text);
      expect(project.check("typescript-7")).toEqual([]);
      project.remove();
    },
    60_000,
  );

  it("leave the types of the client alone where none of them is", async () => {
    const sources = [{ path: "crd.json", text: hostileCrd("Lamp", ["spec", "status"]) }];
    const { files } = await generate({ sources, parts: ["types", "client"] });
    const client = files.find(({ path }) => path.endsWith("lamps/client.ts"));
    expect(client?.text).toContain("export interface LampTypes {");
  });
});
