import { quote } from "../../values/go/quote.js";
import { deepEqual } from "../../values/json/deep-equal.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";
import type { Failure } from "../failure.js";
import { failed, forbiddenFailure, missing } from "../failure.js";
import type { RequestInfo } from "../request-info.js";
import type { PolicyRule } from "./policy-rules.js";
import { missingRights, policyRulesOf, quotedList, rightsText } from "./policy-rules.js";
import type { RbacAuthorizer } from "./rbac-authorizer.js";
import { roleFault } from "./rbac-authorizer.js";
import { rbacGroup, roleReferenceOf } from "./stored-rights.js";
import type { RequestUser } from "./user.js";
import { mastersGroup } from "./user.js";

/** A write of a role or a binding. */
export interface RoleWrite {
  readonly user: RequestUser;
  readonly info: RequestInfo;
  /** As it was decoded. */
  readonly object: JsonObject;
  /** Undefined for a new object. */
  readonly old: JsonObject | undefined;
}

/**
 * Refuses to give others rights that one has not oneself, unless one may `escalate` roles, or
 * `bind` them (Kubernetes `registry/rbac/…/policybased/storage.go`). Undefined for all other
 * writes.
 */
export function escalationFault(authorizer: RbacAuthorizer, write: RoleWrite): Failure | undefined {
  const { user, info, object, old } = write;
  if (info.group !== rbacGroup || user.groups.includes(mastersGroup)) return undefined;
  if (old !== undefined && isOnlyCollected(object, old)) return undefined;
  switch (info.resource) {
    case "roles":
    case "clusterroles":
      return roleWriteFault(authorizer, write);
    case "rolebindings":
    case "clusterrolebindings":
      return bindingWriteFault(authorizer, write);
    default:
      return undefined;
  }
}

/** Fields that the garbage collector changes are nobody's rights. */
function isOnlyCollected(object: JsonObject, old: JsonObject): boolean {
  return deepEqual(withoutCollected(object), withoutCollected(old));
}

const collected = ["ownerReferences", "finalizers", "selfLink", "managedFields"];

function withoutCollected(object: JsonObject): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([key]) => !collected.includes(key));
  return { ...object, metadata: Object.fromEntries(kept) };
}

function roleWriteFault(
  authorizer: RbacAuthorizer,
  { user, info, object, old }: RoleWrite,
): Failure | undefined {
  const { group, resource = "", name, namespace } = info;
  const escalate = { verb: "escalate", group, resource, subresource: "", name, namespace };
  if (authorizer.authorize(user, escalate).allowed) return undefined;
  const refused = (fault: string): Failure =>
    forbiddenFailure({ group, plural: resource }, textOf(metadataOf(object), "name"), fault);
  const fault = grantFault(authorizer, user, info, policyRulesOf(object["rules"]));
  if (fault !== undefined) return refused(fault);
  if (!aggregates(object) && !(old !== undefined && aggregates(old))) return undefined;
  if (grantFault(authorizer, user, info, allRights) === undefined) return undefined;
  return refused("must have cluster-admin privileges to use the aggregationRule");
}

/** What it gathers can be anything. */
function aggregates({ aggregationRule = null }: JsonObject): boolean {
  if (!isObject(aggregationRule)) return false;
  return objectsOf(aggregationRule, "clusterRoleSelectors").length > 0;
}

const allRights: readonly PolicyRule[] = policyRulesOf([
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
]);

function bindingWriteFault(
  authorizer: RbacAuthorizer,
  { user, info, object }: RoleWrite,
): Failure | undefined {
  const { group, resource = "", namespace } = info;
  const role = roleReferenceOf(object);
  const kinds: { readonly [kind: string]: string } = { Role: "roles", ClusterRole: "clusterroles" };
  const plural = kinds[role.kind];
  if (plural === undefined) return failed(500, undefined, roleFault(role));
  const bind = {
    verb: "bind",
    group: role.apiGroup,
    resource: plural,
    subresource: "",
    name: role.name,
    namespace,
  };
  if (authorizer.authorize(user, bind).allowed) return undefined;
  const rules = authorizer.rulesOf(role, namespace);
  if (rules === undefined) return missing({ group, plural: resource }, role.name);
  const fault = grantFault(authorizer, user, info, rules);
  if (fault === undefined) return undefined;
  const name = textOf(metadataOf(object), "name");
  return forbiddenFailure({ group, plural: resource }, name, fault);
}

/** Why somebody cannot grant rules (`registry/rbac/validation/rule.go`, ConfirmNoEscalation). */
function grantFault(
  authorizer: RbacAuthorizer,
  user: RequestUser,
  { namespace, resource }: RequestInfo,
  wanted: readonly PolicyRule[],
): string | undefined {
  const held = authorizer.rulesFor(user, namespace, resource);
  const missingOnes = missingRights(held.rules, wanted);
  if (missingOnes.length === 0) return undefined;
  const who = `user ${quote(user.username)} (groups=${quotedList(user.groups)})`;
  const words = `${who} is attempting to grant RBAC permissions not currently held:`;
  const faults = [...new Set(held.faults)];
  const list = faults.length > 1 ? `[${faults.join(", ")}]` : faults.join("");
  const more = faults.length === 0 ? "" : `; resolution errors: [${list}]`;
  return `${words}\n${rightsText(missingOnes)}${more}`;
}
