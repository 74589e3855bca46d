import { expect, it } from "vitest";
import type { Document, Pair } from "yaml";
import { isMap, isPair, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { LanguageService } from "../../../../src/tools/language/service.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { readCorpus, readCorpusIndex } from "../../../support/corpus.js";
import { Random } from "../../../support/random.js";
import { isWhole, sample } from "../../../support/scope.js";
import { describeShared } from "../../../support/shared.js";
import { readText } from "../../crd/source/collect.js";

/** A few places of each object; of whole runs many more. */
const placesPerObject = isWhole ? 60 : 25;
const breaksPerObject = isWhole ? 15 : 6;

/** A schema as CRDs have it, as far as completion should know it. */
interface RawSchema {
  readonly properties?: Readonly<Record<string, RawSchema>>;
  readonly items?: RawSchema;
  readonly additionalProperties?: RawSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly default?: unknown;
  readonly "x-kubernetes-embedded-resource"?: boolean;
}

interface RawVersion {
  readonly name: string;
  readonly schema?: { readonly openAPIV3Schema?: RawSchema };
}

interface RawCrd {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions?: readonly RawVersion[];
    readonly validation?: { readonly openAPIV3Schema?: RawSchema };
  };
}

/** A made-up object of a CRD, and the schema that it fits. */
interface Subject {
  readonly name: string;
  readonly service: LanguageService;
  readonly schema: RawSchema;
  readonly text: string;
}

async function* subjects(): AsyncGenerator<Subject> {
  for (const { path, text: crd } of readCorpus(sample(readCorpusIndex(), 61))) {
    // prettier-ignore
    const [document] = (await readText(crd)).documents; // as Kubernetes reads it
    const { spec } = document?.value as unknown as RawCrd; // the corpus has CRDs alone
    const service = createLanguageService();
    // Most are, and of the others objects can be made too.
    await service.use([{ path, text: crd, acceptedBy: "1.37" }], "1.37");
    for (const version of spec.versions?.slice(0, isWhole ? 9 : 1) ?? []) {
      const schema = version.schema?.openAPIV3Schema ?? spec.validation?.openAPIV3Schema;
      const size = isWhole || crd.length < 60_000 ? "full" : "minimal";
      const made = await service.example(spec.group, spec.names.kind, version.name, size);
      if (schema === undefined || made === undefined || !("yaml" in made)) continue;
      yield { name: `${path} ${version.name}`, service, schema, text: made.yaml };
    }
  }
}

type Steps = readonly (string | number)[];

function schemaAt(root: RawSchema, steps: Steps): RawSchema | undefined {
  let schema: RawSchema | undefined = root;
  for (const step of steps) {
    const rest: RawSchema | boolean | undefined = schema.additionalProperties;
    const below: RawSchema | undefined = typeof rest === "object" ? rest : undefined;
    schema =
      typeof step === "number"
        ? schema.items
        : schema.properties !== undefined && Object.hasOwn(schema.properties, step)
          ? schema.properties[step]
          : below;
    if (schema === undefined) return undefined;
  }
  return schema;
}

/** A pair of an object, and where its key or value is. */
interface PlacedPair {
  readonly pair: Pair;
  readonly steps: Steps;
  readonly siblings: readonly string[];
  readonly isFlow: boolean;
}

function pairsOf(document: Document): readonly PlacedPair[] {
  const found: PlacedPair[] = [];
  visit(document, {
    Pair(_, pair, ancestors) {
      const holder = ancestors.at(-1);
      if (!isMap(holder)) return;
      const steps = ancestors.flatMap((ancestor, at): Steps => {
        const next = ancestors[at + 1];
        if (isPair(ancestor)) return [String(ancestor.key)];
        return isSeq(ancestor) ? [ancestor.items.indexOf(next)] : [];
      });
      const siblings = holder.items.filter((one) => one !== pair).map(({ key }) => String(key));
      found.push({ pair, steps, siblings, isFlow: holder.flow === true });
    },
  });
  return found;
}

const typeMeta = ["apiVersion", "kind", "metadata"];

/** What may be written at a place; undefined within metadata, which no schema describes. */
function fieldsAt({ schema }: Subject, steps: Steps): readonly string[] | undefined {
  const isMetadata = steps.some((step, at) => {
    const holder = schemaAt(schema, steps.slice(0, at));
    return step === "metadata" && (at === 0 || holder?.["x-kubernetes-embedded-resource"] === true);
  });
  if (isMetadata) return undefined;
  const found = schemaAt(schema, steps);
  const own = Object.keys(found?.properties ?? {});
  const isObject = steps.length === 0 || found?.["x-kubernetes-embedded-resource"] === true;
  return isObject ? [...new Set([...typeMeta, ...own])] : own;
}

function rangeOf(node: unknown): readonly [number, number] {
  if (!isScalar(node) || !node.range) throw new Error("no place");
  return [node.range[0], node.range[1]];
}

