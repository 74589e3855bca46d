import { aggregateText } from "../../admission/admission-status.js";
import type { TransportRequest } from "../../client/transport.js";
import type { FieldError } from "../../values/field-error.js";
import { invalidError } from "../../values/field-errors.js";
import { quote } from "../../values/go/quote.js";
import { invalidErrors } from "../../values/metadata/rules.js";
import { subdomainFaults } from "../../values/names.js";
import type { Failure } from "../failure.js";
import { badRequestFailure } from "../failure.js";
import { forbiddenAction } from "./forbidden.js";
import type { RequestedAction, ResourceAction } from "./policy-rules.js";
import type { RbacAuthorizer } from "./rbac-authorizer.js";
import type { RequestUser } from "./user.js";
import { accountGroups, accountOf, mastersGroup, withCommonGroup } from "./user.js";

const impersonationPrefix = "impersonate-";
const impersonatedExtraPrefix = "impersonate-extra-";

/** Tells whether a header, in lower case, says as whom a request is to be answered. */
export function isOfImpersonation(header: string): boolean {
  return header.startsWith(impersonationPrefix);
}

/**
 * As whom a request is to be answered (`kubectl --as`): what its headers say, no more. Undefined if
 * they say nothing.
 *
 * @returns Failure 400 for a group, a uid or more without a name
 */
export function wantedUser(request: TransportRequest): RequestUser | Failure | undefined {
  const valuesOf = (name: string): readonly string[] =>
    request.headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
  const [username = ""] = valuesOf("impersonate-user");
  const [uid = ""] = valuesOf("impersonate-uid");
  const groups = valuesOf("impersonate-group");
  const extra = extraOf(request);
  const wanted = { username, uid, groups, extra };
  if (username !== "") return wanted;
  const isAnything = uid !== "" || groups.length > 0 || Object.keys(extra).length > 0;
  if (!isAnything) return undefined;
  return badRequestFailure(`requested ${goSyntaxOfUser(wanted)} without impersonating a user name`);
}

function extraOf({ headers }: TransportRequest): RequestUser["extra"] {
  const extra: { [key: string]: string[] } = {};
  for (const [header, value] of headers) {
    const name = header.toLowerCase();
    if (!name.startsWith(impersonatedExtraPrefix)) continue;
    const key = unescapeKey(name.slice(impersonatedExtraPrefix.length));
    (extra[key] ??= []).push(value);
  }
  return extra;
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** As Go prints it with `%#v`. */
function goSyntaxOfUser({ username, uid, groups, extra }: RequestUser): string {
  const list = (texts: readonly string[]): string => `[]string{${texts.map(quote).join(", ")}}`;
  const keys = Object.keys(extra).sort();
  const pairs = keys.map((key) => `${quote(key)}:${list(extra[key] ?? [])}`);
  const map = `map[string][]string${pairs.length === 0 ? "(nil)" : `{${pairs.join(", ")}}`}`;
  const all = groups.length === 0 ? "[]string(nil)" : list(groups);
  return `&user.DefaultInfo{Name:${quote(username)}, UID:${quote(uid)}, Groups:${all}, Extra:${map}}`;
}

/** A user that a request is to be answered as, with the groups that the server adds. */
export function impersonated(wanted: RequestUser): RequestUser {
  const account = accountOf(wanted.username);
  const isGiven = wanted.groups.length > 0 || account === undefined;
  const groups = isGiven ? wanted.groups : accountGroups(account.namespace);
  return { ...wanted, groups: withCommonGroup(wanted.username, groups) };
}

const nodePrefix = "system:node:";

/** A way to become somebody else, with a verb of its own. */
interface ImpersonationMode {
  /** `""` for the one that there has always been. */
  readonly name: string;
  readonly isFor: (wanted: RequestUser) => boolean;
}

/** In the order in which the server tries them (`endpoints/filters/impersonation/mode.go`). */
const impersonationModes: readonly ImpersonationMode[] = [
  { name: "arbitrary-node", isFor: (wanted) => isNameAlone(wanted) && isNode(wanted.username) },
  {
    name: "serviceaccount",
    isFor: (wanted) => isNameAlone(wanted) && accountOf(wanted.username) !== undefined,
  },
  {
    name: "user-info",
    isFor: ({ username }) => !isNode(username) && accountOf(username) === undefined,
  },
  { name: "", isFor: () => true },
];

function isNameAlone({ uid, groups, extra }: RequestUser): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}

function isNode(username: string): boolean {
  return username.startsWith(nodePrefix) && username.length > nodePrefix.length;
}

/**
 * Lets those act as others who have the right to (apiserver `endpoints/filters/impersonation`):
 * `impersonate`, or, since 1.36, `impersonate:MODE` with `impersonate-on:MODE:VERB`.
 */
export class Impersonator {
  readonly #authorizer: RbacAuthorizer;
  /** The mode that last worked is tried first, so that its refusal is told. By usernames. */
  readonly #lastModes = new Map<string, ImpersonationMode>();

  constructor(authorizer: RbacAuthorizer) {
    this.#authorizer = authorizer;
  }

