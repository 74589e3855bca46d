import type { WritingUser } from "../../admission/admission.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { withoutKeys } from "../../values/json/raw-fields.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/**
 * A request says who made it, and never changes; who approves one writes its conditions (Kubernetes
 * `pkg/registry/certificates/certificates/strategy.go`).
 */
export const requestHooks: KindHooks = {
  prepareCreate(request, { user }) {
    const spec = withoutKeys(mapAt(request, "spec"), "username", "uid", "groups", "extra");
    request["spec"] = { ...spec, ...(user && requesterOf(user())) };
  },
  prepareUpdate(request, old, part, { now }) {
    const { spec } = old;
    if (spec !== undefined) request["spec"] = spec;
    if (part === "object") return;
    const status = part === "approval" ? mapAt(old, "status") : mapAt(request, "status");
    const conditions = objectsOf(mapAt(request, "status"), "conditions");
    if (conditions.length === 0 && part !== "approval") return;
    const timed = conditions.map((one) => withTimes(one, old, now()));
    const kept = part === "approval" ? timed : withVerdictsOf(old, timed);
    request["status"] = { ...status, conditions: kept };
  },
};

/** Empty parts are none. */
function requesterOf({ username, uid, groups, extra }: WritingUser): JsonObject {
  const lists = Object.entries(extra).map(([key, values]): [string, Json] => [key, [...values]]);
  return {
    username,
    ...(uid !== "" && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(lists.length > 0 && { extra: Object.fromEntries(lists) }),
  };
}

/** A condition of a type and a status keeps the time at which it came to be. */
function withTimes(condition: JsonObject, old: JsonObject, now: string): JsonObject {
  const before = objectsOf(mapAt(old, "status"), "conditions").find(
    (one) =>
      textOf(one, "type") === textOf(condition, "type") &&
      textOf(one, "status") === textOf(condition, "status") &&
      isTime(one["lastTransitionTime"]),
  );
  const { lastUpdateTime, lastTransitionTime } = condition;
  const begun = before?.["lastTransitionTime"] ?? now;
  return {
    ...condition,
    lastUpdateTime: isTime(lastUpdateTime) ? lastUpdateTime : now,
    lastTransitionTime: isTime(lastTransitionTime) ? lastTransitionTime : begun,
  };
}

function isTime(value: unknown): value is string {
  return typeof value === "string";
}

/** Only `/approval` changes what was said for or against a request. */
function withVerdictsOf(old: JsonObject, conditions: readonly JsonObject[]): JsonObject[] {
  const before = objectsOf(mapAt(old, "status"), "conditions");
  const kept = [...conditions];
  for (const type of ["Approved", "Denied"]) {
    const isOfType = (one: JsonObject): boolean => textOf(one, "type") === type;
    const verdicts = before.filter(isOfType);
    if (verdicts.length !== conditions.filter(isOfType).length) continue;
    let next = 0;
    for (const [index, one] of kept.entries()) {
      const verdict = isOfType(one) ? verdicts[next++] : undefined;
      if (verdict !== undefined) kept[index] = verdict;
    }
  }
  return kept;
}
