import { hasEmbeddedResource } from "../../../crd/ir/child-schemas.js";
import type { Resource } from "../../../crd/ir/resource.js";
import { SchemaTable } from "../../../crd/ir/schema-table.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { rulesSeeDefaults, rulesSeeUnknownFields } from "../../../crd/rules/seen-defaults.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { symbolOfServer } from "../../../runtime/versions/dialects.js";
import type { Expr } from "../../emit/code.js";
import { expr, tsType, word } from "../../emit/code.js";
import type { Declaration } from "../../emit/declaration.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { objectCode } from "../../emit/object-code.js";
import type { Backend, EmitContext, Unit } from "../backend.js";
import { schemaDataName } from "../schema-data-name.js";
import type { Analysis } from "./analysis/analyse.js";
import { analyseUnit } from "./analysis/analyse.js";
import { analyseResource } from "./analysis/resource.js";
import { entryPoints } from "./entry-points.js";
import { ShapeNames } from "./shape-names.js";
import type { Shape } from "./shape.js";
import { ShapeTable } from "./shape.js";
import { shapeSeesUnknownFields } from "./unknown-fields.js";
import { declareUnit, given } from "./writing/declare-unit.js";
import { Scope } from "./writing/test-code.js";

/**
 * Writes `validate.ts`: `validate…`, `is…`, `assert…` and a Standard Schema. Behind them stand a
 * quick check for each distinct shape and the schema as data, from which the errors are told when
 * the quick check says no. Rules are those of the function `run…Rules`, a `CheckRules`, that the
 * rules back end exports.
 */
export const validateBackend: Backend = {
  name: "validate",
  needs: ["types", "rules"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("validate");
    const { schema, root, analysis, scope } = openUnit(unit, context);
    const check = analyseResource(unit, root, analysis);
    const name = `isValid${unit.names.type}Resource`;
    const make = declareUnit(analyseUnit(root, { name, check }, analysis), file, scope);
    const hasRules = runsRules(schema, unit);
    const { prunes } = analysis;
    const shapeSeesUnknown = prunes && shapeSeesUnknownFields(root);
    const rulesSeeUnknown =
      prunes && hasRules && (unit.rules === undefined || rulesSeeUnknownFields(schema, unit.rules));
    const parts: Parts = {
      schema: declareData(unit, make, file, context),
      check: word(name),
      checkRules: hasRules
        ? expr`${context.sibling("rules", `run${unit.names.type}Rules`)}`
        : undefined,
      seesDefaults: hasRules && (unit.rules === undefined || rulesSeeDefaults(schema, unit.rules)),
      seesUnknownFields: shapeSeesUnknown,
    };
    file.add(
      definition(unit, schema, parts, context),
      ...entryPoints({
        unit,
        context,
        subject: validationName(unit),
        check: parts.check,
        isExact: check.isExact && !shapeSeesUnknown,
        areRulesExact: !rulesSeeUnknown,
        hasRules,
      }),
    );
  },
};

/** Declares the function that makes the schema when it is first called; `make` makes it. */
function declareData(unit: Unit, make: Expr, file: GeneratedFile, context: EmitContext): Expr {
  const name = schemaDataName(unit.names);
  file.add({
    kind: "const",
    name,
    exported: "to siblings",
    doc: [],
    type: tsType`() => ${context.runtimeType("ValueSchema")}`,
    value: expr`/* @__PURE__ */ ${context.runtime("once")}(${make})`,
  });
  return word(name);
}

/** Without what compiles rules, any of them may run. */
function runsRules(schema: Schema, { rules }: Unit): boolean {
  return rules === undefined ? schema.hasRules : rules.root(schema, true) !== undefined;
}

/** The values that the constant refers to. */
interface Parts {
  readonly schema: Expr;
  readonly check: Expr;
  readonly checkRules: Expr | undefined;
  /** True if the verdict may differ where defaults are missing. */
  readonly seesDefaults: boolean;
  /** True if the verdict may differ where unknown fields are not pruned. */
  readonly seesUnknownFields: boolean;
}

/** The name of the constant that describes the resource to the runtime. */
export function validationName(unit: Unit): string {
  return `${unit.names.value}Validation`;
}

function definition(unit: Unit, schema: Schema, parts: Parts, context: EmitContext): Declaration {
  const { resource, version } = unit;
  const runtime = (name: RuntimeValue | LibraryValue): Expr => expr`${context.runtime(name)}`;
  const { scale } = version;
  const hasEmbedded = hasEmbeddedResource(schema);
  const symbol = symbolOfServer(unit.kubernetes);
  return {
    kind: "const",
    name: validationName(unit),
    exported: "to siblings",
    doc: jsDoc({ text: "What the runtime validates by." }),
    type: tsType`${context.runtimeType("ResourceValidation")}`,
    value: objectCode(
      given({
        group: resource.group,
        version: version.name,
        kind: resource.names.kind,
        namespaced: expr`${resource.scope === "Namespaced"}`,
        status: expr`${version.status}`,
        scale: scale && objectCode(given({ ...scale })),
        checkScale: scale && runtime("scaleErrors"),
        schema: parts.schema,
        checkEmbedded: hasEmbedded && runtime("embeddedErrors"),
        coerceEmbedded: hasEmbedded && runtime("coerceEmbeddedResources"),
        is: parts.check,
        checkRules: parts.checkRules,
        ruleSteps: parts.checkRules && runtime("ruleSteps"),
        rulesSeeDefaults: parts.seesDefaults,
        preserveUnknownFields: resource.preserveUnknownFields,
        seesUnknownFields: parts.seesUnknownFields,
        dialect: symbol && runtime(symbol),
      }),
    ),
  };
}

/** All that is needed to analyse and write the checks of one unit. */
interface OpenedUnit {
  readonly schema: Schema;
  /** The shape of the resource. */
  readonly root: Shape;
  readonly analysis: Analysis;
  readonly scope: Scope;
}

/** Names all shapes of a unit, the resource's root first. */
export function openUnit(unit: Unit, context: EmitContext): OpenedUnit {
  const { resource, version, names, kubernetes } = unit;
  const schema = version.schema ?? emptySchema;
  const { table, analysis } = openResource(resource, kubernetes);
  const shapeNames = new ShapeNames(names, table);
  const root = shapeNames.assign(schema, names.type);
  return { schema, root, analysis, scope: new Scope(context, shapeNames, kubernetes) };
}

/** The parts that the versions of a resource share. */
interface OpenedResource {
  readonly table: ShapeTable;
  readonly analysis: Analysis;
}

/** For the server that was asked for last. */
const resources = new WeakMap<Resource, OpenedResource>();

function openResource(resource: Resource, server: KubernetesMinor): OpenedResource {
  const known = resources.get(resource);
  if (known?.analysis.server === server) return known;
  const analysis = { server, prunes: !resource.preserveUnknownFields, checks: new Map() };
  const opened = { table: new ShapeTable(server), analysis };
  resources.set(resource, opened);
  return opened;
}

/** The schema of a version that has none: v1beta1 allowed that. */
const emptySchema = new SchemaTable().schema({});