  /** Who somebody becomes who asks for an action; the failure is that they may not. */
  become(
    requestor: RequestUser,
    wanted: RequestUser,
    action: RequestedAction,
  ): RequestUser | Failure {
    const last = this.#lastModes.get(requestor.username);
    const others = impersonationModes.filter((mode) => mode !== last);
    let refusal: Failure | undefined;
    for (const mode of last === undefined ? others : [last, ...others]) {
      if (!mode.isFor(wanted)) continue;
      const fault = this.#fault(mode, requestor, wanted, action);
      if (fault === undefined) {
        this.#lastModes.set(requestor.username, mode);
        const isOfNode = mode.name === "arbitrary-node";
        return impersonated(isOfNode ? { ...wanted, groups: ["system:nodes"] } : wanted);
      }
      refusal ??= fault;
    }
    return refusal ?? forbiddenAction(requestor, action, "");
  }

  #fault(
    { name }: ImpersonationMode,
    requestor: RequestUser,
    wanted: RequestUser,
    action: RequestedAction,
  ): Failure | undefined {
    const isNew = name !== "";
    const verb = isNew ? `impersonate:${name}` : "impersonate";
    const steps = stepsTo(verb, isNew, wanted);
    if (isNew)
      steps.unshift({ action: { ...action, verb: `impersonate-on:${name}:${action.verb}` } });
    for (const { action: asked, fault, unless } of steps) {
      if (fault !== undefined) return forbiddenAction(requestor, asked, fault);
      if (unless !== undefined && this.#authorizer.authorize(requestor, unless).allowed) continue;
      const { allowed, reason } = this.#authorizer.authorize(requestor, asked);
      if (!allowed) return forbiddenAction(requestor, asked, reason);
    }
    return undefined;
  }
}

/** One of the rights that somebody needs to become another. */
interface ImpersonationStep {
  readonly action: RequestedAction;
  /** Why it is refused to everybody. */
  readonly fault?: string;
  /** A right to many at once, which will do too. */
  readonly unless?: RequestedAction | undefined;
}

const authenticationGroup = "authentication.k8s.io";
/** From so many on, the right to all is asked for first. */
const manySteps = 4;

function stepsTo(verb: string, isNew: boolean, wanted: RequestUser): ImpersonationStep[] {
  const base = { verb, subresource: "", namespace: "", name: "" };
  const group = isNew ? authenticationGroup : "";
  const ofUser = { action: { ...base, group, ...namedUser(wanted.username, isNew) } };
  const uid = { ...base, group: authenticationGroup, resource: "uids", name: wanted.uid };
  return [
    ofUser,
    ...(wanted.uid === "" ? [] : [{ action: uid }]),
    ...groupSteps({ ...base, group, resource: "groups" }, isNew, wanted.groups),
    ...extraSteps(
      { ...base, group: authenticationGroup, resource: "userextras" },
      isNew,
      wanted.extra,
    ),
  ];
}

function namedUser(
  username: string,
  isNew: boolean,
): Pick<ResourceAction, "resource" | "name"> & { readonly namespace?: string } {
  const account = accountOf(username);
  if (account !== undefined) return { resource: "serviceaccounts", ...account };
  if (isNew && isNode(username)) {
    return { resource: "nodes", name: username.slice(nodePrefix.length) };
  }
  return { resource: "users", name: username };
}

function groupSteps(
  base: ResourceAction,
  isNew: boolean,
  groups: readonly string[],
): ImpersonationStep[] {
  if (isNew && groups.includes("")) {
    return [{ action: base, fault: "impersonating the empty string group is not allowed" }];
  }
  if (isNew && groups.includes(mastersGroup)) {
    const action = { ...base, name: mastersGroup };
    return [{ action, fault: "impersonating the system:masters group is not allowed" }];
  }
  const unless = isNew && groups.length >= manySteps ? { ...base, name: "*" } : undefined;
  return groups.map((name) => ({ action: { ...base, name }, unless }));
}

function extraSteps(
  base: ResourceAction,
  isNew: boolean,
  extra: RequestUser["extra"],
): ImpersonationStep[] {
  const pairs = Object.entries(extra)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, values]) => values.map((value) => [key, value] as const));
  const fault = isNew ? pairs.map(extraFault).find((one) => one !== undefined) : undefined;
  if (fault !== undefined) return [{ action: base, fault }];
  const all = { ...base, subresource: "*", name: "*" };
  const unless = isNew && pairs.length >= manySteps ? all : undefined;
  return pairs.map(([subresource, name]) => ({ action: { ...base, subresource, name }, unless }));
}

function extraFault([key, value]: readonly [key: string, value: string]): string | undefined {
  if (key === "") return "impersonating the empty string key in extra is not allowed";
  const errors = domainPathErrors(key);
  if (errors.length > 0) {
    return `impersonating an invalid key in extra is not allowed: ${aggregateText(errors)}`;
  }
  return value === "" ? "impersonating the empty string value in extra is not allowed" : undefined;
}

/** Apimachinery `util/validation`, IsDomainPrefixedPath. */
function domainPathErrors(key: string): readonly FieldError[] {
  const field = "extra.key";
  const [, host = "", path = ""] = /^([^/]+)\/(.+)$/s.exec(key) ?? [];
  if (host === "") {
    return [invalidError(field, key, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const characters = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  const isPath = new RegExp(`^${characters}$`).test(path);
  const words = `Invalid path (regex used for validation is '${characters}')`;
  return [
    ...invalidErrors(field, host, subdomainFaults(host)),
    ...(isPath ? [] : [invalidError(field, path, words)]),
  ];
}
