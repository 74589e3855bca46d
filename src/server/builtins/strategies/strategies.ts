import { configMapStrategy, secretStrategy } from "./config-map.js";
import { coreEventStrategy, newEventStrategy } from "./event.js";
import { leaseStrategy } from "./lease.js";
import { namespaceStrategy } from "./namespace.js";
import { serviceAccountStrategy } from "./service-account.js";
import type { Strategy } from "./strategy.js";

/** By group and kind, with a slash between them. */
const strategies: { readonly [kind: string]: Strategy | undefined } = {
  "/ConfigMap": configMapStrategy,
  "/Event": coreEventStrategy,
  "/Namespace": namespaceStrategy,
  "/Secret": secretStrategy,
  "/ServiceAccount": serviceAccountStrategy,
  "coordination.k8s.io/Lease": leaseStrategy,
  "events.k8s.io/Event": newEventStrategy,
};

/** Returns the strategy of a built-in kind; undefined for kinds that are not built in. */
export function strategyOf(kind: {
  readonly group: string;
  readonly kind: string;
}): Strategy | undefined {
  return strategies[`${kind.group}/${kind.kind}`];
}
