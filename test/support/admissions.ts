import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { InterpretedRules } from "../../src/crd/interpret/rules.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { runResourceRules } from "../../src/runtime/v1/cel/rules/rules.js";
import type { CheckRules } from "../../src/runtime/v1/validation/check-rules.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { dialectOf } from "../../src/runtime/versions/dialects.js";
import { createAdmission } from "./interpreted-admission.js";
import type { Admit } from "./recorded-objects.js";

/** A way to make the write path of one version of a resource. */
export type CreateAdmit = (resource: Resource, version: Version) => Admit;

/** Interpreters for everything, rules too, as a 1.37 server has them. */
export const interpretAdmission: CreateAdmit = interpretedAdmission(37);

/** Interpreters for everything, rules too, as a server has them. */
export function interpretedAdmission(minor: KubernetesMinor): CreateAdmit {
  return (resource, version) =>
    createAdmission(resource, version, minor, interpretRules(version, minor));
}

function interpretRules({ schema }: Version, minor: KubernetesMinor): CheckRules | undefined {
  const rules = schema && new InterpretedRules(minor).of(schema, true);
  if (rules === undefined) return undefined;
  const dialect = dialectOf(minor);
  return (object, old, { correlation }) =>
    runResourceRules(rules, object, old, correlation, dialect);
}

/** What `compile` makes of a resource for a server. */
export async function loadCompiledAdmission(minor: KubernetesMinor = 37): Promise<CreateAdmit> {
  const compile = await loadUnitCompiler(minor);
  return (resource, version) => compile(resource, version).admit;
}
