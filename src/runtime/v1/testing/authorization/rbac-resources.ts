import { invalidStatus } from "../../admission/admission-status.js";
import type { Admission, AdmitOptions } from "../../admission/admission.js";
import { defineResource } from "../../client/define-resource.js";
import type { FieldError } from "../../values/field-error.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { textOf } from "../../values/metadata/rules.js";
import { plainVersion } from "../builtin-resources.js";
import type { ServedVersion } from "../served-version.js";
import {
  aggregationErrors,
  bindingErrors,
  fillBinding,
  roleErrors,
  roleRefChangeErrors,
} from "./role-rules.js";
import { rbacGroup } from "./stored-rights.js";

/** Roles and bindings as they are stored; their metadata and rules are checked. */
export function rbacVersions(): readonly ServedVersion[] {
  const sketch = { group: rbacGroup, version: "v1" };
  const cluster = { ...sketch, scope: "Cluster" } as const;
  const namespaced = { ...sketch, scope: "Namespaced" } as const;
  return [
    defineResource({ ...cluster, kind: "ClusterRoleBinding", plural: "clusterrolebindings" }),
    defineResource({ ...cluster, kind: "ClusterRole", plural: "clusterroles" }),
    defineResource({ ...namespaced, kind: "RoleBinding", plural: "rolebindings" }),
    defineResource({ ...namespaced, kind: "Role", plural: "roles" }),
  ].map((definition) => checked(plainVersion(definition)));
}

function checked(version: ServedVersion): ServedVersion {
  return {
    ...version,
    admit: (object, options = {}) =>
      checkedAdmission(version, version.admit(object, options), options),
  };
}

function checkedAdmission(
  { kind }: ServedVersion,
  admission: Admission<object>,
  { oldObject }: AdmitOptions,
): Admission<object> {
  if (!admission.allowed) return admission;
  const object = admission.object as JsonObject; // as the write path makes it
  if (kind.endsWith("Binding")) fillBinding(object);
  const old = isObject(oldObject) ? oldObject : undefined;
  const errors = roleObjectErrors(kind, object, old);
  if (errors.length === 0) return { ...admission, object };
  const name = textOf(metadataOf(object), "name");
  const status = invalidStatus({ group: rbacGroup, kind, name }, errors);
  return { allowed: false, status, errors: [...errors], warnings: admission.warnings };
}

/** The errors of a role or a binding, without those of its metadata. */
export function roleObjectErrors(
  kind: string,
  object: JsonObject,
  old: JsonObject | undefined,
): readonly FieldError[] {
  const isNamespaced = !kind.startsWith("Cluster");
  if (kind.endsWith("Role")) {
    const rules = roleErrors(object, isNamespaced);
    return isNamespaced ? rules : [...rules, ...aggregationErrors(object)];
  }
  const changed = old === undefined ? [] : roleRefChangeErrors(object, old);
  return [...bindingErrors(object, isNamespaced), ...changed];
}
