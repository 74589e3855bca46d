import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import { subdomainFaults } from "../../values/names.js";
import { dataKeyFaults } from "../strategies/config-map.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";

/** Variables of a container (`pkg/apis/core/validation`, ValidateEnv, ValidateEnvFrom). */
export function checkEnvironment(checks: Checks, container: JsonObject, path: string): void {
  objectsAt(container, "env").forEach((variable, index) => {
    const own = `${path}.env[${index}]`;
    const name = textAt(variable, "name");
    if (name === "") checks.required(`${own}.name`);
    else checkName(checks, name, `${own}.name`);
    const source = structIn(variable, "valueFrom");
    if (source !== undefined) checkSource(checks, variable, source, `${own}.valueFrom`);
  });
  objectsAt(container, "envFrom").forEach((source, index) => {
    checkListSource(checks, source, `${path}.envFrom`, index);
  });
}

function checkName(checks: Checks, name: string, field: string): void {
  if (/^[ -<>-~]*$/.test(name)) return;
  const detail =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  checks.invalid(field, name, detail);
}

const sources = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"];
const severalFault = "may not have more than one field specified at a time";

function checkSource(checks: Checks, variable: JsonObject, source: JsonObject, path: string): void {
  const given = sources.filter((key) => structIn(source, key) !== undefined);
  const fieldRef = structIn(source, "fieldRef");
  if (fieldRef !== undefined) checkFieldRef(checks, fieldRef, `${path}.fieldRef`);
  for (const key of ["configMapKeyRef", "secretKeyRef"]) {
    const reference = structIn(source, key);
    if (reference !== undefined) checkKeyRef(checks, reference, `${path}.${key}`);
  }
  if (given.length === 0) {
    const [last, ...others] = sources.map((key) => `\`${key}\``).reverse();
    const detail = `must specify one of: ${others.reverse().join(", ")} or ${last ?? ""}`;
    checks.invalid(path, "", detail);
  } else if (textAt(variable, "value") !== "") {
    checks.invalid(path, "", "may not be specified when `value` is not empty");
  } else if (given.length > 1) {
    checks.invalid(path, "", severalFault);
  }
}

function checkKeyRef(checks: Checks, reference: JsonObject, path: string): void {
  const [name, key] = [textAt(reference, "name"), textAt(reference, "key")];
  checks.faults(`${path}.name`, name, subdomainFaults(name));
  if (key === "") checks.required(`${path}.key`);
  else checks.faults(`${path}.key`, key, dataKeyFaults(key));
}

const fieldPaths = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

function checkFieldRef(checks: Checks, reference: JsonObject, path: string): void {
  const fieldPath = textAt(reference, "fieldPath");
  if (fieldPath === "") checks.required(`${path}.fieldPath`);
  else if (/^metadata\.(?:annotations|labels)(?:\['.*'\])?$/.test(fieldPath)) {
    if (!fieldPath.endsWith("]")) checks.supported(`${path}.fieldPath`, fieldPath, fieldPaths);
  } else if (!fieldPaths.includes(fieldPath)) {
    const detail = `error converting fieldPath: field label not supported: ${fieldPath}`;
    checks.invalid(`${path}.fieldPath`, fieldPath, detail);
  }
}

/** The server names the list, not the item. */
function checkListSource(checks: Checks, source: JsonObject, path: string, index: number): void {
  const prefix = textAt(source, "prefix");
  if (prefix !== "") checkName(checks, prefix, `${path}[${index}].prefix`);
  const keys = ["configMapRef", "secretRef"];
  const given = keys.filter((key) => structIn(source, key) !== undefined);
  for (const key of given) {
    const name = textAt(structIn(source, key) ?? {}, "name");
    const field = `${path}[${index}].${key}.name`;
    if (name === "") checks.required(field);
    else checks.faults(field, name, subdomainFaults(name));
  }
  if (given.length === 0) {
    checks.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`");
  } else if (given.length > 1) {
    checks.invalid(path, "", severalFault);
  }
}
