import { checkExpression } from "../../cel/check-expression.js";
import { isCelIssues } from "../../cel/check/checked.js";
import type { Environment } from "../../cel/check/environment.js";
import { createEnvironment } from "../../cel/check/environment.js";
import { renderIssues } from "../../cel/issue.js";
import { authorizer, resourceCheck } from "../../cel/libraries/types.js";
import { findProgramFault } from "../../cel/program/program-fault.js";
import type { CelType } from "../../cel/type.js";
import {
  boolType,
  dynType,
  formatType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
  intType,
} from "../../cel/type.js";
import type { Program } from "../../crd/interpret/make-step.js";
import { createProgram } from "../../crd/interpret/make-step.js";
import { aggregateTexts } from "../../runtime/v1/admission/admission-status.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import { mapOf } from "../../runtime/v1/cel/values/list.js";
import { Double } from "../../runtime/v1/cel/values/numbers.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";

/*
 * The match conditions of a webhook: expressions of CEL, all of which are true if it is called
 * (apiserver `admission/plugin/cel`, `webhook/matchconditions`).
 */

/** The names that a condition may use, by minor version. */
const environments = new Map<string, Environment>();

function environmentOf(minor: KubernetesMinor, stored: boolean): Environment {
  const key = `${minor} ${String(stored)}`;
  let environment = environments.get(key);
  if (environment === undefined) {
    environment = createEnvironment({ kubernetesVersion: minor, stored, variables });
    environments.set(key, environment);
  }
  return environment;
}

/** `compile.go`, BuildRequestType */
function structType(name: string, fields: { readonly [name: string]: CelType }): CelType {
  const known = new Map(Object.entries(fields));
  return objectType(`kubernetes.${name}`, (field) => known.get(field));
}

const texts = listType(stringType);
const [group, version] = [stringType, stringType];
const kindType = structType("GroupVersionKind", { group, version, kind: stringType });
const resourceType = structType("GroupVersionResource", { group, version, resource: stringType });

const requestType = structType("AdmissionRequest", {
  kind: kindType,
  resource: resourceType,
  subResource: stringType,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: structType("UserInfo", {
    username: stringType,
    uid: stringType,
    groups: texts,
    extra: mapType(stringType, texts),
  }),
  dryRun: boolType,
  options: dynType,
});

const condition = structType("NamespaceCondition", {
  status: stringType,
  type: stringType,
  lastTransitionTime: timestampType,
  message: stringType,
  reason: stringType,
});

/** `BuildNamespaceType`; webhooks have the name, which is null for them. */
const namespaceType = structType("Namespace", {
  metadata: structType("NamespaceMetadata", {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: mapType(stringType, stringType),
    annotations: mapType(stringType, stringType),
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    deletionTimestamp: timestampType,
    generation: intType,
    resourceVersion: stringType,
    finalizers: texts,
  }),
  spec: structType("NamespaceSpec", { finalizers: texts }),
  status: structType("NamespaceStatus", { conditions: listType(condition), phase: stringType }),
});

const variables: ReadonlyMap<string, CelType> = new Map([
  ["object", dynType],
  ["oldObject", dynType],
  ["namespaceObject", namespaceType],
  ["request", requestType],
  ["authorizer", authorizer],
  ["authorizer.requestResource", resourceCheck],
]);

/** A condition that was compiled, or why it could not be. */
type Compiled = { readonly program: Program } | { readonly fault: string };

function compileCondition(expression: string, minor: KubernetesMinor, stored: boolean): Compiled {
  const checked = checkExpression(environmentOf(minor, stored), expression);
  if (isCelIssues(checked)) {
    const rendered = renderIssues(expression, checked.issues, checked.omitted);
    return { fault: `compilation failed: ${rendered}` };
  }
  const type = checked.types.get(checked.ast.id) ?? dynType;
  if (type.kind !== "bool") return { fault: `must evaluate to bool but got ${formatType(type)}` };
  const fault = findProgramFault(checked);
  if (fault !== undefined) return { fault: `program instantiation failed: ${fault}` };
  const program = createProgram(checked, minor);
  return program instanceof CelError ? { fault: program.message } : { program };
}

/** Why a server refuses a condition; a stored one may use all that the server knows. */
export function conditionFault(
  expression: string,
  minor: KubernetesMinor,
  stored: boolean,
): string | undefined {
  const compiled = compileCondition(expression, minor, stored);
  return "fault" in compiled ? compiled.fault : undefined;
}

/** The values of the variables of a condition; null for an object that is not there. */
export interface ConditionValues {
  readonly object: JsonObject | null;
  readonly oldObject: JsonObject | null;
  readonly request: JsonObject;
  /** Answers the checks of an expression. */
  readonly authorizer: Value;
  readonly requestResource: Value;
}

/** Whether a webhook is called; a text is the fault with which the request is refused. */
export type ConditionsVerdict = boolean | { readonly fault: string };

/** The conditions of one webhook. */
export class MatchConditions {
  readonly #conditions: readonly { readonly expression: string; readonly compiled: Compiled }[];
  readonly #isIgnoring: boolean;

  /** @param failurePolicy `Ignore`: what cannot be evaluated is not called */
  constructor(expressions: readonly string[], failurePolicy: string, minor: KubernetesMinor) {
    this.#conditions = expressions.map((expression) => ({
      expression,
      compiled: compileCondition(expression, minor, true),
    }));
    this.#isIgnoring = failurePolicy === "Ignore";
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** All of them are evaluated before one that is false counts. */
  match(values: ConditionValues): ConditionsVerdict {
    const activation = activationOf(values);
    const faults: string[] = [];
    let budget = wholeBudget;
    let isFalse = false;
    for (const { expression, compiled } of this.#conditions) {
      if ("fault" in compiled) {
        faults.push(`compilation error: ${compiled.fault}`);
        continue;
      }
      const { value, cost } = compiled.program.evaluate(activation);
      budget -= cost;
      if (budget < 0) return this.#failed([outOfBudget]);
      if (value instanceof CelError) {
        faults.push(`expression '${expression}' resulted in error: ${value.message}`);
      } else if (value === false) isFalse = true;
    }
    if (isFalse) return false;
    return faults.length === 0 ? true : this.#failed(faults);
  }

  #failed(faults: readonly string[]): ConditionsVerdict {
    return this.#isIgnoring ? false : { fault: aggregateTexts(faults) };
  }
}

/** What all conditions of a webhook may cost (`RuntimeCELCostBudgetMatchConditions`). */
const wholeBudget = 2_500_000;
const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** JSON as CEL sees it where there is no schema. */
function readJson(json: Json): Value {
  if (Array.isArray(json)) return json.map(readJson);
  if (json instanceof Float64) return new Double(json.value);
  if (typeof json === "number" && !Number.isSafeInteger(json)) return new Double(json);
  return isObject(json)
    ? mapOf(Object.entries(json).map(([key, value]) => [key, readJson(value)]))
    : json;
}

function activationOf(values: ConditionValues): (name: string) => Value | CelError | undefined {
  const { object, oldObject, request } = values;
  const read = new Map<string, Value>();
  const sources: { readonly [name: string]: JsonObject | null } = { object, oldObject, request };
  return (name) => {
    if (name === "namespaceObject") return null;
    if (name === "authorizer") return values.authorizer;
    if (name === "authorizer.requestResource") return values.requestResource;
    const known = read.get(name);
    if (known !== undefined || !Object.hasOwn(sources, name)) return known;
    const value = readJson(sources[name] ?? null);
    read.set(name, value);
    return value;
  };
}
