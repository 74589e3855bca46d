import type { Scope } from "../../values/resource-definition.js";
import { configMapStrategy, secretStrategy } from "./config-map.js";
import { coreEventStrategy, newEventStrategy } from "./event.js";
import { genericStrategy } from "./generic-strategy.js";
import { factsOf } from "./kind-facts.js";
import { hooksOf } from "./kind-hooks.js";
import { leaseStrategy } from "./lease.js";
import { namespaceStrategy } from "./namespace.js";
import {
  clusterRoleBindingStrategy,
  clusterRoleStrategy,
  namespacedRoleStrategy,
  roleBindingStrategy,
} from "./rbac.js";
import { serviceAccountStrategy } from "./service-account.js";
import type { Strategy } from "./strategy.js";

/** By group and kind, with a slash between them. */
const strategies: { readonly [kind: string]: Strategy | undefined } = {
  "/ConfigMap": configMapStrategy,
  "/Event": coreEventStrategy,
  "/Namespace": namespaceStrategy,
  "/Secret": secretStrategy,
  "/ServiceAccount": serviceAccountStrategy,
  "coordination.k8s.io/Lease": leaseStrategy,
  "events.k8s.io/Event": newEventStrategy,
  "rbac.authorization.k8s.io/ClusterRole": clusterRoleStrategy,
  "rbac.authorization.k8s.io/ClusterRoleBinding": clusterRoleBindingStrategy,
  "rbac.authorization.k8s.io/Role": namespacedRoleStrategy,
  "rbac.authorization.k8s.io/RoleBinding": roleBindingStrategy,
};

/** A built-in kind, as far as its strategy depends on it. */
interface BuiltinKind {
  readonly group: string;
  readonly kind: string;
  readonly scope: Scope;
  readonly subresources: { readonly status: boolean };
}

/** Returns the strategy of a built-in kind. CRDs have their own. */
export function strategyOf(version: BuiltinKind): Strategy | undefined {
  const { group, kind, scope, subresources } = version;
  if (group === "apiextensions.k8s.io") return undefined;
  const own = strategies[`${group}/${kind}`];
  const general = { scope, hasStatus: subresources.status };
  return own ?? genericStrategy(factsOf(version), general, hooksOf(version));
}
