import { parseGoUrl } from "../../../runtime/v1/cel/libraries/url.js";
import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import {
  duplicateError,
  forbiddenError,
  invalidError,
  notSupportedError,
  requiredError,
  tooManyError,
} from "../../../runtime/v1/values/field-errors.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import {
  numberAt,
  objectAt,
  objectsAt,
  optionalTextAt,
  textAt,
  textsAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { newestMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import {
  dns1035LabelFaults,
  labelKeyFaults,
  labelValueFaults,
  subdomainFaults,
} from "../../../runtime/v1/values/names.js";
import { conditionFault } from "../../webhooks/match-conditions.js";
import { ruleErrors } from "./webhook-rule-errors.js";

/** What is checked of a webhook: an update may leave what was wrong before. */
export interface WebhookChecks {
  readonly isMutating: boolean;
  readonly skipsConditions: boolean;
  readonly needsNoSideEffects: boolean;
  readonly needsKnownReviewVersion: boolean;
  readonly needsUniqueNames: boolean;
  readonly allowsBadLabelValues: boolean;
  /** Match conditions that are stored, and may use all that the server knows. */
  readonly knownExpressions: ReadonlySet<string>;
}

const sideEffectClasses = ["None", "NoneOnDryRun"];
const allSideEffectClasses = ["None", "NoneOnDryRun", "Some", "Unknown"];
const knownReviewVersions = ["v1", "v1beta1"];

/** Tells whether a webhook has none, at least of what is not stored. */
export function hasNoSideEffects(webhook: JsonObject): boolean {
  return sideEffectClasses.includes(textAt(webhook, "sideEffects"));
}

/** Tells whether a server speaks a version of reviews that a webhook accepts. */
export function hasKnownReviewVersion(webhook: JsonObject): boolean {
  const versions = textsAt(webhook, "admissionReviewVersions");
  return versions.length === 0 || versions.some((one) => knownReviewVersions.includes(one));
}

/** The errors of one webhook (`validateMutatingWebhook`, `validateValidatingWebhook`). */
export function webhookErrors(
  webhook: JsonObject,
  path: string,
  checks: WebhookChecks,
): readonly FieldError[] {
  const classes = checks.needsNoSideEffects ? sideEffectClasses : allSideEffectClasses;
  const policies = ["IfNeeded", "Never"];
  return [
    ...nameErrors(textAt(webhook, "name"), `${path}.name`),
    ...objectsAt(webhook, "rules").flatMap((rule, index) =>
      ruleErrors(rule, `${path}.rules[${index}]`),
    ),
    ...choiceErrors(webhook, "failurePolicy", ["Fail", "Ignore"], path),
    ...choiceErrors(webhook, "matchPolicy", ["Equivalent", "Exact"], path),
    ...sideEffectErrors(webhook, classes, path),
    ...timeoutErrors(webhook, path),
    ...selectorErrors(webhook, path, checks.allowsBadLabelValues),
    ...(checks.isMutating ? choiceErrors(webhook, "reinvocationPolicy", policies, path) : []),
    ...clientConfigErrors(objectAt(webhook, "clientConfig") ?? {}, `${path}.clientConfig`),
    ...(checks.skipsConditions ? [] : conditionErrors(webhook, `${path}.matchConditions`, checks)),
    ...reviewVersionErrors(webhook, `${path}.admissionReviewVersions`, checks),
  ];
}

/** apimachinery `util/validation`, IsFullyQualifiedName */
function nameErrors(name: string, path: string): readonly FieldError[] {
  if (name === "") return [requiredError(path, "")];
  const faults = subdomainFaults(name);
  if (faults.length > 0) return [invalidError(path, name, faults.join(","))];
  if (name.split(".").length >= 3) return [];
  const detail = "should be a domain with at least three segments separated by dots";
  return [invalidError(path, name, detail)];
}

function choiceErrors(
  webhook: JsonObject,
  key: string,
  choices: readonly string[],
  path: string,
): readonly FieldError[] {
  const value = optionalTextAt(webhook, key);
  const isKnown = value === undefined || choices.includes(value);
  return isKnown ? [] : [notSupportedError(`${path}.${key}`, value, choices)];
}

function sideEffectErrors(
  webhook: JsonObject,
  classes: readonly string[],
  path: string,
): readonly FieldError[] {
  if (optionalTextAt(webhook, "sideEffects") !== undefined) {
    return choiceErrors(webhook, "sideEffects", classes, path);
  }
  return [requiredError(`${path}.sideEffects`, `must specify one of ${classes.join(", ")}`)];
}

function timeoutErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberAt(webhook, "timeoutSeconds");
  if (seconds === undefined || (seconds >= 1 && seconds <= 30)) return [];
  const detail = "the timeout value must be between 1 and 30 seconds";
  return [invalidError(`${path}.timeoutSeconds`, seconds, detail)];
}

