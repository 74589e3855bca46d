import { roleObjectErrors } from "../../testing/authorization/rbac-resources.js";
import { fillBinding } from "../../testing/authorization/role-rules.js";
import { pathSegmentNames } from "../../values/metadata/rules.js";
import type { Strategy } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors } from "./strategy.js";

/** Kubernetes `registry/rbac/<kind>/strategy.go`, `apis/rbac/validation`. */
function roleStrategy(kind: string): Strategy {
  const namespaced = !kind.startsWith("Cluster");
  return {
    createsOnUpdate: true,
    fill: kind.endsWith("Binding") ? fillBinding : undefined,
    validate: (object) => [
      ...coreMetadataErrors(object, namespaced, pathSegmentNames),
      ...roleObjectErrors(kind, object, undefined),
    ],
    validateUpdate: (object, old) => [
      ...coreMetadataUpdateErrors(object, old),
      ...roleObjectErrors(kind, object, old),
    ],
  };
}

/** The strategies of roles and bindings, by their kinds. */
export const clusterRoleStrategy: Strategy = roleStrategy("ClusterRole");
export const clusterRoleBindingStrategy: Strategy = roleStrategy("ClusterRoleBinding");
export const namespacedRoleStrategy: Strategy = roleStrategy("Role");
export const roleBindingStrategy: Strategy = roleStrategy("RoleBinding");
