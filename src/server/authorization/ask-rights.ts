import type { AskAuthorizer } from "../../runtime/v1/cel/libraries/authorizer.js";
import type { ServerRights } from "../../runtime/v1/testing/authorization/server-rights.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import { accountGroups } from "../../runtime/v1/testing/authorization/user.js";

/**
 * Answers what expressions ask about the rights of a user, or of a ServiceAccount that they name
 * (apiserver `cel/library/authz.go`).
 *
 * @param rights undefined where everybody may do everything
 */
export function askRights(rights: ServerRights | undefined, user: RequestUser): AskAuthorizer {
  return ({ serviceAccount, path, verb, group, resource, subresource, namespace, name }) => {
    if (rights === undefined) return { allowed: true, reason: "" };
    const asked = serviceAccount === undefined ? user : accountUser(serviceAccount);
    const action =
      path === undefined ? { verb, group, resource, subresource, namespace, name } : { verb, path };
    return rights.authorizer.authorize(asked, action);
  };
}

function accountUser(account: { readonly namespace: string; readonly name: string }): RequestUser {
  const { namespace, name } = account;
  const username = `system:serviceaccount:${namespace}:${name}`;
  return { username, uid: "", groups: accountGroups(namespace), extra: {} };
}
