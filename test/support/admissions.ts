import type { Resource, Version } from "../../src/ir/resource.js";
import { loadUnitCompiler } from "../../src/pipeline/compile-unit.js";
import { createAdmission } from "../../src/reference/admit.js";
import { InterpretedRules } from "../../src/reference/rules.js";
import type { CheckRules } from "../../src/runtime/v1/check-rules.js";
import { runResourceRules } from "../../src/runtime/v1/rules.js";
import type { Admit } from "./recorded-objects.js";

/** A way to make the write path of one version of a resource on a 1.37 server. */
export type CreateAdmit = (resource: Resource, version: Version) => Admit;

/** Interpreters for everything, rules too. */
export const interpretAdmission: CreateAdmit = (resource, version) =>
  createAdmission(resource, version, 37, interpretRules(version));

function interpretRules({ schema }: Version): CheckRules | undefined {
  const rules = schema && new InterpretedRules(37).of(schema, true);
  if (rules === undefined) return undefined;
  return (object, old, { correlation }) => runResourceRules(rules, object, old, correlation);
}

/** What `compile` makes of a resource. */
export async function loadCompiledAdmission(): Promise<CreateAdmit> {
  const compile = await loadUnitCompiler(37);
  return (resource, version) => compile(resource, version).admit;
}
