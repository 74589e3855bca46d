import { aggregateTexts } from "../../admission/admission-status.js";
import { quote } from "../../values/go/quote.js";
import type { PolicyRule, RequestedAction } from "./policy-rules.js";
import { ruleAllows } from "./policy-rules.js";
import type {
  BindingSubject,
  RightsSource,
  RoleReference,
  StoredBinding,
} from "./stored-rights.js";
import { rbacGroup } from "./stored-rights.js";
import type { RequestUser } from "./user.js";
import { accountOf, mastersGroup } from "./user.js";

/** Whether somebody may do something. */
export interface RightsVerdict {
  readonly allowed: boolean;
  /** Why; `""` where nothing is to be said. */
  readonly reason: string;
}

/** The rules that hold for somebody. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[];
  /** Roles that bindings name and that there are not, in the server's words. */
  readonly faults: readonly string[];
}

/** A rule, and who grants it to whom; or the fault of a binding. */
type Granted =
  | { readonly rule: PolicyRule; readonly by: () => string }
  | { readonly rule: undefined; readonly fault: string };

/**
 * Decides by Roles and bindings who may do what, as the server's RBAC authorizer does (plugin
 * `authorizer/rbac/rbac.go`, `registry/rbac/validation/rule.go`).
 */
export class RbacAuthorizer {
  readonly #source: RightsSource;

  constructor(source: RightsSource) {
    this.#source = source;
  }

  /** Members of `system:masters` may do everything. */
  authorize(user: RequestUser, action: RequestedAction): RightsVerdict {
    if (user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
    const namespace = "path" in action ? "" : action.namespace;
    const faults: string[] = [];
    for (const granted of this.#granted(user, namespace)) {
      if (granted.rule === undefined) faults.push(granted.fault);
      else if (ruleAllows(granted.rule, action)) {
        return { allowed: true, reason: `RBAC: allowed by ${granted.by()}` };
      }
    }
    // Among the server's authorizers it says its name.
    const reason = faults.length === 0 ? "" : `rbac: RBAC: ${aggregateTexts(faults)}`;
    return { allowed: false, reason };
  }

  /**
   * All rules of a user in a namespace.
   *
   * @param plural that of the request, of which the storage speaks whatever it looks for; without
   *   one, roles that there are not are told as by a cache
   */
  rulesFor(user: RequestUser, namespace: string, plural?: string): HeldRules {
    const rules: PolicyRule[] = [];
    const faults: string[] = [];
    for (const granted of this.#granted(user, namespace, plural)) {
      if (granted.rule === undefined) faults.push(granted.fault);
      else rules.push(granted.rule);
    }
    return { rules, faults };
  }

  /** The rules that a binding in a namespace would grant; undefined: there is no such role. */
  rulesOf(role: RoleReference, namespace: string): readonly PolicyRule[] | undefined {
    return isKindOfRole(role.kind)
      ? this.#source.rules(role.kind, namespace, role.name)
      : undefined;
  }

  *#granted(user: RequestUser, namespace: string, plural?: string): Generator<Granted> {
    yield* this.#grantedBy("", user, plural);
    if (namespace !== "") yield* this.#grantedBy(namespace, user, plural);
  }

  *#grantedBy(namespace: string, user: RequestUser, plural?: string): Generator<Granted> {
    for (const binding of this.#source.bindings(namespace)) {
      const subject = binding.subjects.find((one) => isSubject(one, user, namespace));
      if (subject === undefined) continue;
      const rules = this.rulesOf(binding.role, namespace);
      const by = (): string => sourceText(binding, namespace, subject);
      if (rules === undefined) yield { rule: undefined, fault: roleFault(binding.role, plural) };
      else for (const rule of rules) yield { rule, by };
    }
  }
}

function isKindOfRole(kind: string): kind is "Role" | "ClusterRole" {
  return kind === "Role" || kind === "ClusterRole";
}

/** Why there are no rules of a role. */
export function roleFault({ kind, name }: RoleReference, plural?: string): string {
  if (!isKindOfRole(kind)) return `unsupported role reference kind: ${quote(kind)}`;
  return `${plural ?? kind.toLowerCase()}.${rbacGroup} ${quote(name)} not found`;
}

/** A ServiceAccount without a namespace is one of the binding's. */
function isSubject(subject: BindingSubject, user: RequestUser, namespace: string): boolean {
  switch (subject.kind) {
    case "User":
      return user.username === subject.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount": {
      const account = accountOf(user.username);
      const home = subject.namespace === "" ? namespace : subject.namespace;
      return account?.name === subject.name && account.namespace === home;
    }
    default:
      return false;
  }
}

function sourceText(binding: StoredBinding, namespace: string, subject: BindingSubject): string {
  const { name, role } = binding;
  const kind = namespace === "" ? "ClusterRoleBinding" : "RoleBinding";
  const place = namespace === "" ? name : `${name}/${namespace}`;
  const home = subject.namespace === "" ? namespace : subject.namespace;
  const isAccount = subject.kind === "ServiceAccount";
  const who = isAccount ? `${subject.name}/${home}` : subject.name;
  return `${kind} ${quote(place)} of ${role.kind} ${quote(role.name)} to ${subject.kind} ${quote(who)}`;
}
