import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { generate } from "../../src/index.js";
import type { CompileError } from "../support/compile.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import type { PatchOperation } from "../support/json-patch.js";
import { applyPatch } from "../support/json-patch.js";
import { isWhole, sample } from "../support/scope.js";
import { describeShared, readShared, readSharedLines } from "../support/shared.js";
import { acceptedButUntypable, rejectedButTyped } from "./types-objects-exceptions.js";

interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

interface Answer {
  readonly id: string;
  readonly crd: string;
  readonly version: string;
  readonly code?: number;
  readonly warnings?: readonly string[];
  readonly causes?: readonly Cause[];
}

interface ObjectRecord extends Answer {
  readonly object?: string;
  readonly generated?: string;
  readonly sent?: unknown;
  readonly prepare?: readonly PatchOperation[];
}

interface MutantRecord extends Answer {
  readonly object?: string;
  readonly generated?: string;
  readonly kind: string;
  readonly ops: readonly PatchOperation[];
}

/** One object that is to be a literal of a resource's type as sent. */
interface Literal {
  readonly id: string;
  readonly crd: string;
  readonly version: string;
  readonly value: unknown;
}

const mutantCount = isWhole ? 2000 : 500;

describeShared("types against what the API server accepts", () => {
  let project: Project;
  /** `<plural>.<group>/<version>` → name of the type as sent. */
  const inputTypes = new Map<string, string>();
  let bases: ReadonlyMap<string, unknown>;
  let records: readonly ObjectRecord[];
  let names: ReadonlySet<string>;

  beforeAll(async () => {
    project = new Project({ ...strictest, noUnusedLocals: false });
    const chosen = sample(readCorpusIndex(), 4);
    const { files } = await generate({
      sources: readCorpus(chosen),
      parts: ["types"],
      versions: "all",
      allowInvalid: true,
    });
    for (const { path, text } of files) {
      project.write(path, text);
      const [group = "", version = "", plural = "", file] = path.split("/");
      const name = /^export interface (\w+) extends KubernetesObjectInput</m.exec(text)?.[1];
      if (file === "types.ts" && name !== undefined) {
        inputTypes.set(`${plural}.${group}/${version}`, name);
      }
    }
    names = new Set(chosen.map(({ name }) => name));
    records = readSharedLines<ObjectRecord>("conformance", "apiserver", "objects.jsonl.gz").filter(
      ({ crd }) => names.has(crd),
    );
    bases = new Map(records.map((record) => [baseOf(record), readBase(record)]));
  }, 120_000);

  afterAll(() => {
    project.remove();
  }, 120_000);

  it("every accepted object is a literal of the type as sent; wrong JSON types are not", () => {
    const accepted = records
      .filter(({ code, warnings }) => code === 201 && warnings === undefined)
      .map((record) => literalOf(record, bases.get(baseOf(record))));
    const wrong = wronglyTyped().filter(({ crd }) => names.has(crd));
    const mutants = spread(wrong, mutantCount).map((record) =>
      literalOf(record, applyPatch(bases.get(baseOf(record)), record.ops)),
    );
    writeLiterals("accepted", accepted);
    writeLiterals("rejected", mutants);
    const errors = project.check("typescript-7");

    const refused = new Map(
      errors
        .filter(({ path }) => path.startsWith("accepted/"))
        .map((error) => [idAt(accepted, error), error.text]),
    );
    const unexplained = [...refused].filter(([id]) => !acceptedButUntypable.has(id));
    expect(unexplained, `${unexplained.length} of ${accepted.length}`).toEqual([]);
    const untypable = accepted.filter(({ id }) => acceptedButUntypable.has(id));
    for (const { id } of untypable) expect(refused.has(id), `${id} passes`).toBe(true);
    if (isWhole) expect(untypable.length).toBe(acceptedButUntypable.size);

    const noticed = new Set(errors.map((error) => idAt(mutants, error)));
    const unnoticed = mutants.filter(({ id }) => !noticed.has(id)).map(({ id }) => id);
    expect(mutants.length).toBe(mutantCount);
    expect(unnoticed.length / mutants.length).toBeLessThanOrEqual(0.01);
    // The list is that of the mutants that a whole run chooses.
    if (isWhole) expect(unnoticed.filter((id) => !rejectedButTyped.has(id))).toEqual([]);
  });

  function literalOf({ id, crd, version }: Answer, value: unknown): Literal {
    return { id, crd, version, value };
  }

  /** One file per version of a resource and folder, one literal per line. */
  function writeLiterals(folder: string, literals: readonly Literal[]): void {
    literals.forEach(({ crd, version, value }, index) => {
      const type = inputTypes.get(`${crd}/${version}`);
      if (type === undefined) throw new Error(`no type for ${crd}/${version}`);
      const [plural = "", ...group] = crd.split(".");
      const module = `../${group.join(".")}/${version}/${plural}/types.js`;
      const text =
        `import type { ${type} } from ${JSON.stringify(module)};\n` +
        `export const object: ${type} = ${JSON.stringify(value)};\n`;
      project.write(`${folder}/${index}.ts`, text);
    });
  }
});

function idAt(literals: readonly Literal[], { path }: CompileError): string {
  return literals[Number(/(\d+)\.ts$/.exec(path)?.[1])]?.id ?? path;
}

function baseOf({ id, object, generated }: ObjectRecord | MutantRecord): string {
  return object ?? generated ?? id;
}

function readBase(record: ObjectRecord): unknown {
  if (record.sent !== undefined) return record.sent;
  const object = readings().get(record.object ?? "") ?? parseObject(record.object ?? "");
  return applyPatch(object, record.prepare ?? []);
}

function parseObject(file: string): unknown {
  return parse(readShared("corpus", "objects", file), { merge: true, uniqueKeys: false });
}

interface Reading {
  readonly what: string;
  readonly file: string;
  readonly json: unknown;
}

let known: ReadonlyMap<string, unknown> | undefined;

/** Objects that JavaScript's YAML parsers read otherwise than Kubernetes. */
function readings(): ReadonlyMap<string, unknown> {
  known ??= new Map(
    readSharedLines<Reading>("conformance", "apiserver", "readings.jsonl.gz")
      .filter(({ what }) => what === "object")
      .map(({ file, json }) => [file, json]),
  );
  return known;
}

/** Mutants that were rejected for a value of another JSON type, fractions for integers aside. */
function wronglyTyped(): readonly MutantRecord[] {
  return readSharedLines<MutantRecord>("conformance", "apiserver", "mutants.jsonl.gz").filter(
    ({ code, causes }) => code === 422 && (causes ?? []).some(isJsonType),
  );
}

const jsonTypes = "object|array|string|integer|number|boolean";
const wrongType = new RegExp(
  `must be of type ((?:${jsonTypes})(?:,(?:${jsonTypes}))*): "(${jsonTypes}|null)"$`,
);

function isJsonType({ reason, message }: Cause): boolean {
  if (reason !== "FieldValueTypeInvalid") return false;
  const [, wanted = "", given] = wrongType.exec(message ?? "") ?? [];
  return given !== undefined && !(wanted.includes("integer") && given === "number");
}

/** So many of a list, evenly spread over it. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(list.length / count, 1);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, index) => list[Math.floor(index * step)] as T,
  ); // index is in range
}
