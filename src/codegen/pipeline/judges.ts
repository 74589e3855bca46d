import type { CelIssue } from "../../cel/issue.js";
import type { DiagnosticCode } from "../../crd/diagnostics/catalog/catalog.js";
import type { Place } from "../../crd/diagnostics/diagnostics.js";
import type {
  CompileRules,
  DefaultPlace,
  DefaultsJudge,
  Judges,
  RuleFault,
  RuleUnit,
  ValueRoot,
} from "../../crd/frontend/check-options.js";
import type { NewerServerAdvice } from "../../crd/frontend/findings/help.js";
import { newerServerHelp } from "../../crd/frontend/findings/help.js";
import { InterpretedRules } from "../../crd/interpret/rules.js";
import { ValueSchemas } from "../../crd/interpret/value-schema.js";
import { copyJson } from "../../crd/ir/apply-defaults.js";
import { valuesSchema } from "../../crd/ir/child-schemas.js";
import type { Schema } from "../../crd/ir/schema.js";
import type { RuleCause, RuleCauseKind } from "../../crd/rules/check-schema-rules.js";
import { checkSchemaRules } from "../../crd/rules/check-schema-rules.js";
import { RuleCompiler } from "../../crd/rules/compile-rules.js";
import { DeclaredTypes } from "../../crd/rules/declared-type.js";
import type { NewerRule, NewRules } from "../../crd/rules/older-servers.js";
import { OlderServers } from "../../crd/rules/older-servers.js";
import { followSteps } from "../../crd/source/follow-steps.js";
import { spanInFile } from "../../crd/source/scalars/scalar-map.js";
import type { Path, Span } from "../../crd/source/source-file.js";
import { runRules } from "../../runtime/v1/cel/rules/rules.js";
import { collectErrors } from "../../runtime/v1/validation/collect-errors.js";
import { pruneBySchema, pruneValue } from "../../runtime/v1/validation/prune.js";
import { Report } from "../../runtime/v1/validation/report.js";
import { inWords } from "../../runtime/v1/values/dialect.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import {
  coerceEmbeddedNode,
  validateEmbeddedNode,
} from "../../runtime/v1/values/metadata/embedded.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import type { RuleAdvice } from "./rule-advice.js";
import { createRuleAdvice } from "./rule-advice.js";

/** Makes the functions that the front end needs of later phases, for one server. */
export function createJudges(minor: KubernetesMinor): Judges {
  return { defaults: createDefaultsJudge(minor), compileRules: createRulesJudge(minor) };
}

/** As `createJudges`, for authors who want to know what older servers refuse, from `minimum` on. */
export function createPortableJudges(
  minor: KubernetesMinor,
  minimum: KubernetesMinor,
  adviseNewer: NewerServerAdvice | undefined,
): Judges {
  const compileRules = createPortableRulesJudge(minor, minimum, adviseNewer);
  return { ...createJudges(minor), compileRules };
}

/** Judges defaults as generated code judges objects, by schemas as data, for one server. */
export function createDefaultsJudge(minor: KubernetesMinor): DefaultsJudge {
  const schemas = new ValueSchemas(minor, "structural");
  const rules = new InterpretedRules(minor);
  const dialect = dialectOf(minor);
  return {
    isPruned(value, schema, root) {
      const copy = copyJson(value);
      const prune = root === "resource" ? pruneBySchema : pruneValue;
      return prune(schemas.of(schema), copy) === undefined;
    },
    checkMetadata,
    checkValue(value, schema, { path }) {
      const report = new Report(path, dialect);
      collectErrors(schemas.of(schema), value, "", report);
      return inWords(report.errors, dialect.words?.ofValues);
    },
    checkRules(value, schema, root, place, budget) {
      const node = rules.of(schema, root === "resource");
      if (node === undefined) return [];
      const run = { node, path: place.path, dialect, budget: budget.remaining, counts: true };
      const asOld = runRules(run, value, value);
      budget.remaining = asOld.remaining;
      // Without ratcheting no rule is asked a second time for a value that is new.
      if (asOld.errors.length > 0 || dialect.ratchets === false) return asOld.errors;
      const asNew = runRules(run, value, undefined);
      budget.remaining = Math.min(asOld.remaining, asNew.remaining);
      return asNew.errors;
    },
  };
}

