import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { SourceFile } from "../../src/crd/source/source-file.js";
import type { GenerateOptions, OutputFile } from "../../src/index.js";
import { generate } from "../../src/index.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import type { DeclaredType } from "../support/editor.js";
import { Editor } from "../support/editor.js";
import { describeShared } from "../support/shared.js";

const minutes = 60_000;

const samples = join(import.meta.dirname, "../../generated-samples");

/** Types that are worked out of other types, which nobody wants to read. */
const helpers = /\b(?:CommentsOf|Exclude|Omit|Partial|Pick|Readonly|Record|Required|Sent|With\w+)</;

/** A type of an enum, which is the same in each flavour. */
const ofValues = /^type \w+ =\s*\|?\s*(?:"|-?\d|true|false)/;

async function outputOf(
  source: SourceFile,
  parts: GenerateOptions["parts"] = ["types"],
): Promise<readonly OutputFile[]> {
  const { files } = await generate({ sources: [source], parts, versions: "all" });
  return files;
}

function sampleOf(name: string): SourceFile {
  return { path: `${name}.yaml`, text: readFileSync(join(samples, name, "crd.yaml"), "utf8") };
}

describe("types of the samples", () => {
  it.each(readdirSync(samples).filter((name) => existsSync(join(samples, name, "crd.yaml"))))(
    "are complete and read well in an editor: %s",
    async (name) => {
      expectReadable(await outputOf(sampleOf(name)));
    },
    minutes,
  );
});

describeShared("types of well-known CRDs", () => {
  it.each([
    "certificates.cert-manager.io",
    "destinationrules.networking.istio.io",
    "machinehealthchecks.cluster.x-k8s.io",
    "memories.bedrockagentcorecontrol.services.k8s.aws",
    "rulegroups.networkfirewall.services.k8s.aws",
    "vmprobes.operator.victoriametrics.com",
  ])(
    "are complete and read well in an editor: %s",
    async (name) => {
      const [source] = readCorpus(readCorpusIndex().filter((crd) => crd.name === name));
      if (source === undefined) throw new Error(`${name} is not in the corpus`);
      expectReadable(await outputOf(source));
    },
    minutes,
  );
});

/**
 * Of each file of types: all names are there, no hover shows a helper, and all fields have their
 * comments.
 */
function expectReadable(files: readonly OutputFile[]): void {
  const editor = new Editor(files);
  const paths = files.map(({ path }) => path).filter((path) => /^[^/]+\/.*\/types\.ts$/.test(path));
  const own = paths.filter((path) => !path.startsWith("runtime/"));
  expect(own).not.toEqual([]);
  for (const path of own) {
    const types = new Map(editor.types(path).map((type) => [type.name, type]));
    expect(editor.errors(path), path).toEqual([]);
    expectPlain(editor, path, types);
    const asRead = [...types.values()]
      .filter(
        ({ name, offset }) =>
          !ofValues.test(editor.hover(path, offset).text) && ownerOf(name, types) === undefined,
      )
      .map(({ name }) => name);
    expect(asRead).not.toEqual([]);
    for (const name of asRead) {
      for (const variant of [`${name}Input`, `${name}Apply`]) {
        expect([...types.keys()], path).toContain(variant);
        expectComments(editor, path, types.get(name), types.get(variant));
      }
    }
  }
}

function expectPlain(editor: Editor, path: string, types: ReadonlyMap<string, DeclaredType>): void {
  for (const { offset, members } of types.values()) {
    expect(editor.hover(path, offset).text).not.toMatch(helpers);
    for (const member of members) {
      expect(editor.hover(path, member.offset).text).not.toMatch(helpers);
    }
  }
}

function expectComments(
  editor: Editor,
  path: string,
  read: DeclaredType | undefined,
  variant: DeclaredType | undefined,
): void {
  for (const { name, offset } of variant?.members ?? []) {
    const commented = read?.members.find((member) => member.name === name);
    if (commented === undefined) continue;
    const { documentation, tags } = editor.hover(path, commented.offset);
    expect(editor.hover(path, offset), `${path} ${variant?.name}.${name}`).toMatchObject({
      documentation,
      tags,
    });
  }
}

/**
 * The type as read that a type belongs to: its flavour, its list, its fields apart from their
 * choice.
 */
function ownerOf(name: string, types: ReadonlyMap<string, unknown>): string | undefined {
  const owner = /^(.+?)(?:Input|Apply|List)?(?:_Fields)?$/.exec(name)?.[1] ?? name;
  return owner !== name && types.has(owner) ? owner : undefined;
}

const use = `
import type {
  CronTab,
  CronTabApply,
  CronTabInput,
  CronTabList,
  CronTabSpecInput,
} from "./stable.example.com/v1/crontabs/types.js";
import { CronTabClient } from "./stable.example.com/v1/crontabs/client.js";
declare const client: CronTabClient;
declare const sent: CronTabInput;
declare const applied: CronTabApply;
declare const read: CronTab;
declare const all: CronTabList;
const { apiVersion, kind } = read;
`;

describe("what an editor shows of CronTab", () => {
  let editor: Editor;

  beforeAll(async () => {
    const uses = [...hovers.map(([marked]) => marked.replace("|", "")), ...errors.keys()];
    const files = uses.map((statement) => ({
      path: pathOf(statement),
      text: `${use}${statement}\n`,
    }));
    editor = new Editor([...(await outputOf(sampleOf("crontab"), ["types", "client"])), ...files]);
  });

  /** One editor has a file for each statement. */
  function pathOf(statement: string): string {
    return `use-${Buffer.from(statement).toString("hex")}.ts`;
  }

  const hovers: readonly (readonly [marked: string, text: string])[] = [
    ["sent.|spec", "(property) CronTabInput.spec: CronTabSpecInput"],
    ["sent.spec.|replicas", "(property) CronTabSpecInput.replicas?: number | null | undefined"],
    [
      "sent.spec.|env",
      "(property) CronTabSpecInput.env?: CronTabSpecEnvInput[] | null | undefined",
    ],
    [
      "sent.|metadata",
      '(property) KubernetesObjectInput<"stable.example.com/v1", "CronTab">.metadata: ObjectMetaInput',
    ],
    [
      "sent.|status",
      "(property) CronTabInput.status?: object | CronTabStatusInput | null | undefined",
    ],
    ["applied.|spec", "(property) CronTabApply.spec?: CronTabSpecApply | undefined"],
    ["|all", "const all: CronTabList"],
    [
      "all.|items",
      '(property) KubernetesList<CronTab, "stable.example.com/v1", "CronTabList">.items: CronTab[]',
    ],
    ["const |created = await client.create(sent)", "const created: CronTab"],
    ["const |list = await client.list()", "const list: CronTabList"],
    [
      "client.|create",
      '(method) ResourceClient<CronTabTypes>.create(object: CronTabInput, options?: WriteOptions<"Namespaced", false> | undefined): Promise<CronTab> (+1 overload)',
    ],
    [
      "client.|apply",
      '(method) ResourceClient<CronTabTypes>.apply(configuration: CronTabApply, options?: ApplyOptions<"Namespaced", false> | undefined): Promise<CronTab> (+1 overload)',
    ],
    [
      "client.status.|update",
      '(method) ObjectPartClient<CronTabTypes, StatusUpdate<CronTabTypes>>.update(object: StatusUpdate<CronTabTypes>, options?: WriteOptions<"Namespaced", boolean>): Promise<CronTab>',
    ],
  ];

  it.each(hovers)("at %s", (marked, text) => {
    const path = pathOf(marked.replace("|", ""));
    expect(editor.hover(path, use.length + marked.indexOf("|")).text).toBe(text);
  });

  const errors: ReadonlyMap<string, string> = new Map([
    [
      "const a: CronTabInput = {};",
      "Type '{}' is missing the following properties from type 'CronTabInput': spec, apiVersion, kind, metadata",
    ],
    [
      "const a: CronTabInput = { apiVersion, kind, metadata: {}, spec: 1 };",
      "Type 'number' is not assignable to type 'CronTabSpecInput'.",
    ],
    [
      "const a: CronTabInput = sent.spec;",
      "Type 'CronTabSpecInput' is missing the following properties from type 'CronTabInput': spec, apiVersion, kind, metadata",
    ],
    [
      'const a: CronTabSpecInput = { image: "", cronSpec: "", imgae: "" };',
      "Object literal may only specify known properties, but 'imgae' does not exist in type 'CronTabSpecInput'. Did you mean to write 'image'?",
    ],
    [
      'const a: CronTabSpecInput = { image: "" };',
      "Property 'cronSpec' is missing in type '{ image: string; }' but required in type 'CronTabSpecInput'.",
    ],
    [
      'const a: CronTabSpecInput = { image: "", cronSpec: "", env: [{}] };',
      "Property 'name' is missing in type '{}' but required in type 'CronTabSpecEnvInput'.",
    ],
    [
      'const a: CronTabSpecInput = { image: "", cronSpec: "", env: sent };',
      "Type 'CronTabInput' is missing the following properties from type 'CronTabSpecEnvInput[]': length, pop, push, concat, and 29 more.",
    ],
    [
      'const a: CronTabApply = { apiVersion, kind, metadata: { name: "a" }, spec: { env: [{}] } };',
      "Property 'name' is missing in type '{}' but required in type 'CronTabSpecEnvApply'.",
    ],
    [
      "client.create({ apiVersion, kind, metadata: {} });",
      `Argument of type '{ apiVersion: "stable.example.com/v1"; kind: "CronTab"; metadata: {}; }' is not assignable to parameter of type 'CronTabInput'.
  Property 'spec' is missing in type '{ apiVersion: "stable.example.com/v1"; kind: "CronTab"; metadata: {}; }' but required in type 'CronTabInput'.`,
    ],
    [
      "client.status.update({ apiVersion, kind, metadata: {}, status: [] });",
      "Type 'never[]' has no properties in common with type 'CronTabStatusInput'.",
    ],
    [
      "client.status.update({ apiVersion, kind, metadata: {}, status: { replicas: sent } });",
      "Type 'CronTabInput' is not assignable to type 'number'.",
    ],
  ]);

  it.each([...errors])("the error of %s", (statement, text) => {
    expect(editor.errors(pathOf(statement)).join("\n")).toBe(text);
  });
});
