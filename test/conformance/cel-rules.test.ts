import { expect, it } from "vitest";

import { SchemaTable } from "../../src/ir/schema-table.js";
import type { CompiledRule } from "../../src/rules/compile-rules.js";
import { isCompileFault, maximumCardinality, RuleCompiler } from "../../src/rules/compile-rules.js";
import type { DeclaredType } from "../../src/rules/declared-type.js";
import { DeclaredTypes } from "../../src/rules/declared-type.js";
import { escapeName, unescapeName } from "../../src/rules/escape-name.js";
import { readFieldPath } from "../../src/rules/field-path.js";
import type { Json } from "../../src/runtime/v1/json.js";
import { normalizeSelfType } from "../support/cel.js";
import { decodeRecorded } from "../support/recorded-json.js";
import { describeShared, readShared } from "../support/shared.js";

interface RecordedType {
  readonly cel: string;
  readonly min: number;
  readonly max: string;
  readonly fields?: Readonly<Record<string, RecordedType>>;
  readonly elem?: RecordedType;
}

interface RecordedRule {
  readonly error?: string;
  readonly maxCost: string;
  readonly maxCardinality: string;
  readonly usesOldSelf: boolean;
  readonly messageExpressionError?: string;
  readonly messageExpressionMaxCost?: string;
  readonly fieldPath?: string;
}

interface RecordedNode {
  readonly id?: number;
  readonly schema: Json;
  readonly isRoot?: boolean;
  readonly path?: string;
  readonly stored?: boolean;
  readonly version?: string;
  readonly declType?: RecordedType | null;
  readonly results?: readonly RecordedRule[];
  readonly expect?: {
    readonly declType?: RecordedType | null;
    readonly results?: readonly RecordedRule[];
  };
}

const types = new DeclaredTypes(37);
const table = new SchemaTable();

describeShared("Rules: declared types, compile errors and costs", () => {
  for (const file of ["k8s-compile", "k8s-matrix-compile", "k8s-realworld-compile"]) {
    it(file, () => {
      const compilers = new Map<string, RuleCompiler>();
      const differences: unknown[] = [];
      let rules = 0;
      for (const node of read(file) as readonly RecordedNode[]) {
        const schema = table.schema(decodeRecorded(node.schema));
        const declared = types.of(schema, node.isRoot ?? node.path === "");
        const { declType, results = [] } = node.expect ?? node;
        if (declType !== undefined && !equal(summarize(declared), summarizeRecorded(declType))) {
          differences.push({ node, declared: summarize(declared) });
        }
        if (declared === undefined) continue;
        const compiled = compilerFor(node, compilers).compile(schema, declared);
        results.forEach((want, index) => {
          rules++;
          const rule = compiled[index];
          const got = rule === undefined ? undefined : outcome(rule, declared);
          if (!equal(got, expected(want))) differences.push({ rule: rule?.rule, got, want });
        });
      }
      console.log(`${file}: ${String(rules)} rules, ${String(differences.length)} differences`);
      expect(differences.slice(0, 5)).toEqual([]);
    });
  }

  it("escaped names", () => {
    for (const { expr, expect: want } of read("k8s-matrix-escape") as readonly NameRecord[]) {
      expect([expr, escapeName(expr)]).toEqual([expr, want.ok ? want.value : undefined]);
    }
    for (const { expr, expect: want } of read("k8s-matrix-unescape") as readonly NameRecord[]) {
      expect([expr, unescapeName(expr)]).toEqual([expr, want.ok ? want.value : undefined]);
    }
  });

  it("field paths", () => {
    for (const { expr, schema, expect: want } of read(
      "k8s-matrix-fieldpath",
    ) as readonly PathRecord[]) {
      const path = readFieldPath(expr, table.schema(decodeRecorded(schema)));
      const got = path.kind === "path" ? path.path : path.message;
      expect([expr, got]).toEqual([expr, want.value ?? want.error]);
    }
  });
});

interface NameRecord {
  readonly expr: string;
  readonly expect: { readonly ok: boolean; readonly value?: string };
}

interface PathRecord {
  readonly expr: string;
  readonly schema: Json;
  readonly expect: { readonly value?: string; readonly error?: string };
}

/** Some records ask what another compatibility version than the server's own lets a new rule use. */
function compilerFor(
  { stored = true, version }: RecordedNode,
  compilers: Map<string, RuleCompiler>,
): RuleCompiler {
  const key = `${String(stored)} ${version ?? ""}`;
  const known = compilers.get(key);
  if (known !== undefined) return known;
  const compatibility = version === undefined ? 36 : Number(version.split(".")[1]);
  const made = new RuleCompiler(37, () => stored, compatibility);
  compilers.set(key, made);
  return made;
}

function outcome(
  { expression, message, usesOldSelf, fieldPath }: CompiledRule,
  declared: DeclaredType,
): object {
  const isFault = expression !== undefined && isCompileFault(expression);
  const runs = expression !== undefined && !isFault;
  const messageFault = message !== undefined && isCompileFault(message);
  return {
    error: isFault ? normalizeSelfType(expression.detail) : undefined,
    maxCost: runs ? String(expression.maxCost) : "0",
    maxCardinality: runs ? String(maximumCardinality(declared)) : "0",
    usesOldSelf,
    messageError: messageFault ? normalizeSelfType(message.detail) : undefined,
    messageCost: message === undefined || messageFault ? "0" : String(message.maxCost),
    fieldPath,
  };
}

function expected(want: RecordedRule): object {
  return {
    error: want.error === undefined ? undefined : normalizeSelfType(want.error),
    maxCost: want.maxCost,
    maxCardinality: want.maxCardinality,
    usesOldSelf: want.usesOldSelf,
    messageError:
      want.messageExpressionError === undefined
        ? undefined
        : normalizeSelfType(want.messageExpressionError),
    messageCost: want.messageExpressionMaxCost ?? "0",
    fieldPath: want.fieldPath,
  };
}

/** Sizes of a declared type and of all below it, fields sorted. */
function summarize(declared: DeclaredType | undefined): unknown {
  if (declared === undefined) return null;
  const { fields, element } = declared;
  return {
    max: String(declared.maxElements),
    min: declared.minimumSize,
    fields: fields === undefined ? undefined : sorted([...fields], summarize),
    elem: element === undefined ? undefined : summarize(element),
  };
}

function summarizeRecorded(type: RecordedType | null): unknown {
  if (type === null) return null;
  const fields = type.fields ?? (type.cel === "object" ? {} : undefined);
  return {
    max: type.max,
    min: type.min,
    fields: fields === undefined ? undefined : sorted(Object.entries(fields), summarizeRecorded),
    elem: type.elem === undefined ? undefined : summarizeRecorded(type.elem),
  };
}

function sorted<Item>(entries: readonly [string, Item][], map: (item: Item) => unknown): unknown {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, map(item)]);
}

function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The records of a file; the caller names their shape. */
function read(file: string): unknown {
  return JSON.parse(readShared("conformance", "cel", `${file}.json`));
}