function checkMetadata(
  value: Json,
  schema: Schema,
  root: ValueRoot,
  place: DefaultPlace,
): readonly FieldError[] {
  const dialect = dialectOf(place.minor);
  const visitAll = (visit: Visit): readonly FieldError[] =>
    visitResources(
      schema,
      value,
      place.path,
      visit,
      root === "resource" || schema.embeddedResource,
    );
  const [fault] = visitAll((object, path) => {
    const error = coerceEmbeddedNode(object, path, () => undefined);
    return error === undefined ? [] : inWords([error], dialect.words?.ofMetadata);
  });
  if (fault !== undefined) return [fault];
  return visitAll((object, path) => validateEmbeddedNode(object, path, dialect));
}

/** A function that judges a resource inside a value. */
type Visit = (object: JsonObject, path: string) => readonly FieldError[];

/**
 * The errors of all resources in a value, from the outside to the inside (apiextensions
 * `schema/objectmeta`).
 */
function visitResources(
  schema: Schema | undefined,
  value: Json,
  path: string,
  visit: Visit,
  isResource = schema?.embeddedResource === true,
): readonly FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      visitResources(schema.items, item, `${path}[${index}]`, visit),
    );
  }
  if (!isObject(value)) return [];
  const own = isResource ? visit(value, path) : [];
  const below = Object.entries(value).map(([key, child]) => {
    const field = schema.fields.get(key);
    if (field !== undefined) return visitResources(field, child, join(path, key), visit);
    return visitResources(valuesSchema(schema), child, `${path}[${key}]`, visit);
  });
  return [...own, ...below.flat()];
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/**
 * Compiles the rules of schemas for one server; types and environments are made once for all CRDs
 * of a run.
 */
export function createRulesJudge(minor: KubernetesMinor): CompileRules {
  const causesOf = createCompiler(minor);
  const advise = createRuleAdvice(minor);
  return (unit) => causesOf(unit).map((cause) => ruleFault(cause, unit, advise));
}

function createCompiler(minor: KubernetesMinor): (unit: RuleUnit) => readonly RuleCause[] {
  const types = new DeclaredTypes(minor);
  const compiler = new RuleCompiler(minor, "new");
  return (unit) => {
    const { stored } = unit;
    return checkSchemaRules({ ...rulesOf(unit), minor, types, compiler, stored });
  };
}

/**
 * Compiles as `createRulesJudge` does, and also names the rules that older servers refuse, from
 * `minimum` on.
 */
export function createPortableRulesJudge(
  minor: KubernetesMinor,
  minimum: KubernetesMinor,
  adviseNewer: NewerServerAdvice | undefined,
): CompileRules {
  const causesOf = createCompiler(minor);
  const advise = createRuleAdvice(minor);
  const olderServers = new OlderServers(minor, minimum);
  return (unit) => {
    const causes = causesOf(unit);
    const newer = olderServers.newerRules(rulesOf(unit), causes);
    return [
      ...causes.map((cause) => ruleFault(cause, unit, advise)),
      ...newer.map((rule) => newerRuleWarning(rule, unit, adviseNewer)),
    ];
  };
}

function rulesOf(unit: RuleUnit): NewRules {
  return {
    schema: unit.schema,
    field: unit.field,
    hasFault: (node) => unit.hasFault(node),
    hasUnknownMapType: (node) => isUnknownMapType(rawAt(unit, node)),
  };
}

function newerRuleWarning(
  { cause, since }: NewerRule,
  unit: RuleUnit,
  adviseNewer: NewerServerAdvice | undefined,
): RuleFault {
  return {
    error: undefined,
    isExpressionCost: false,
    report(diagnostics) {
      const [issue] = cause.fault?.issues?.issues ?? [];
      const place = placeOf(cause, unit);
      const span = issue === undefined ? undefined : spanOfIssue(issue, place);
      const reason = issue?.message ?? cause.detail;
      const version = `1.${since}`;
      diagnostics.report(
        "portability/newer-server",
        span ?? place,
        { feature: cause.part === "rule" ? "the rule" : "the messageExpression", version },
        {
          help: newerServerHelp(`refuse the CRD (${reason})`, version, adviseNewer),
          steps: place.path,
        },
      );
    },
  };
}

function ruleFault(cause: RuleCause, unit: RuleUnit, advise: RuleAdvice): RuleFault {
  const { kind, error } = cause;
  const place = placeOf(cause, unit);
  const helpFor = (code: CelCode, fault: string): string | undefined =>
    advise(code, fault, schemaOfNode(unit.schema, cause.node), textAt(place));
  return {
    error,
    isExpressionCost: kind === "cost",
    report(diagnostics) {
      const issues = cause.fault?.issues?.issues ?? [];
      if (issues.length === 0) {
        const [code, fault] = [codes[kind], cause.detail];
        diagnostics.report(code, place, { fault }, { cause: error, help: helpFor(code, fault) });
      }
      for (const [index, issue] of issues.entries()) {
        const [code, fault] = [issueCode(issue.message), issue.message];
        // The server has one cause for all that is wrong with an expression; it goes with the
        // first.
        const extra = { cause: index === 0 ? error : undefined, help: helpFor(code, fault) };
        diagnostics.report(code, spanOfIssue(issue, place) ?? place, { fault }, extra);
      }
    },
  };
}

