import type { Code } from "../../emit/code.js";
import { code, word } from "../../emit/code.js";
import type { Declaration } from "../../emit/declaration.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { Member } from "../../emit/object-code.js";
import { objectCode } from "../../emit/object-code.js";
import { hasEmbeddedResource } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import { rulesSeeDefaults } from "../../rules/seen-defaults.js";
import { dialectOf } from "../../versions/dialects.js";
import type { Backend, EmitContext, Unit } from "../backend.js";

import type { ResourceCheck } from "./resource-check.js";
import { declareResourceCheck, emptySchema } from "./resource-check.js";
import { openUnit } from "./write-shapes.js";

/**
 * Writes `validate.ts`: `validate…`, `is…`, `assert…` and a Standard Schema. Behind them stand a quick check for each
 * distinct shape and the schema as data, from which the errors are told when the quick check says no. Rules are those of
 * the function `run…Rules`, a `CheckRules`, that the rules back end exports.
 */
export const validateBackend: Backend = {
  name: "validate",
  needs: ["types", "rules"],
  parseOptions(raw, fault) {
    if (raw !== undefined) fault("the validate back end has no options");
    return undefined;
  },
  generate(unit, _options, context) {
    const file = context.file("validate");
    const schema = unit.version.schema ?? emptySchema;
    const { root, unit: writer } = openUnit(schema, unit.names, unit.kubernetes, file, context);
    const literal = writer.rootSchema(root);
    const check = declareResourceCheck(unit, root, writer);
    const hasRules = runsRules(schema, unit);
    const parts: Parts = {
      schema: writer.declareSchema(root, literal),
      check,
      checkRules: hasRules
        ? code`${context.sibling("rules", `run${unit.names.type}Rules`)}`
        : undefined,
      seesDefaults: hasRules && (unit.rules === undefined || rulesSeeDefaults(schema, unit.rules)),
    };
    file.add(definition(unit, schema, parts, context), ...entries(unit, parts, context));
  },
};

/** Without what compiles rules, any of them may run. */
function runsRules(schema: Schema, { rules }: Unit): boolean {
  return rules === undefined ? schema.hasRules : rules.root(schema, true) !== undefined;
}

/** What the constant refers to. */
interface Parts {
  readonly schema: Code;
  readonly check: ResourceCheck;
  readonly checkRules: Code | undefined;
  /** Whether it says something else where defaults are missing. */
  readonly seesDefaults: boolean;
}

/** The name of the constant that describes the resource to the runtime. */
export function validationName(unit: Unit): string {
  return `${unit.names.value}Validation`;
}

function definition(unit: Unit, schema: Schema, parts: Parts, context: EmitContext): Declaration {
  const { resource, version } = unit;
  const members: Member[] = [
    { key: "group", value: code`${resource.group}` },
    { key: "version", value: code`${version.name}` },
    { key: "kind", value: code`${resource.names.kind}` },
    { key: "namespaced", value: code`${resource.scope === "Namespaced"}` },
    { key: "status", value: code`${version.status}` },
  ];
  if (version.scale !== undefined) {
    members.push({ key: "scale", value: scalePaths(version.scale) });
    members.push({ key: "checkScale", value: code`${context.runtime("scaleErrors")}` });
  }
  members.push({
    key: "schema",
    value: code`/* @__PURE__ */ ${context.runtime("once")}(${parts.schema})`,
  });
  if (hasEmbeddedResource(schema)) {
    members.push({ key: "checkEmbedded", value: code`${context.runtime("embeddedErrors")}` });
  }
  members.push({ key: "is", value: parts.check.name });
  if (parts.checkRules !== undefined) members.push({ key: "checkRules", value: parts.checkRules });
  if (parts.seesDefaults) members.push({ key: "rulesSeeDefaults", value: code`true` });
  const { symbol } = dialectOf(unit.kubernetes);
  if (symbol !== undefined) {
    members.push({ key: "dialect", value: code`${context.runtime(symbol)}` });
  }
  return {
    kind: "const",
    name: validationName(unit),
    exported: true,
    doc: jsDoc({ text: "What the runtime validates by.", facts: [], tags: [] }),
    type: code`${context.runtimeType("ResourceValidation")}`,
    value: objectCode(members),
  };
}

