import { describe, expect, it } from "vitest";
import { lint } from "../../../../src/index.js";

const schema = `
          type: object
          properties:
            spec:
              type: object
              properties:
                replicas: { type: integer }
                image: { type: string }
                a.b: { type: string }
                labels: { type: object, additionalProperties: { type: string } }
                free: { type: object, x-kubernetes-preserve-unknown-fields: true }
                ports: { type: array, items: { type: object, properties: { name: { type: string } } } }
            status:
              type: object
              properties:
                phase: { type: string }
`;

function crdOf(rest: string, served = true): string {
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: things, kind: Thing }
  versions:
    - name: v1
      served: ${String(served)}
      storage: true
      ${rest}
      schema:
        openAPIV3Schema: ${schema}
`;
}

function column(path: string): string {
  return crdOf(
    `additionalPrinterColumns: [{ name: C, type: string, jsonPath: ${JSON.stringify(path)} }]`,
  );
}

async function warnings(text: string): Promise<readonly string[]> {
  const found = await lint({ sources: [{ path: "crd.yaml", text }] });
  return found
    .filter(({ code }) => code !== "portability/storage-version-unserved")
    .map(({ message, help = "" }) => `${message} (${help})`);
}

describe("a column", () => {
  it.each([
    ".spec.image",
    ".spec['image']",
    ".spec.a\\.b",
    ".spec['a\\.b']",
    ".spec.labels.anything",
    ".spec.labels.a\\.b/c",
    ".spec.free.any.thing[0].at.all",
    ".metadata.name",
    ".metadata.annotations.example\\.com/note",
    ".metadata.labels['a\\.b']",
    ".kind",
    ".spec.ports[0].name",
    ".spec.ports[*].name",
    ".spec.ports[-1:].name",
    ".spec.ports[?(@.name=='x')].name",
    '.spec.ports[?(@.name=="a.b")].name',
    ".spec.ports[0,1].name",
    ".spec.*",
    "..image",
    ".spec..name",
  ])("may read %s", async (path) => {
    expect(await warnings(column(path))).toEqual([]);
  });

  it.each([
    [".spec.img", "img", "there is a field 'image': write `.spec.image`"],
    [".spec['imag']", "imag", "there is a field 'image': write `.spec['image']`"],
    [".spec.Image", "Image", "there is a field 'image': write `.spec.image`"],
    [".spec.ports[0].nam", "nam", "there is a field 'name': write `.spec.ports[0].name`"],
    [".spec.ports[?(@.nane=='x')].name", "nane", "name a field of the schema (there: name), or"],
    [".status.replicas", "replicas", "name a field of the schema (there: phase), or"],
    [".spec.image.tag", "tag", "name a field of the schema, or"],
    [
      ".spec.a.b",
      "a",
      "name a field of the schema (there: replicas, image, a.b, labels, free, ports), or",
    ],
  ])("is told of %s", async (path, name, help) => {
    const told = `the column 'C' reads '${path}', which no object has: the schema has no field '${name}' there (${help}`;
    const found = await warnings(column(path));
    expect(found.map((text) => text.slice(0, told.length))).toEqual([told]);
  });

  it("is told of lists", async () => {
    expect(await warnings(column(".spec.ports.name"))).toEqual([
      "the column 'C' reads '.spec.ports.name', which no object has: a list has no field 'name' (read an item, as `[0]` does, or name a field that is no list)",
    ]);
    expect(await warnings(column(".spec.image[0]"))).toEqual([
      expect.stringContaining("which no object has: no list is there"),
    ]);
  });

  it("is not looked at in versions that are not served", async () => {
    const text = crdOf(
      "additionalPrinterColumns: [{ name: C, type: string, jsonPath: .no }]",
      false,
    );
    expect(await warnings(text)).toEqual([]);
  });
});

it("the paths of scale name fields", async () => {
  const scale = (spec: string): string =>
    `subresources: { scale: { specReplicasPath: ${spec}, statusReplicasPath: .status.free.replicas, labelSelectorPath: .spec.image } }`;
  expect(await warnings(crdOf(scale(".spec.replica")))).toEqual([
    "specReplicasPath reads '.spec.replica', which no object has: the schema has no field 'replica' there (there is a field 'replicas': write `.spec.replicas`)",
    "statusReplicasPath reads '.status.free.replicas', which no object has: the schema has no field 'free' there (name a field of the schema (there: phase), or list this one in the schema: the server drops fields that are not listed)",
  ]);
});

describe("a kind of Kubernetes itself", () => {
  const crd = (group: string, version: string): string =>
    crdOf("")
      .replaceAll("example.com", group)
      .replace("kind: Thing", "kind: Ingress")
      .replaceAll("things", "ingresses")
      .replace(
        "metadata: {",
        `metadata: { annotations: { api-approved.kubernetes.io: "unapproved, test" },`,
      )
      .replace("name: v1\n", `name: ${version}\n`);

  it("is told in its own version alone", async () => {
    expect(await warnings(crd("networking.k8s.io", "v1"))).toEqual([
      "a whole Kubernetes server serves Ingress of networking.k8s.io/v1 itself, so it never serves this CRD in version 'v1' (use a group of your own; only servers that lack this kind, such as kcp, serve such a CRD)",
    ]);
    expect(await warnings(crd("networking.k8s.io", "v9"))).toEqual([]);
    expect(await warnings(crd("example.com", "v1"))).toEqual([]);
  });
});