/** The text of an expression; `""` where the place has none. */
function textAt({ document, path }: Place): string {
  const text = followSteps(document.value, path);
  return typeof text === "string" ? text : "";
}

/** Of a node of a schema, which is named by its keywords. */
function schemaOfNode(root: Schema, node: readonly string[]): Schema | undefined {
  let schema: Schema | undefined = root;
  for (let at = 0; at < node.length && schema !== undefined; at++) {
    const step = node[at];
    if (step === "properties") schema = schema.fields.get(node[++at] ?? "");
    else if (step === "items") schema = schema.items;
    else schema = valuesSchema(schema);
  }
  return schema;
}

function placeOf({ node, index, part }: RuleCause, { document, path }: RuleUnit): Place {
  const steps: (string | number)[] = [...path, ...node];
  if (index !== undefined) steps.push("x-kubernetes-validations", index);
  if (part !== undefined) steps.push(part);
  return { document, path: steps, part: part === undefined ? "key" : "value" };
}

type CelCode = Extract<DiagnosticCode, `cel/${string}`>;

const codes: Readonly<Record<RuleCauseKind, CelCode>> = {
  expression: "cel/type",
  cost: "cel/cost-exceeded",
  "total-cost": "cel/total-cost-exceeded",
  "share-of-total-cost": "cel/total-cost-exceeded",
  untyped: "cel/untyped-schema",
  "old-self-uncorrelatable": "cel/old-self-uncorrelatable",
  "old-self-unused": "cel/old-self-unused",
};

/** The beginnings of the texts of cel-go; an issue has no other mark. */
const issueCodes: readonly (readonly [string, CelCode])[] = [
  ["Syntax error", "cel/syntax"],
  ["undeclared reference", "cel/undeclared-reference"],
  ["undefined field", "cel/undefined-field"],
  ["found no matching overload", "cel/no-matching-overload"],
];

function issueCode(text: string): CelCode {
  return issueCodes.find(([start]) => text.startsWith(start))?.[1] ?? "cel/type";
}

function isUnknownMapType(raw: Json | undefined): boolean {
  const mapType = followSteps(raw, ["x-kubernetes-map-type"]);
  return typeof mapType === "string" && mapType !== "granular" && mapType !== "atomic";
}

function rawAt({ document, path }: RuleUnit, node: Path): Json | undefined {
  return followSteps(document.value, [...path, ...node]);
}

/**
 * The token that an issue is about, in the file; `undefined` where the scalar's text does not show
 * it.
 */
function spanOfIssue(issue: CelIssue, place: Place): Span | undefined {
  const text = followSteps(place.document.value, place.path);
  if (typeof text !== "string" || issue.offset < 0) return undefined;
  // What is missing at the end is missing behind the last token, and not on the lines below.
  const last = text.trimEnd().length;
  const [start, end] = issue.offset < last ? tokenAt(text, issue.offset) : [last, last];
  const scalar = place.document.locate(place.path).value;
  return spanInFile(scalar, text, start, end);
}

/**
 * Finds the token at an offset: a word, a number, a field with its dot, a quoted text, a sign; for
 * a call's parenthesis the name before it.
 */
function tokenAt(text: string, offset: number): readonly [start: number, end: number] {
  tokenForm.lastIndex = offset;
  const [token = ""] = tokenForm.exec(text) ?? [];
  const name = token === "(" ? (/\b\w+$/.exec(text.slice(0, offset))?.[0] ?? "") : "";
  return [offset - name.length, name === "" ? offset + token.length : offset];
}

/** A quote that nothing ends goes on to the end of its line. */
const tokenForm = new RegExp(
  [
    String.raw`b?r?b?(?:"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`,
    String.raw`["'][^\n]*`,
    String.raw`\d+(?:\.\d+)?(?:e[-+]?\d+)?\w*`,
    String.raw`\w+`,
    String.raw`\.\d+`,
    String.raw`\.\??(?:\w+|\x60[^\x60]*\x60)?`,
    String.raw`[=!<>]=|&&|\|\|`,
    String.raw`[^]`,
  ].join("|"),
  "iuy",
);