/** apimachinery `meta/v1/validation`, ValidateLabelSelector */
export function selectorErrors(
  webhook: JsonObject,
  path: string,
  allowsBadValues: boolean,
): readonly FieldError[] {
  return ["namespaceSelector", "objectSelector"].flatMap((key) => {
    const selector = objectAt(webhook, key) ?? {};
    const labels = Object.entries(objectAt(selector, "matchLabels") ?? {});
    const place = `${path}.${key}.matchLabels`;
    return [
      ...labels.flatMap(([name, value]) => [
        ...labelKeyFaults(name).map((fault) => invalidError(place, name, fault)),
        ...labelValueFaults(String(value)).map((fault) => invalidError(place, value, fault)),
      ]),
      ...objectsAt(selector, "matchExpressions").flatMap((expression, index) =>
        expressionErrors(expression, `${path}.${key}.matchExpressions[${index}]`, allowsBadValues),
      ),
    ];
  });
}

function expressionErrors(
  expression: JsonObject,
  path: string,
  allowsBadValues: boolean,
): readonly FieldError[] {
  const [key, operator] = [textAt(expression, "key"), textAt(expression, "operator")];
  const values = textsAt(expression, "values");
  const errors = [...operatorErrors(operator, values, path)];
  errors.push(...labelKeyFaults(key).map((fault) => invalidError(`${path}.key`, key, fault)));
  if (allowsBadValues) return errors;
  for (const [index, value] of values.entries()) {
    const place = `${path}.values[${index}]`;
    errors.push(...labelValueFaults(value).map((fault) => invalidError(place, value, fault)));
  }
  return errors;
}

function operatorErrors(
  operator: string,
  values: readonly string[],
  path: string,
): readonly FieldError[] {
  switch (operator) {
    case "In":
    case "NotIn": {
      const detail = "must be specified when `operator` is 'In' or 'NotIn'";
      return values.length > 0 ? [] : [requiredError(`${path}.values`, detail)];
    }
    case "Exists":
    case "DoesNotExist": {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      return values.length === 0 ? [] : [forbiddenError(`${path}.values`, detail)];
    }
    default:
      return [invalidError(`${path}.operator`, operator, "not a valid selector operator")];
  }
}

function clientConfigErrors(config: JsonObject, path: string): readonly FieldError[] {
  const [url, service] = [optionalTextAt(config, "url"), objectAt(config, "service")];
  if ((url === undefined) === (service === undefined)) {
    return [requiredError(path, "exactly one of url or service is required")];
  }
  return service === undefined
    ? urlErrors(url ?? "", `${path}.url`)
    : serviceErrors(service, `${path}.service`);
}

const desired = "; desired format: https://host[/path]";

