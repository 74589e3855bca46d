import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../../../../src/index.js";
import { Editor } from "../../../../support/language-service.js";

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names: { kind: CronTab, plural: crontabs }
  versions:
    - name: v1
      served: true
      storage: true
      schema: &schema
        openAPIV3Schema:
          description: Runs a container.
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [image]
              properties:
                image: { type: string, description: What is run. }
                replicas: { type: integer, minimum: 1, default: 1 }
                concurrency: { type: string, enum: [Allow, Forbid], description: At once. }
                note: { type: string, maxLength: 4 }
    - name: v1beta1
      served: true
      storage: false
      deprecated: true
      deprecationWarning: use v1
      schema: *schema
    - name: v1alpha1
      served: true
      storage: false
      deprecated: true
      schema: *schema
`;
const other = crd
  .replaceAll("crontabs", "boats")
  .replaceAll("CronTab", "Boat")
  .replaceAll("stable.example.com", "a.example.com");

const schemaFile = "custom-resources.schema.json";
const head = "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata:\n  name: a\nspec:\n";
const files = new Map<string, string>();

beforeAll(async () => {
  const sources = [
    { path: "crontabs.yaml", text: crd },
    { path: "boats.yaml", text: other },
  ];
  const parts = ["json-schema"] as const;
  const output = await generate({ sources, parts });
  for (const { path, text } of output.files) files.set(path, text);
  const reversed = await generate({ sources: [...sources].reverse(), parts });
  expect(reversed.files).toEqual(output.files);
});

describe("the YAML language server, with the schema for all manifests", () => {
  let editor: Editor;
  beforeAll(() => {
    editor = new Editor(files, schemaFile);
  });

  it("proposes versions and kinds", async () => {
    const { proposals } = await editor.ask("apiVersion: |");
    expect([...proposals.keys()].sort()).toEqual([
      "a.example.com/v1", "a.example.com/v1alpha1", "a.example.com/v1beta1",
      "stable.example.com/v1", "stable.example.com/v1alpha1", "stable.example.com/v1beta1",
    ]); // prettier-ignore
    const kinds = await editor.ask("apiVersion: stable.example.com/v1\nkind: |");
    expect([...kinds.proposals.keys()].sort()).toEqual(["Boat", "CronTab"]);
  });

  it("proposes fields with their descriptions, and values of enums", async () => {
    const fields = await editor.ask(`${head}  image: a\n  |`);
    expect([...fields.proposals]).toEqual([
      ["replicas", ""],
      ["concurrency", "At once."],
      ["note", ""],
    ]);
    const values = await editor.ask(`${head}  image: a\n  concurrency: |`);
    expect([...values.proposals.keys()]).toEqual(expect.arrayContaining(["Allow", "Forbid"]));
  });

  it("tells what fields are, and what is wrong", async () => {
    const { hover, faults } = await editor.ask(`${head}  im|age: a\n  replicas: 0\n`);
    expect(hover).toContain("What is run.");
    expect(faults).toEqual(["7: Value is below the minimum of 1."]);
  });

  it("finds texts too long, but none that the server takes", async () => {
    const noted = async (note: string): Promise<readonly string[]> =>
      editor.faults(`${head}  image: a\n  note: ${note}\n`);
    expect(await noted("abcd")).toEqual([]);
    expect(await noted("abcde")).toEqual(["7: String is longer than the maximum length of 4."]);
    expect(await noted("🙂🙂🙂🙂")).toEqual([]);
    expect(await noted("🙂🙂🙂🙂🙂")).not.toEqual([]);
  });

  it("warns of deprecated versions as the server does", async () => {
    const old = (version: string): string => `${head.replace("/v1", `/${version}`)}  image: a\n`;
    expect(await editor.faults(old("v1"))).toEqual([]);
    expect(await editor.faults(old("v1beta1"))).toEqual(["1: use v1"]);
    expect(await editor.faults(old("v1alpha1"))).toEqual([
      "1: stable.example.com/v1alpha1 CronTab is deprecated; use stable.example.com/v1 CronTab",
    ]);
  });

  it("looks at the objects of lists, at each document, and at no other kind", async () => {
    const inner = `${head}  replicas: 1\n`
      .replace(/^/gm, "  ")
      .replace(/^ {2}api/, "- api")
      .trimEnd();
    expect(await editor.faults(`apiVersion: v1\nkind: List\nitems:\n${inner}\n`)).toEqual([
      '8: Missing property "image".',
    ]);
    const several = `apiVersion: v1\nkind: ConfigMap\ndata: 1\n---\n${head}  image: 1\n`;
    expect(await editor.faults(several)).toEqual([expect.stringMatching(/^10: Incorrect type/)]);
    expect(await editor.faults("- 1\n")).toEqual([]);
    expect(await editor.faults(head.replace("CronTab", "Unknown"))).toEqual([]);
  });

  it("takes the schema of one kind from the first line of a manifest", async () => {
    const line =
      "# yaml-language-server: $schema=file:///out/stable.example.com/v1/crontabs.schema.json";
    expect(
      await new Editor(files, "a.example.com/v1/boats.schema.json").faults(
        `${line}\n${head}  image: 1\n`,
      ),
    ).toEqual([expect.stringMatching(/^7: Incorrect type/)]);
  });
});

it("the schema for all manifests is one of JSON Schema 2020-12", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  ajv.addKeyword("deprecationMessage");
  for (const [path, text] of files)
    ajv.addSchema(JSON.parse(text) as object, `file:///out/${path}`);
  const check = ajv.getSchema(`file:///out/${schemaFile}`) ?? expect.fail("no schema");
  const object = { apiVersion: "a.example.com/v1beta1", kind: "Boat", metadata: { name: "a" } };
  expect(check({ ...object, spec: { image: "a" } })).toBe(true);
  expect(check({ ...object, spec: { image: 1 } })).toBe(false);
  expect(check({ apiVersion: "v1", kind: "Boat" })).toBe(true);
  expect(check({ apiVersion: "v1", kind: "List", items: [object] })).toBe(false);
});
