import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../../src/crd/frontend/find-crds.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { readResource } from "../../../../src/crd/frontend/read-resource.js";
import type { Resource } from "../../../../src/crd/ir/resource.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import { positionAt } from "../../../../src/crd/source/source-file.js";
import { plainLintOptions } from "../../../support/lint-options.js";

const v1beta1 = `
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  version: v1
  names:
    plural: crontabs
    kind: CronTab
  validation:
    openAPIV3Schema:
      type: object
      properties:
        spec:
          type: object
          properties:
            replicas: {type: integer}
  subresources:
    status: {}
    scale:
      specReplicasPath: .spec.replicas
      statusReplicasPath: .status.replicas
  additionalPrinterColumns:
  - {name: Replicas, type: integer, JSONPath: .spec.replicas}
`;

const v1 = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  preserveUnknownFields: false
  names:
    plural: crontabs
    kind: CronTab
  versions:
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema: {type: object}
  - name: v1
    served: false
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        propertys:
          spec: {type: object}
        properties:
          status: {type: object, description: nothing fits}
`;

async function read(text: string): Promise<{ resources: Resource[]; diagnostics: Diagnostics }> {
  const diagnostics = new Diagnostics();
  const documents = await readDocuments({ path: "crd.yaml", text }, diagnostics);
  const table = new SchemaTable();
  const { crds } = findCrds(documents, diagnostics);
  return { resources: crds.map((crd) => readResource(crd, table)), diagnostics };
}

async function lintText(text: string): Promise<string[]> {
  const file = { path: "crd.yaml", text };
  const documents = await readDocuments(file, new Diagnostics());
  const [crd] = findCrds(documents, new Diagnostics()).crds;
  if (crd === undefined) throw new Error("no CRD");
  const { diagnostics } = lintCrd(crd, { ...plainLintOptions, table: new SchemaTable() });
  return diagnostics.map(({ code, span }) => {
    const line = span === undefined ? 0 : positionAt(file, span.start).line;
    return `${line} ${code}`;
  });
}

describe("readResource", () => {
  it("puts what v1beta1 says of all versions into each", async () => {
    const { resources } = await read(v1beta1);
    const [resource] = resources;
    expect(resource).toMatchObject({
      scope: "Namespaced",
      preserveUnknownFields: true,
      conversion: "None",
      names: { singular: "crontab", listKind: "CronTabList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          status: true,
          scale: { specReplicasPath: ".spec.replicas", labelSelectorPath: undefined },
          printerColumns: [{ name: "Replicas", jsonPath: ".spec.replicas", priority: 0 }],
        },
      ],
    });
    expect([...(resource?.versions[0]?.schema?.fields.keys() ?? [])]).toEqual(["spec"]);
  });

  it("fills in the warning of a deprecated version", async () => {
    const { resources } = await read(v1);
    const warnings = resources[0]?.versions.map((version) => version.deprecationWarning);
    expect(warnings).toEqual(["stable.example.com/v1beta1 CronTab is deprecated", undefined]);
  });

  it("expands lists, counts what is no CRD, and names a wrong API version", async () => {
    const items = [v1beta1, "kind: Service\napiVersion: v1"].map((text) =>
      text.trim().split("\n").join("\n    "),
    );
    const list = `apiVersion: v1\nkind: List\nitems:\n${items.map((item) => `  - ${item}`).join("\n")}`;
    const wrong = "apiVersion: apiextensions/v1beta1\nkind: CustomResourceDefinition";
    const diagnostics = new Diagnostics();
    const documents = await readDocuments(
      { path: "all.yaml", text: `${list}\n---\n${wrong}\n---\n` },
      diagnostics,
    );
    const found = findCrds(documents, diagnostics);
    expect(found.crds.map(({ path }) => path)).toEqual([["items", 0]]);
    expect(found.others.length).toBe(1);
    expect(diagnostics.list.map(({ code }) => code)).toEqual(["crd/api-version-unknown"]);
  });
});

describe("lintCrd", () => {
  it("says where what is wrong stands", async () => {
    expect(await lintText(v1)).toEqual([
      "26 schema/keyword-unknown",
      "21 portability/storage-version-unserved",
    ]);
  });

  it("judges v1beta1 by the servers that took it", async () => {
    expect(await lintText(v1beta1)).toEqual(["2 crd/v1beta1"]);
  });

  it("helps with the nearest right keyword", async () => {
    const file = { path: "crd.yaml", text: v1 };
    const [document] = await readDocuments(file, new Diagnostics());
    const [crd] = findCrds(document === undefined ? [] : [document], new Diagnostics()).crds;
    if (crd === undefined) throw new Error("no CRD");
    const result = lintCrd(crd, { ...plainLintOptions, table: new SchemaTable() });
    expect(result.diagnostics[0]?.help).toBe("write `properties`");
    expect(result.code).toBe(201);
    expect(result.warnings).toEqual([
      'unknown field "spec.versions[1].schema.openAPIV3Schema.propertys"',
    ]);
  });
});
