import { expect, it } from "vitest";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { checkSchemaRules } from "../../src/crd/rules/check-schema-rules.js";
import { RuleCompiler } from "../../src/crd/rules/compile-rules.js";
import { DeclaredTypes } from "../../src/crd/rules/declared-type.js";
import type { NodePath } from "../../src/crd/rules/placed-node.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { normalizeSelfType } from "../support/cel.js";
import { decodeRecorded } from "../support/recorded-json.js";
import { describeShared, readShared } from "../support/shared.js";

interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

interface RecordedSchema {
  readonly schema: Json;
  readonly errors?: readonly {
    readonly type: string;
    readonly field: string;
    readonly detail: string;
  }[];
  readonly expect?: Pick<RecordedSchema, "errors">;
}

interface Probe {
  readonly id: string;
  readonly crd: { readonly spec?: { readonly versions?: readonly VersionBody[] } };
  readonly answers: readonly {
    readonly versions: readonly string[];
    readonly crd?: { readonly code: number; readonly causes?: readonly Cause[] };
  }[];
}

interface VersionBody {
  readonly schema?: { readonly openAPIV3Schema?: Json };
}

/**
 * What the compiler of rules says; other causes come from the front end, which keeps rules from
 * being compiled.
 */
const ofRules =
  /compilation failed|estimated (?:rule|messageExpression) cost|oldSelf cannot|may not be set if oldSelf|contributed to estimated|must evaluate to|instantiation failed/;

describeShared("Rules of CRDs: the server's causes", () => {
  for (const file of ["k8s-crd-static", "k8s-matrix-crd"]) {
    it(file, () => {
      const root =
        file === "k8s-matrix-crd" ? "spec.validation.openAPIV3Schema" : "openAPIV3Schema";
      const records = JSON.parse(
        readShared("conformance", "cel", `${file}.json`),
      ) as RecordedSchema[]; // the recorded shape
      const differences: unknown[] = [];
      for (const { schema, ...record } of records) {
        const errors = (record.expect ?? record).errors ?? [];
        const want = errors.filter(({ detail }) => ofRules.test(detail));
        const others = errors.filter(({ detail }) => !ofRules.test(detail));
        const got = causesOf(decodeRecorded(schema), 37, root, others).map(withoutValue);
        const expected = want.map(({ type, field, detail }) => `${type} ${field} ${detail}`);
        if (!sameTexts(got, expected)) differences.push({ schema, got, expected });
      }
      console.log(
        `${file}: ${String(records.length - differences.length)} of ${String(records.length)}`,
      );
      expect(differences.slice(0, 3)).toEqual([]);
    });
  }

  it("probes of ten server versions", () => {
    const probes = JSON.parse(
      readShared("conformance", "apiserver-versions", "probes.json"),
    ) as Probe[]; // the recorded shape
    const differences: unknown[] = [];
    let compared = 0;
    for (const probe of probes) {
      for (const { versions, crd } of probe.answers) {
        for (const version of versions) {
          if (crd === undefined || crd.code === 400 || crd.code === 0) continue;
          compared++;
          const difference = compareProbe(
            probe,
            Number(version.slice(2)) as KubernetesMinor,
            crd.causes ?? [],
          ); // recorded versions are supported ones
          if (difference !== undefined) differences.push({ id: probe.id, version, difference });
        }
      }
    }
    console.log(`probes: ${String(compared - differences.length)} of ${String(compared)}`);
    expect(differences.slice(0, 3)).toEqual([]);
  });
});

/** Causes that only one side has; `undefined` if both say the same. */
function compareProbe(probe: Probe, minor: KubernetesMinor, causes: readonly Cause[]): unknown {
  const want = causes.filter(({ message }) => ofRules.test(message));
  const others = causes.filter(({ message }) => !ofRules.test(message));
  // Defaults that break rules and schemas that are not structural are matters of the front end.
  if (want.some(({ field }) => field.includes("default"))) return undefined;
  if (others.some(({ message }) => /structural|at the root/.test(message))) return undefined;
  const versions = probe.crd.spec?.versions ?? [];
  const got = versions.flatMap(({ schema }, index) => {
    const root =
      versions.length === 1
        ? "spec.validation.openAPIV3Schema"
        : `spec.versions[${String(index)}].schema.openAPIV3Schema`;
    return causesOf(schema?.openAPIV3Schema ?? {}, minor, root, others);
  });
  const texts = got.map(({ reason, field, message }) => `${reason} ${field} ${message}`);
  const expected = want.map(({ reason, field, message }) => `${reason} ${field} ${message}`);
  return sameTexts(texts, expected) ? undefined : { got: texts, expected };
}

function causesOf(
  raw: Json,
  minor: KubernetesMinor,
  root: string,
  others: readonly { readonly field: string }[],
): readonly Cause[] {
  const schema = new SchemaTable().schema(raw);
  if (!schema.hasRules) return [];
  return checkSchemaRules({
    schema,
    minor,
    field: root,
    types: new DeclaredTypes(minor),
    compiler: new RuleCompiler(minor, "new"),
    hasFault: (node) => others.some(({ field }) => field.startsWith(fieldOf(root, node))),
    hasUnknownMapType: (node) => isUnknownMapType(raw, node),
  }).map(({ error }) => error);
}

function fieldOf(root: string, node: NodePath): string {
  return node.reduce(
    (field, step, index) =>
      node[index - 1] === "properties" ? `${field}[${step}]` : `${field}.${step}`,
    root,
  );
}

function isUnknownMapType(raw: Json, node: NodePath): boolean {
  let at: Json | undefined = raw;
  for (const step of node) at = isObject(at) ? at[step] : undefined;
  const type = isObject(at) ? at["x-kubernetes-map-type"] : undefined;
  return type !== undefined && type !== "granular" && type !== "atomic";
}

/** `Invalid value: <value>: ` left out: the recorded errors have no values. */
function withoutValue({ reason, field, message }: Cause): string {
  const detail = message
    .replace(/^Forbidden: /, "")
    .replace(
      /^Invalid value: .*?: (?=compilation failed|messageExpression|cel expression|program|oldSelf cannot|may not)/s,
      "",
    );
  return `${reason} ${field} ${detail}`;
}

function sameTexts(got: readonly string[], want: readonly string[]): boolean {
  const normalize = (texts: readonly string[]): string =>
    JSON.stringify(
      texts
        .map((text) =>
          normalizeSelfType(text)
            .replaceAll(/0x[0-9a-f]+|0xPOINTER/g, "0xPOINTER")
            .replaceAll("spec.validation.", ""),
        )
        .sort(),
    );
  return normalize(got) === normalize(want);
}
