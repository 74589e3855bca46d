import type { Expr } from "../../emit/code.js";
import { expr, tsType, word } from "../../emit/code.js";
import type { Declaration } from "../../emit/declaration.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { Member } from "../../emit/object-code.js";
import { objectCode } from "../../emit/object-code.js";
import { hasEmbeddedResource } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import { rulesSeeDefaults } from "../../rules/seen-defaults.js";
import { rulesSeeUnknownFields } from "../../rules/seen-unknown-fields.js";
import { dialectOf } from "../../versions/dialects.js";
import type { Backend, EmitContext, Unit } from "../backend.js";
import { schemaDataName } from "../schema-data-name.js";
import { entryPoints } from "./entry-points.js";
import { openUnit } from "./open-unit.js";
import type { ResourceCheck } from "./resource-check.js";
import { declareResourceCheck } from "./resource-check.js";
import { shapeSeesUnknownFields } from "./unknown-fields.js";

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
    const { writer, schema, root } = openUnit(unit, file, context);
    const literal = writer.rootSchema(root);
    const check = declareResourceCheck(unit, root, writer);
    const hasRules = runsRules(schema, unit);
    const { prunes } = writer;
    const shapeSeesUnknown = prunes && shapeSeesUnknownFields(root);
    const rulesSeeUnknown =
      prunes && hasRules && (unit.rules === undefined || rulesSeeUnknownFields(schema, unit.rules));
    const parts: Parts = {
      schema: declareData(unit, writer.declareSchema(root, literal), file, context),
      check,
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
        check: check.name,
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

/** What the constant refers to. */
interface Parts {
  readonly schema: Expr;
  readonly check: ResourceCheck;
  readonly checkRules: Expr | undefined;
  /** Whether it says something else where defaults are missing. */
  readonly seesDefaults: boolean;
  /** Whether the verdict may be another one where unknown fields are not pruned. */
  readonly seesUnknownFields: boolean;
}

/** The name of the constant that describes the resource to the runtime. */
export function validationName(unit: Unit): string {
  return `${unit.names.value}Validation`;
}

function definition(unit: Unit, schema: Schema, parts: Parts, context: EmitContext): Declaration {
  const { resource, version } = unit;
  const members: Member[] = [
    { key: "group", value: expr`${resource.group}` },
    { key: "version", value: expr`${version.name}` },
    { key: "kind", value: expr`${resource.names.kind}` },
    { key: "namespaced", value: expr`${resource.scope === "Namespaced"}` },
    { key: "status", value: expr`${version.status}` },
  ];
  if (version.scale !== undefined) {
    members.push({ key: "scale", value: scalePaths(version.scale) });
    members.push({ key: "checkScale", value: expr`${context.runtime("scaleErrors")}` });
  }
  members.push({ key: "schema", value: parts.schema });
  if (hasEmbeddedResource(schema)) {
    members.push({ key: "checkEmbedded", value: expr`${context.runtime("embeddedErrors")}` });
    const coerce = expr`${context.runtime("coerceEmbeddedResources")}`;
    members.push({ key: "coerceEmbedded", value: coerce });
  }
  members.push({ key: "is", value: parts.check.name });
  if (parts.checkRules !== undefined) {
    members.push({ key: "checkRules", value: parts.checkRules });
    members.push({ key: "ruleSteps", value: expr`${context.runtime("ruleSteps")}` });
  }
  if (parts.seesDefaults) members.push({ key: "rulesSeeDefaults", value: expr`true` });
  if (resource.preserveUnknownFields) {
    members.push({ key: "preserveUnknownFields", value: expr`true` });
  }
  if (parts.seesUnknownFields) members.push({ key: "seesUnknownFields", value: expr`true` });
  const { symbol } = dialectOf(unit.kubernetes);
  if (symbol !== undefined) {
    members.push({ key: "dialect", value: expr`${context.runtime(symbol)}` });
  }
  return {
    kind: "const",
    name: validationName(unit),
    exported: "to siblings",
    doc: jsDoc({ text: "What the runtime validates by." }),
    type: tsType`${context.runtimeType("ResourceValidation")}`,
    value: objectCode(members),
  };
}

function scalePaths(scale: NonNullable<Unit["version"]["scale"]>): Expr {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return objectCode([
    { key: "specReplicasPath", value: expr`${specReplicasPath}` },
    { key: "statusReplicasPath", value: expr`${statusReplicasPath}` },
    ...(labelSelectorPath === undefined
      ? []
      : [{ key: "labelSelectorPath", value: expr`${labelSelectorPath}` }]),
  ]);
}