/** Fails unless the fields that are missing are offered, and nothing else. */
async function expectFields(
  subject: Subject,
  steps: Steps,
  siblings: readonly string[],
  text: string,
  offset: number,
): Promise<boolean> {
  const proposals = await subject.service.complete(text, offset);
  const known = fieldsAt(subject, steps);
  if (known === undefined) return false;
  const missing = known.filter((name) => !siblings.includes(name));
  const offered = proposals.filter(({ kind }) => kind === "field").map(({ label }) => label);
  const where = `${subject.name}: ${steps.join(".")} at ${offset}`;
  expect([where, ...offered].sort()).toEqual([where, ...missing].sort());
  const others = proposals.filter(({ kind, label }) => kind !== "field" && label !== "-");
  expect([where, ...others]).toEqual([where]);
  return true;
}

/** At a key that is there, which may be replaced. */
function atKey(subject: Subject, { pair, steps, siblings }: PlacedPair): Promise<boolean> {
  return expectFields(subject, steps, siblings, subject.text, rangeOf(pair.key)[1]);
}

/** In a new line above a key. */
async function aboveKey(
  subject: Subject,
  { pair, steps, siblings, isFlow }: PlacedPair,
  isInBlockScalar: (offset: number) => boolean,
): Promise<boolean> {
  const { text } = subject;
  const [from] = rangeOf(pair.key);
  const start = text.slice(0, from).lastIndexOf("\n") + 1;
  const indent = text.slice(start, from);
  if (isFlow || indent.trim() !== "" || isInBlockScalar(start)) return false;
  const longer = `${text.slice(0, start)}${indent}\n${text.slice(start)}`;
  const present = [...siblings, String(pair.key)];
  return expectFields(subject, steps, present, longer, start + indent.length);
}

/** Fails unless the values that a schema allows are offered where one stands, and nothing else. */
async function expectValues(subject: Subject, steps: Steps, node: unknown): Promise<boolean> {
  const schema = schemaAt(subject.schema, steps);
  if (!isScalar(node) || schema === undefined || fieldsAt(subject, steps) === undefined)
    return false;
  const values = schema.enum ?? (schema.type === "boolean" ? [true, false] : []);
  const isHead = steps.length === 1 && typeMeta.includes(String(steps[0]));
  if (values.length === 0 || isHead) return false;
  const [from] = rangeOf(node);
  const proposals = await subject.service.complete(subject.text, from);
  const wanted = [...values, ...(schema.default === undefined ? [] : [schema.default])]
    .filter((value) => value !== null)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const where = `${subject.name}: ${steps.join(".")} at ${from}`;
  const labels = new Set(proposals.map(({ label }) => label));
  expect([where, ...labels].sort()).toEqual([where, ...new Set(wanted)].sort());
  return true;
}

/** At the beginning of a value, or of the first item of a list. */
function atValue(subject: Subject, { pair, steps }: PlacedPair): Promise<boolean> {
  const place = [...steps, String(pair.key)];
  const { value } = pair;
  return isSeq(value)
    ? expectValues(subject, [...place, 0], value.items[0])
    : expectValues(subject, place, value);
}

function sampled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  if (items.length <= placesPerObject) return items;
  return Array.from({ length: placesPerObject }, () => random.pick(items));
}

const strays = Array.from("\"'{}[]:-#|>&*!%@`,?\t\n \\\u0000\ud800");

/** A text as it is while somebody writes: cut, with a piece missing, or with a stray character. */
function broken(text: string, random: Random): string {
  const at = random.below(text.length);
  const behind = at + random.below(40);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(behind);
    case 2:
      return `${text.slice(0, at)}${random.pick(strays)}${text.slice(at)}`;
    default:
      return text.slice(0, at) + text.slice(at, behind).split("").reverse().join("") + text.slice(behind); // prettier-ignore
  }
}

describeShared("completion in objects of the corpus", () => {
  it("offers every field that is missing, the values that are allowed, and nothing else", async () => {
    const random = new Random(36);
    const counts = { objects: 0, keys: 0, lines: 0, values: 0 };
    for await (const subject of subjects()) {
      const document = parseDocument(subject.text);
      const blocks: (readonly [number, number])[] = [];
      visit(document, {
        Scalar(_, { type, range }) {
          if (type?.startsWith("BLOCK") === true && range) blocks.push([range[0], range[2]]);
        },
      });
      const isInBlock = (offset: number): boolean =>
        blocks.some(([from, to]) => from <= offset && offset <= to);
      counts.objects++;
      for (const placed of sampled(pairsOf(document), random)) {
        if (await atKey(subject, placed)) counts.keys++;
        if (await aboveKey(subject, placed, isInBlock)) counts.lines++;
        if (await atValue(subject, placed)) counts.values++;
      }
    }
    if (isWhole) console.log(counts);
    expect(counts.objects).toBeGreaterThan(15);
    expect(counts.keys).toBeGreaterThan(150);
    expect(counts.lines).toBeGreaterThan(150);
    expect(counts.values).toBeGreaterThan(10);
  }, 3_600_000);

  it("answers in texts that are half written or broken", async () => {
    const random = new Random(37);
    let count = 0;
    for await (const { service, text } of subjects()) {
      for (let again = 0; again < breaksPerObject; again++) {
        const written = broken(text, random);
        const offset = random.below(written.length + 1);
        for (const { from, to, label } of await service.complete(written, offset)) {
          expect([label, from <= to && to <= written.length]).toEqual([label, true]);
        }
        await service.help(written, offset);
        await service.judge(written);
        count++;
      }
    }
    expect(count).toBeGreaterThan(80);
  }, 3_600_000);
});
