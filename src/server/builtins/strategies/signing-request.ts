import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/**
 * Requests never change; who approves one writes its conditions (Kubernetes
 * `pkg/registry/certificates/certificates/strategy.go`).
 */
export const requestHooks: KindHooks = {
  prepareUpdate(request, old, part) {
    const { spec } = old;
    if (spec !== undefined) request["spec"] = spec;
    if (part === "approval") request["status"] = approved(request, old);
  },
};

function approved(request: JsonObject, old: JsonObject): JsonObject {
  const { conditions = [] } = mapAt(request, "status");
  return { ...mapAt(old, "status"), conditions };
}
