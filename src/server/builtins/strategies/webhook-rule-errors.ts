import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import {
  invalidError,
  notSupportedError,
  requiredError,
} from "../../../runtime/v1/values/field-errors.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { optionalTextAt, textsAt } from "../../../runtime/v1/values/json/raw-fields.js";

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const scopes = ["*", "Cluster", "Namespaced"];

/** The errors of a rule of a webhook (`validateRuleWithOperations`). */
export function ruleErrors(rule: JsonObject, path: string): readonly FieldError[] {
  const given = textsAt(rule, "operations");
  const scope = optionalTextAt(rule, "scope");
  const isKnownScope = scope === undefined || scopes.includes(scope);
  return [
    ...wildcardErrors(given, `${path}.operations`, "operations"),
    ...given.flatMap((one, index) =>
      operations.includes(one)
        ? []
        : [notSupportedError(`${path}.operations[${index}]`, one, operations)],
    ),
    ...wildcardErrors(textsAt(rule, "apiGroups"), `${path}.apiGroups`, "API groups"),
    ...wildcardErrors(textsAt(rule, "apiVersions"), `${path}.apiVersions`, "API versions"),
    ...emptyErrors(textsAt(rule, "apiVersions"), `${path}.apiVersions`),
    ...resourceErrors(textsAt(rule, "resources"), `${path}.resources`),
    ...(isKnownScope ? [] : [notSupportedError(`${path}.scope`, scope, scopes)]),
  ];
}

/** A list that has something, and nothing beside `*`. */
function wildcardErrors(
  items: readonly string[],
  path: string,
  what: string,
): readonly FieldError[] {
  if (items.length === 0) return [requiredError(path, "")];
  if (items.length === 1 || !items.includes("*")) return [];
  return [invalidError(path, [...items], `if '*' is present, must not specify other ${what}`)];
}

function emptyErrors(items: readonly string[], path: string): readonly FieldError[] {
  return items.flatMap((item, index) =>
    item === "" ? [requiredError(`${path}[${index}]`, "")] : [],
  );
}

/** `validateResources` */
function resourceErrors(resources: readonly string[], path: string): readonly FieldError[] {
  if (resources.length === 0) return [requiredError(path, "")];
  const errors: FieldError[] = [];
  // Whole parts of resources, and parts of all resources, that were named before.
  const [wholes, everywhere] = [new Set<string>(), new Set<string>()];
  let isPlain = false;
  for (const [index, name] of resources.entries()) {
    const place = `${path}[${index}]`;
    if (name === "") {
      errors.push(requiredError(place, ""));
      continue;
    }
    const at = name.indexOf("/");
    if (at === -1) {
      isPlain = name !== "*";
      continue;
    }
    const [resource, part] = [name.slice(0, at), name.slice(at + 1)];
    const refuse = (present: string): number =>
      errors.push(
        invalidError(place, name, `if '${present}' is present, must not specify ${name}`),
      );
    if (wholes.has(resource)) refuse(`${resource}/*`);
    if (everywhere.has(part)) refuse(`*/${part}`);
    if (part === "*") wholes.add(resource);
    if (resource === "*") everywhere.add(part);
  }
  const others = "must not specify other resources";
  if (resources.length > 1 && resources.includes("*/*")) {
    errors.push(invalidError(path, [...resources], `if '*/*' is present, ${others}`));
  }
  if (resources.includes("*") && isPlain) {
    const detail = `if '*' is present, ${others} without subresources`;
    errors.push(invalidError(path, [...resources], detail));
  }
  return errors;
}
