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
    // The types of the client are called so.
    expect(diagnostics.map(({ code }) => code)).toEqual(["names/collision"]);
    for (const { path, text } of files) project.write(path, text);
  }, 30_000);

  afterAll(() => {
    project.remove();
  });

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
    const errors = project.check("typescript");
    expect(errors.filter(({ path }) => !path.startsWith("refused-"))).toEqual([]);
    expect([...new Set(errors.map(({ path }) => path))].sort()).toEqual(
      refused.map((_, index) => `refused-${index}.ts`),
    );
  }, 60_000);
});
