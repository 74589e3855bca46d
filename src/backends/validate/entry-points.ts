import type { Code } from "../../emit/code.js";
import { code, word } from "../../emit/code.js";
import type { Declaration, Parameter } from "../../emit/declaration.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { EmitContext, Unit } from "../backend.js";
import type { ResourceCheck } from "./resource-check.js";

/** What the functions that users call refer to. */
export interface EntryParts {
  readonly unit: Unit;
  readonly context: EmitContext;
  /** The constant that describes the resource to the runtime. */
  readonly subject: string;
  readonly check: ResourceCheck;
  readonly hasRules: boolean;
}

/** The functions of `validate.ts` that users call. `matches…Schema` is there where `is…` would run rules after its check. */
export function entryPoints(parts: EntryParts): readonly Declaration[] {
  const matches = parts.hasRules && parts.check.isExact ? [matchesFunction(parts)] : [];
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
      text: 'Why the API server would refuse an object that was pruned and defaulted; equal to the causes in its answer. With `oldObject` an update is validated, with `subresource: "status"` one of the status.',
    }),
    parameters: [{ name: "object", type: code`unknown` }, optionsOf("ValidateOptions", context)],
    returns: code`${context.runtimeType("FieldError")}[]`,
    body: code`return ${context.runtime("validateResource")}(${word(subject)}, object, options);`,
  };
}

/** A bundle of this function alone is to hold as little as possible. */
function isFunction({ unit, context, subject, check, hasRules }: EntryParts): Declaration {
  const asksOptions = !check.isExact || hasRules;
  const options = optionsOf("CheckOptions", context);
  const decide = context.runtime(check.isExact ? "isGoodByRules" : "isValidResource");
  return {
    kind: "function",
    name: `is${unit.names.type}`,
    exported: true,
    doc: jsDoc({
      text: `Whether the API server would accept an object as it is sent: defaults may still be missing.${hasRules ? " With `{ rules: false }` the rules are left out." : ""}`,
    }),
    parameters: [value, asksOptions ? options : { ...options, name: "_options" }],
    returns: code`value is ${inputType(unit, context)}`,
    body: asksOptions
      ? code`return ${decide}(${word(subject)}, value, options);`
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
    returns: code`value is ${inputType(unit, context)}`,
    body: goodAsSent(check, context),
  };
}

function assertFunction({ unit, context, subject }: EntryParts): Declaration {
  return {
    kind: "function",
    name: `assert${unit.names.type}`,
    exported: true,
    doc: jsDoc({
      text: "Throws an `InvalidObjectError` that lists all faults of an object as it is sent: defaults may still be missing. With `oldObject` an update is checked.",
    }),
    parameters: [value, optionsOf("ValidateOptions", context)],
    returns: code`asserts value is ${inputType(unit, context)}`,
    body: code`${context.runtime("assertValidResource")}(${word(subject)}, value, options);`,
  };
}

function standardSchema({ unit, context, subject }: EntryParts): Declaration {
  return {
    kind: "const",
    name: `${unit.names.value}Schema`,
    exported: true,
    doc: jsDoc({
      text: `The verdict of \`assert${unit.names.type}\` for libraries that take a Standard Schema.`,
    }),
    type: code`${context.runtimeType("StandardSchema")}<${inputType(unit, context)}>`,
    value: code`/* @__PURE__ */ ${context.runtime("standardSchema")}(${word(subject)})`,
  };
}

const value: Parameter = { name: "value", type: code`unknown` };

function optionsOf(type: "ValidateOptions" | "CheckOptions", context: EmitContext): Parameter {
  return { name: "options", type: code`${context.runtimeType(type)}`, optional: true };
}

function inputType(unit: Unit, context: EmitContext): Code {
  return code`${context.siblingType("types", `${unit.names.type}Input`)}`;
}

function goodAsSent(check: ResourceCheck, context: EmitContext): Code {
  return code`return ${context.runtime("isGoodAsSent")}(${check.name}, value);`;
}
