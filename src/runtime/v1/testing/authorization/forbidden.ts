import { quote } from "../../values/go/quote.js";
import { pathSegmentFaults } from "../../values/names.js";
import { failed, Failure, forbiddenFailure } from "../failure.js";
import type { QueryValues, RequestInfo } from "../request-info.js";
import { optionIn } from "../request-info.js";
import { parseFieldSelector } from "../selectors.js";
import type { RequestedAction } from "./policy-rules.js";
import type { RequestUser } from "./user.js";

/** What a request wants to do (apiserver `endpoints/filters/authorization.go`). */
export function actionOf(info: RequestInfo, query: QueryValues): RequestedAction {
  const { verb, group, resource, subresource, namespace, path } = info;
  if (resource === undefined) return { verb, path };
  const isOfMany = verb === "list" || verb === "watch";
  const name = info.name === "" && isOfMany ? selectedName(query) : info.name;
  return { verb, group, resource, subresource, name, namespace };
}

/** Whoever selects one object by its name asks for that object alone (`request/requestinfo.go`). */
function selectedName(query: QueryValues): string {
  try {
    const terms = parseFieldSelector(optionIn(query, "fieldSelector"));
    const name = terms.find(({ field, isEqual }) => field === "metadata.name" && isEqual)?.value;
    return name === undefined || pathSegmentFaults(name).length > 0 ? "" : name;
  } catch (error) {
    // What cannot be read is refused later.
    if (error instanceof Failure) return "";
    throw error;
  }
}

/**
 * 403 for an action (apiserver `endpoints/handlers/responsewriters/errors.go`).
 *
 * @param reason `""` where nothing is to be said
 */
export function forbiddenAction(
  user: RequestUser,
  action: RequestedAction,
  reason: string,
): Failure {
  const words = withoutMarkup(actionText(user, action));
  const fault = reason === "" ? words : `${words}: ${reason}`;
  if ("path" in action) return failed(403, "Forbidden", `forbidden: ${fault}`, {});
  const { group, resource, name } = action;
  return forbiddenFailure({ group, plural: resource }, name, fault);
}

function actionText({ username }: RequestUser, action: RequestedAction): string {
  const who = `User ${quote(username)} cannot ${action.verb}`;
  if ("path" in action) return `${who} path ${quote(action.path)}`;
  const { group, resource, subresource, namespace } = action;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  const what = `${who} resource ${quote(whole)} in API group ${quote(group)}`;
  return namespace === ""
    ? `${what} at the cluster scope`
    : `${what} in the namespace ${quote(namespace)}`;
}

/** Nobody is to take it for a page. */
function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