/** apiserver `util/webhook/validation.go`, ValidateWebhookURL */
function urlErrors(text: string, path: string): readonly FieldError[] {
  const url = parseGoUrl(text, true);
  if (typeof url === "string") {
    const [parsed = ""] = text.split("#");
    const detail = `url must be a valid URL: parse ${quote(parsed)}: ${url}${desired}`;
    return [requiredError(path, detail)];
  }
  const { scheme, host, userinfo, fragment, query } = url;
  const faults: readonly (readonly [isWrong: boolean, value: unknown, detail: string])[] = [
    [scheme !== "https", scheme, `'https' is the only allowed URL scheme${desired}`],
    [host === "", host, `host must be specified${desired}`],
    [userinfo !== undefined, userinfo, "user information is not permitted in the URL"],
    [Boolean(fragment), fragment, "fragments are not permitted in the URL"],
    [Boolean(query), query, "query parameters are not permitted in the URL"],
  ];
  return faults.flatMap(([isWrong, value, detail]) =>
    isWrong ? [invalidError(path, value, detail)] : [],
  );
}

/** ValidateWebhookService: it is called with the two names in the wrong order. */
function serviceErrors(service: JsonObject, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (textAt(service, "namespace") === "") errors.push(requiredError(`${path}.name`, ""));
  if (textAt(service, "name") === "") errors.push(requiredError(`${path}.namespace`, ""));
  const port = numberAt(service, "port") ?? 443;
  if (port < 1 || port > 65535) {
    const detail = "port is not valid: must be between 1 and 65535, inclusive";
    errors.push(invalidError(`${path}.port`, port, detail));
  }
  const given = optionalTextAt(service, "path") ?? "";
  return [
    ...errors,
    ...pathFaults(given).map((fault) => invalidError(`${path}.path`, given, fault)),
  ];
}

function pathFaults(path: string): readonly string[] {
  if (path === "" || path === "/") return [];
  if (path === "//") return ["segment[0] may not be empty"];
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(path.startsWith("/") ? [] : ["must start with a '/'"]),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [`segment[${index}] may not be empty`]
        : subdomainFaults(segment).map((fault) => `segment[${index}]: ${fault}`),
    ),
  ];
}

/** How many conditions a webhook may have. */
const mostConditions = 64;

function conditionErrors(
  webhook: JsonObject,
  path: string,
  { knownExpressions }: WebhookChecks,
): readonly FieldError[] {
  const conditions = objectsAt(webhook, "matchConditions");
  const errors: FieldError[] = [];
  if (conditions.length > mostConditions) {
    errors.push(tooManyError(path, conditions.length, mostConditions));
  }
  const names = new Set<string>();
  for (const [index, condition] of conditions.entries()) {
    const name = textAt(condition, "name");
    errors.push(
      ...expressionFaults(
        textAt(condition, "expression").trim(),
        `${path}[${index}]`,
        knownExpressions,
      ),
      ...conditionNameErrors(name, `${path}[${index}].name`),
    );
    if (names.has(name)) errors.push(duplicateError(`${path}[${index}].name`, name));
    if (name !== "") names.add(name);
  }
  return errors;
}

function expressionFaults(
  expression: string,
  path: string,
  known: ReadonlySet<string>,
): readonly FieldError[] {
  if (expression === "") return [requiredError(`${path}.expression`, "")];
  const fault = conditionFault(expression, newestMinor, known.has(expression));
  return fault === undefined ? [] : [invalidError(`${path}.expression`, expression, fault)];
}

function conditionNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === "") return [requiredError(path, "")];
  return labelKeyFaults(name).map((fault) => invalidError(path, name, fault));
}

function reviewVersionErrors(
  webhook: JsonObject,
  path: string,
  { needsKnownReviewVersion }: WebhookChecks,
): readonly FieldError[] {
  const versions = textsAt(webhook, "admissionReviewVersions");
  const known = knownReviewVersions.join(", ");
  if (versions.length === 0) return [requiredError(path, `must specify one of ${known}`)];
  const errors = versions.flatMap((version, index) => {
    const place = `${path}[${index}]`;
    if (versions.indexOf(version) < index) {
      return [invalidError(place, version, "duplicate version")];
    }
    return dns1035LabelFaults(version).map((fault) => invalidError(place, version, fault));
  });
  if (!needsKnownReviewVersion || hasKnownReviewVersion(webhook)) return errors;
  const detail = `must include at least one of ${known}`;
  return [...errors, invalidError(path, [...versions], detail)];
}