function scalePaths(scale: NonNullable<Unit["version"]["scale"]>): Code {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return objectCode([
    { key: "specReplicasPath", value: code`${specReplicasPath}` },
    { key: "statusReplicasPath", value: code`${statusReplicasPath}` },
    ...(labelSelectorPath === undefined
      ? []
      : [{ key: "labelSelectorPath", value: code`${labelSelectorPath}` }]),
  ]);
}

/** The exported functions. */
function entries(unit: Unit, parts: Parts, context: EmitContext): readonly Declaration[] {
  const { names } = unit;
  const subject = word(validationName(unit));
  const input = code`${context.siblingType("types", `${names.type}Input`)}`;
  const options = {
    name: "options",
    type: code`${context.runtimeType("ValidateOptions")}`,
    optional: true,
  };
  const checkOptions = { ...options, type: code`${context.runtimeType("CheckOptions")}` };
  // A bundle of this function alone is to hold as little as possible.
  const hasRules = parts.checkRules !== undefined;
  const asksOptions = !parts.check.isExact || hasRules;
  const value = { name: "value", type: code`unknown` };
  const runtime = (name: string): Code => code`${context.runtime(name)}`;
  const fieldError = code`${context.runtimeType("FieldError")}`;
  return [
    {
      kind: "function",
      name: `validate${names.type}`,
      exported: true,
      doc: documentation(
        'Why the API server would refuse an object that was pruned and defaulted; equal to the causes in its answer. With `oldObject` an update is validated, with `subresource: "status"` one of the status.',
      ),
      parameters: [{ name: "object", type: code`unknown` }, options],
      returns: code`${fieldError}[]`,
      body: code`return ${runtime("validateResource")}(${subject}, object, options);`,
    },
    {
      kind: "function",
      name: `is${names.type}`,
      exported: true,
      doc: documentation(
        `Whether the API server would accept an object. Defaults may still be missing. Rules are left out with \`{ rules: false }\`.`,
      ),
      parameters: [value, asksOptions ? checkOptions : { ...checkOptions, name: "_options" }],
      returns: code`value is ${input}`,
      body: asksOptions
        ? code`return ${runtime(parts.check.isExact ? "isGoodByRules" : "isValidResource")}(${subject}, value, options);`
        : code`return ${runtime("isGoodAsSent")}(${parts.check.name}, value);`,
    },
    ...(hasRules && parts.check.isExact
      ? [
          {
            kind: "function",
            name: `matches${names.type}Schema`,
            exported: true,
            doc: documentation(
              `Like \`is${names.type}\` without the rules, which a bundle of this function alone leaves out.`,
            ),
            parameters: [value],
            returns: code`value is ${input}`,
            body: code`return ${runtime("isGoodAsSent")}(${parts.check.name}, value);`,
          } as const,
        ]
      : []),
    {
      kind: "function",
      name: `assert${names.type}`,
      exported: true,
      doc: documentation("Throws an `InvalidObjectError` that lists all faults of an object."),
      parameters: [value, options],
      returns: code`asserts value is ${input}`,
      body: code`${runtime("assertValidResource")}(${subject}, value, options);`,
    },
    {
      kind: "const",
      name: `${names.value}Schema`,
      exported: true,
      doc: documentation("For libraries that take a Standard Schema."),
      type: code`${context.runtimeType("StandardSchema")}<${input}>`,
      value: code`/* @__PURE__ */ ${runtime("standardSchema")}(${subject})`,
    },
  ];
}

function documentation(text: string): Code {
  return jsDoc({ text, facts: [], tags: [] });
}
