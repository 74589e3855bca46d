import type { Environment } from "../../../cel/check/environment.js";
import type { Amount } from "../../../cel/cost-model.js";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { findCrds } from "../../../crd/frontend/find-crds.js";
import { readResource } from "../../../crd/frontend/read-resource.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";
import { SchemaTable } from "../../../crd/ir/schema-table.js";
import type { InspectedRule } from "../../../crd/rules/check-schema-rules.js";
import { inspectSchemaRules } from "../../../crd/rules/check-schema-rules.js";
import { RuleCompiler } from "../../../crd/rules/compile-rules.js";
import type { DeclaredType } from "../../../crd/rules/declared-type.js";
import { DeclaredTypes } from "../../../crd/rules/declared-type.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { Path, Span } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../../runtime/versions/changes.js";
import type { PlacedExpression } from "./places.js";
import { placeExpressions } from "./places.js";

/** What an expression may speak of. */
export interface ExpressionScope {
  readonly environment: Environment;
  /** The type of `self`. */
  readonly declared: DeclaredType;
  /** The schema of `self` as it is written. */
  readonly schema: Json | undefined;
}

/** An expression of a text. */
export interface KnownExpression extends PlacedExpression {
  /** Undefined where the schema around it gives `self` no type. */
  readonly scope: ExpressionScope | undefined;
}

/** What the rules of one version of a CRD cost at most, as the server reckons. */
export interface VersionCosts {
  readonly resource: Resource;
  readonly version: Version;
  /** The key of the schema. */
  readonly key: Span;
  readonly total: Amount;
  readonly rules: readonly RuleCost[];
}

/** What one rule costs at most. */
export interface RuleCost {
  readonly rule: InspectedRule;
  readonly expression: PlacedExpression;
}

/** The expressions of a text. */
export interface CelReading {
  readonly expressions: readonly KnownExpression[];
  readonly versions: readonly VersionCosts[];
}

/** So many texts are read before all that is known of schemas is forgotten. */
const longestMemory = 300;

/** So many readings are kept: requests about one text come together. */
const keptReadings = 4;

/** Reads the expressions of the CRDs in texts as one server does. */
export class CelReader {
  readonly #minor: KubernetesMinor;
  readonly #readings = new Map<string, Promise<CelReading>>();
  #knowledge: Knowledge;
  #count = 0;

  constructor(minor: KubernetesMinor) {
    this.#minor = minor;
    this.#knowledge = knowledgeFor(minor);
  }

  /** What cannot be read has no expressions. */
  read(text: string): Promise<CelReading> {
    const known = this.#readings.get(text);
    if (known !== undefined) return known;
    if (++this.#count % longestMemory === 0) this.#knowledge = knowledgeFor(this.#minor);
    const reading = readExpressions(text, this.#knowledge);
    this.#readings.set(text, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > keptReadings && oldest !== undefined) this.#readings.delete(oldest);
    return reading;
  }
}

/** What is made once for many texts: most schemas and rules stay while somebody writes. */
interface Knowledge {
  readonly minor: KubernetesMinor;
  readonly table: SchemaTable;
  readonly types: DeclaredTypes;
  readonly compiler: RuleCompiler;
}

function knowledgeFor(minor: KubernetesMinor): Knowledge {
  return {
    minor,
    table: new SchemaTable(),
    types: new DeclaredTypes(minor),
    compiler: new RuleCompiler(minor, "new"),
  };
}

async function readExpressions(text: string, knowledge: Knowledge): Promise<CelReading> {
  if (!text.includes("x-kubernetes-validations")) return { expressions: [], versions: [] };
  const unheard = new Diagnostics();
  const documents = await readDocuments({ path: "", text }, unheard);
  const readings = findCrds(documents, unheard).crds.map((crd) => readCrd(crd, knowledge));
  return {
    expressions: readings.flatMap(({ expressions }) => expressions),
    versions: readings.flatMap(({ versions }) => versions),
  };
}

function readCrd(crd: CrdDocument, knowledge: Knowledge): CelReading {
  const placed = placeExpressions(crd);
  // Servers that know rules know no other version.
  if (placed.length === 0 || crd.apiVersion !== "v1") return { expressions: [], versions: [] };
  const resource = readResource(crd, knowledge.table);
  const inspected = resource.versions.flatMap((version) => {
    const found = inspectVersion(version, knowledge);
    return found === undefined ? [] : [found];
  });
  const rules = new Map(inspected.flatMap(({ byPlace }) => [...byPlace]));
  const expressions = placed.map((expression) => {
    const rule = rules.get(placeKey(expression.schemaPath, expression.index));
    const schema = followSteps(crd.document.value, expression.schemaPath);
    return { ...expression, scope: rule && scopeOf(rule, schema, knowledge) };
  });
  const versions = inspected.map(({ version, total, byPlace }) => ({
    resource,
    version,
    key: crd.document.locate(schemaPathOf(version)).key,
    total,
    rules: placed.flatMap((expression): RuleCost[] => {
      const rule = byPlace.get(placeKey(expression.schemaPath, expression.index));
      return rule === undefined || expression.part !== "rule" ? [] : [{ rule, expression }];
    }),
  }));
  return { expressions, versions };
}

interface InspectedVersion {
  readonly version: Version;
  readonly total: Amount;
  readonly byPlace: ReadonlyMap<string, InspectedRule>;
}

function inspectVersion(version: Version, knowledge: Knowledge): InspectedVersion | undefined {
  const { schema } = version;
  if (schema?.hasRules !== true) return undefined;
  const { minor, types, compiler } = knowledge;
  const nothing = { hasFault: () => false, hasUnknownMapType: () => false };
  const { rules, total } = inspectSchemaRules({
    ...{ schema, minor, types, compiler, field: "" },
    ...nothing,
  });
  const path = schemaPathOf(version);
  const byPlace = new Map(
    rules.map((rule) => [placeKey([...path, ...rule.node], rule.index), rule]),
  );
  return { version, total, byPlace };
}

function schemaPathOf({ path }: Version): Path {
  return [...path, "schema", "openAPIV3Schema"];
}

function placeKey(schemaPath: Path, index: number): string {
  return JSON.stringify([...schemaPath, index]);
}

function scopeOf(
  { declared, compiled }: InspectedRule,
  schema: Json | undefined,
  { minor, compiler }: Knowledge,
): ExpressionScope {
  const isOptional = compiled.rule.optionalOldSelf === true && has(minor, "optionalOldSelf");
  return { environment: compiler.environment(declared, isOptional), declared, schema };
}
