import { subdomainFaults, labelFaults } from "../../values/names.js";
import { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";

/*
 * What an expression asks about rights (apiserver `cel/library/authz.go`). Rules of CRDs have no
 * authorizer; the match conditions of webhooks have.
 */

/** A question to an authorizer: a path, or a resource. */
export interface AuthorizationQuestion {
  /** The ServiceAccount that is asked about; undefined: who sent the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string } | undefined;
  readonly verb: string;
  readonly path?: string | undefined;
  readonly group: string;
  /** `""` for a path. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

/** The answer of an authorizer. */
export interface AuthorizationAnswer {
  readonly allowed: boolean;
  /** `""` if it gives none. */
  readonly reason: string;
  readonly error?: string | undefined;
}

/** Answers what expressions ask about rights. */
export type AskAuthorizer = (question: AuthorizationQuestion) => AuthorizationAnswer;

const anything: AuthorizationQuestion = {
  verb: "",
  group: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  fieldSelector: "",
  labelSelector: "",
};

/** One step of a chain such as `authorizer.group("apps").resource("deployments")`. */
abstract class ChainStep extends CelObject {
  readonly ask: AskAuthorizer;
  readonly question: AuthorizationQuestion;

  constructor(ask: AskAuthorizer, question: AuthorizationQuestion = anything) {
    super();
    this.ask = ask;
    this.question = question;
  }

  equals(other: Value): boolean {
    return this === other;
  }
}

/** The variable `authorizer`. */
export class AuthorizerValue extends ChainStep {
  readonly typeName: string = "kubernetes.authorization.Authorizer";
}

/** `authorizer.path(path)` */
export class PathCheck extends ChainStep {
  readonly typeName: string = "kubernetes.authorization.PathCheck";
}

/** `authorizer.group(group)` */
export class GroupCheck extends ChainStep {
  readonly typeName: string = "kubernetes.authorization.GroupCheck";
}

/** `authorizer.group(group).resource(resource)` */
export class ResourceCheck extends ChainStep {
  readonly typeName: string = "kubernetes.authorization.ResourceCheck";
}

/** The result of `check(verb)`. */
export class Decision extends CelObject {
  readonly typeName: string = "kubernetes.authorization.Decision";
  readonly answer: AuthorizationAnswer;

  constructor(answer: AuthorizationAnswer) {
    super();
    this.answer = answer;
  }

  equals(other: Value): boolean {
    if (!(other instanceof Decision)) return false;
    const { allowed, reason, error } = this.answer;
    const { answer } = other;
    return allowed === answer.allowed && reason === answer.reason && error === answer.error;
  }
}

/** `authorizer.path(path)` */
export function pathCheck({ ask, question }: AuthorizerValue, path: string): PathCheck | CelError {
  if (path.trim() === "") return new CelError("path must not be empty");
  return new PathCheck(ask, { ...question, path });
}

/** `authorizer.group(group)` */
export function groupCheck({ ask, question }: AuthorizerValue, group: string): GroupCheck {
  return new GroupCheck(ask, { ...question, group });
}

/** `authorizer.serviceAccount(namespace, name)` */
export function serviceAccountAuthorizer(
  { ask, question }: AuthorizerValue,
  namespace: string,
  name: string,
): AuthorizerValue | CelError {
  if (subdomainFaults(name).length > 0) return new CelError("Invalid service account name");
  if (labelFaults(namespace).length > 0) return new CelError("Invalid service account namespace");
  return new AuthorizerValue(ask, { ...question, serviceAccount: { namespace, name } });
}

/** `group.resource(resource)` */
export function checkOfResource(
  { ask, question }: GroupCheck,
  resource: string,
): ResourceCheck | CelError {
  if (resource.trim() === "") return new CelError("resource must not be empty");
  return new ResourceCheck(ask, { ...question, resource });
}

/** `check.subresource(name)`, and the other parts of a check of a resource. */
export function narrowedCheck(
  { ask, question }: ResourceCheck,
  part: "subresource" | "namespace" | "name" | "fieldSelector" | "labelSelector",
  value: string,
): ResourceCheck {
  return new ResourceCheck(ask, { ...question, [part]: value });
}

/** `check.check(verb)` */
export function checkRights({ ask, question }: ResourceCheck | PathCheck, verb: string): Decision {
  return new Decision(ask({ ...question, verb }));
}
