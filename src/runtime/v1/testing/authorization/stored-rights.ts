import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";
import type { Collection, Revision } from "../store.js";
import type { PolicyRule } from "./policy-rules.js";
import { policyRulesOf } from "./policy-rules.js";

/** The API group of roles and bindings. */
export const rbacGroup = "rbac.authorization.k8s.io";

/** Who has the rights of a binding, or a part of them. */
export interface BindingSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** The role that a binding grants. */
export interface RoleReference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** A RoleBinding or a ClusterRoleBinding. */
export interface StoredBinding {
  readonly name: string;
  readonly subjects: readonly BindingSubject[];
  readonly role: RoleReference;
}

/** The roles and bindings that a server stores. */
export interface RightsSource {
  /** Sorted by name; those of a namespace, or, for `""`, of the whole cluster. */
  bindings(namespace: string): readonly StoredBinding[];
  /** Undefined where there is no such role. */
  rules(kind: "Role" | "ClusterRole", namespace: string, name: string): RoleRules;
}

type RoleRules = readonly PolicyRule[] | undefined;

/**
 * Reads the roles and bindings in the collections of a server. Each state of an object is read but
 * once.
 *
 * @param collectionOf by `<plural>.<group>`; undefined for what is not served
 */
export function storedRights(
  collectionOf: (resource: string) => Collection | undefined,
): RightsSource {
  const bindings = new WeakMap<Revision, StoredBinding>();
  const roles = new WeakMap<Revision, readonly PolicyRule[]>();
  const list = (plural: string, prefix: string): readonly Revision[] =>
    collectionOf(`${plural}.${rbacGroup}`)?.list(prefix) ?? [];
  return {
    bindings: (namespace) => {
      const found =
        namespace === "" ? list("clusterrolebindings", "") : list("rolebindings", `${namespace}/`);
      return found.map((revision) => remembered(bindings, revision, readBinding));
    },
    rules: (kind, namespace, name) => {
      const isOfCluster = kind === "ClusterRole";
      const plural = isOfCluster ? "clusterroles" : "roles";
      const key = isOfCluster ? name : `${namespace}/${name}`;
      const revision = collectionOf(`${plural}.${rbacGroup}`)?.get(key);
      return revision && remembered(roles, revision, ({ rules }) => policyRulesOf(rules));
    },
  };
}

function remembered<T extends object>(
  known: WeakMap<Revision, T>,
  revision: Revision,
  read: (object: JsonObject) => T,
): T {
  const found = known.get(revision);
  if (found !== undefined) return found;
  const value = read(revision.read());
  known.set(revision, value);
  return value;
}

function readBinding(object: JsonObject): StoredBinding {
  const subjects = objectsOf(object, "subjects").map((subject) => ({
    kind: textOf(subject, "kind"),
    name: textOf(subject, "name"),
    namespace: textOf(subject, "namespace"),
  }));
  return { name: textOf(metadataOf(object), "name"), subjects, role: roleReferenceOf(object) };
}

/** The role of a binding as JSON. */
export function roleReferenceOf(binding: JsonObject): RoleReference {
  const { roleRef = null } = binding;
  const given = isObject(roleRef) ? roleRef : {};
  const apiGroup = textOf(given, "apiGroup");
  return {
    apiGroup: apiGroup === "" ? rbacGroup : apiGroup,
    kind: textOf(given, "kind"),
    name: textOf(given, "name"),
  };
}
