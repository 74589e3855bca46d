import type { TransportRequest } from "../../client/transport.js";
import type { JsonObject } from "../../values/json/json.js";
import { Failure } from "../failure.js";
import type { ServerAnswer, ServerCall } from "../server-call.js";
import type { Collection } from "../store.js";
import { actionOf, forbiddenAction } from "./forbidden.js";
import { Impersonator, isOfImpersonation, wantedUser } from "./impersonation.js";
import { RbacAuthorizer } from "./rbac-authorizer.js";
import { escalationFault } from "./role-writes.js";
import { storedRights } from "./stored-rights.js";
import type { RequestUser } from "./user.js";
import { userOf, withUser } from "./user.js";

/** Asks for rights, where a server has them asked for. */
export class ServerRights {
  readonly authorizer: RbacAuthorizer;
  readonly #impersonation: Impersonator;

  /** @param collectionOf the objects of a resource, by `<plural>.<group>` */
  constructor(collectionOf: (resource: string) => Collection | undefined) {
    this.authorizer = new RbacAuthorizer(storedRights(collectionOf));
    this.#impersonation = new Impersonator(this.authorizer);
  }

  /**
   * A request of whoever it is to be answered as, or the failure that they may not send it
   * (apiserver `server/config.go`: impersonation, then authorization).
   */
  admit(call: ServerCall): TransportRequest | Failure {
    const { request, info, query } = call;
    const action = actionOf(info, query);
    const sender = userOf(request);
    const wanted = wantedUser(request);
    if (wanted instanceof Failure) return wanted;
    const user = wanted && this.#impersonation.become(sender, wanted, action);
    if (user instanceof Failure) return user;
    const actor = user ?? sender;
    const { allowed, reason } = this.authorizer.authorize(actor, action);
    if (!allowed) return forbiddenAction(actor, action, reason);
    return user === undefined ? request : impersonatedRequest(request, user);
  }

  /** A write that creates an object by another verb needs the right to create, too. */
  creationFault({ request, info }: ServerCall): Failure | undefined {
    const { group, resource = "", subresource, namespace, name } = info;
    const user = userOf(request);
    const action = { verb: "create", group, resource, subresource, namespace, name };
    const { allowed, reason } = this.authorizer.authorize(user, action);
    return allowed ? undefined : forbiddenAction(user, action, reason);
  }

  /** Nobody gives others rights that they have not themselves. */
  escalationFault(
    { request, info }: ServerCall,
    object: JsonObject,
    old: JsonObject | undefined,
  ): Failure | undefined {
    return escalationFault(this.authorizer, { user: userOf(request), info, object, old });
  }
}

function impersonatedRequest(request: TransportRequest, user: RequestUser): TransportRequest {
  const headers = request.headers.filter(([name]) => !isOfImpersonation(name.toLowerCase()));
  return withUser({ ...request, headers }, user);
}

/** The answer to a request that is not let in: nobody is tempted to guess what it is. */
export function notLetIn(call: ServerCall, failure: Failure): ServerAnswer {
  const answer = call.refusal(failure);
  const headers = [...answer.headers, ["x-content-type-options", "nosniff"] as const];
  const body = call.request.method === "HEAD" ? "" : answer.body;
  return { ...answer, headers, body };
}
