import type { Expr, Stmt, TypeNode } from "../../emit/code.js";
import { expr, stmt, tsType, word } from "../../emit/code.js";
import type { Declaration, Parameter } from "../../emit/declaration.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { EmitContext, Unit } from "../backend.js";

/** The values that the functions for users refer to. */
export interface EntryParts {
  readonly unit: Unit;
  readonly context: EmitContext;
  /** The constant that describes the resource to the runtime. */
  readonly subject: string;
  /** The quick check of the resource. */
  readonly check: Expr;
  /** The verdict on an object as it is sent is always right. */
  readonly isExact: boolean;
  /** Rules give the same answer for an object with unknown fields as without them. */
  readonly areRulesExact: boolean;
  readonly hasRules: boolean;
}

/**
 * The functions of `validate.ts` that users call. `matches…Schema` is there where `is…` would run
 * rules after its check.
 */
export function entryPoints(parts: EntryParts): readonly Declaration[] {
  const matches = parts.hasRules && parts.isExact ? [matchesFunction(parts)] : [];
  return [
    validateFunction(parts),
    isFunction(parts),
    ...matches,
    assertFunction(parts),
    standardSchema(parts),
  ];
}

function validateFunction({ unit, context, subject }: EntryParts): Declaration {
  return {
    kind: "function",
    name: `validate${unit.names.type}`,
    exported: true,
    doc: jsDoc({
      text: 'Why the API server would refuse an object as it is sent: the causes in its answer. Defaults may still be missing, and unknown fields are passed over. With `oldObject` an update is validated, with `subresource: "status"` one of the status, with `defaulted` an object that is pruned and defaulted already.',
    }),
    parameters: [{ name: "object", type: tsType`unknown` }, optionsOf("ValidateOptions", context)],
    returns: tsType`${context.runtimeType("FieldError")}[]`,
    body: stmt`return ${context.runtime("validateResource")}(${word(subject)}, object, options);`,
  };
}

/** A bundle of this function alone is to hold as little as possible. */
function isFunction(parts: EntryParts): Declaration {
  const { unit, context, subject, check, isExact, hasRules } = parts;
  const asksOptions = !isExact || hasRules;
  const options = optionsOf("CheckOptions", context);
  const decidesByCheck = isExact && parts.areRulesExact;
  const decide = context.runtime(decidesByCheck ? "isGoodByRules" : "isValidResource");
  return {
    kind: "function",
    name: `is${unit.names.type}`,
    exported: true,
    doc: jsDoc({
      text: `Whether the API server would accept an object as it is sent: defaults may still be missing.${hasRules ? " With `{ rules: false }` the rules are left out." : ""}`,
    }),
    parameters: [value, asksOptions ? options : { ...options, name: "_options" }],
    returns: tsType`value is ${inputType(unit, context)}`,
    body: asksOptions
      ? stmt`return ${decide}(${word(subject)}, value, options);`
      : goodAsSent(check, context),
  };
}

function matchesFunction({ unit, context, check }: EntryParts): Declaration {
  const { type } = unit.names;
  return {
    kind: "function",
    name: `matches${type}Schema`,
    exported: true,
    doc: jsDoc({
      text: `Like \`is${type}\` without the rules, which a bundle of this function alone leaves out.`,
    }),
    parameters: [value],
    returns: tsType`value is ${inputType(unit, context)}`,
    body: goodAsSent(check, context),
  };
}

function assertFunction({ unit, context, subject }: EntryParts): Declaration {
  return {
    kind: "function",
    name: `assert${unit.names.type}`,
    exported: true,
    doc: jsDoc({
      text: `Throws an \`InvalidObjectError\` that lists all faults of an object as it is sent: defaults may still be missing. It takes the options of \`validate${unit.names.type}\`.`,
    }),
    parameters: [value, optionsOf("ValidateOptions", context)],
    returns: tsType`asserts value is ${inputType(unit, context)}`,
    body: stmt`${context.runtime("assertValidResource")}(${word(subject)}, value, options);`,
  };
}

function standardSchema({ unit, context, subject }: EntryParts): Declaration {
  const stored = tsType`${context.runtimeType("Stored")}<${context.siblingType("types", unit.names.type)}>`;
  return {
    kind: "const",
    name: `${unit.names.value}Schema`,
    exported: true,
    doc: jsDoc({
      text: `The verdict of \`validate${unit.names.type}\` for libraries that take a Standard Schema. \`with\` refuses unknown fields, or gives the object as it would be stored.`,
    }),
    type: tsType`${context.runtimeType("ResourceSchema")}<${inputType(unit, context)}, ${stored}>`,
    value: expr`/* @__PURE__ */ ${context.runtime("resourceSchema")}(${word(subject)})`,
  };
}

const value: Parameter = { name: "value", type: tsType`unknown` };

function optionsOf(type: "ValidateOptions" | "CheckOptions", context: EmitContext): Parameter {
  return { name: "options", type: tsType`${context.runtimeType(type)}`, optional: true };
}

function inputType(unit: Unit, context: EmitContext): TypeNode {
  return tsType`${context.siblingType("types", `${unit.names.type}Input`)}`;
}

function goodAsSent(check: Expr, context: EmitContext): Stmt {
  return stmt`return ${context.runtime("isGoodAsSent")}(${check}, value);`;
}
