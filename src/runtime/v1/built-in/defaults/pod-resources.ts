import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  Quantity,
  quantityText,
} from "../../cel/libraries/quantity.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt } from "../../values/json/raw-fields.js";
import { resourcesAt } from "./quantities.js";

/**
 * Resources of a pod as a whole, where the pod states some: what its containers request or are
 * limited to, then what it is limited to itself (Kubernetes `pkg/apis/core/v1/defaults.go`,
 * `defaultHugePagePodLimits` and `defaultPodRequests`). Servers from 1.37 on do it on creation,
 * behind admission; those from 1.34 to 1.36 whenever a pod is read.
 */
export function fillPodResources(spec: JsonObject): void {
  const { resources } = spec;
  if (!isObject(resources)) return;
  const [limits, requests] = [resourcesAt(resources, "limits"), resourcesAt(resources, "requests")];
  if (isEmpty(limits) && isEmpty(requests)) return;
  const allLimits = { ...pagesOnly(totalOf(spec, "limits"), requests), ...limits };
  if (!isEmpty(allLimits)) resources["limits"] = allLimits;
  if (isEmpty(allLimits)) return;
  const requested = entriesOf(totalOf(spec, "requests"), (name) => isShared(name));
  const limited = entriesOf(allLimits, (name) => isShared(name) || isPages(name));
  const allRequests = { ...limited, ...requested, ...requests };
  if (!isEmpty(allRequests)) resources["requests"] = allRequests;
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

/** Resources of a pod may be promised to more than there is. */
function isShared(name: string): boolean {
  return name === "cpu" || name === "memory";
}

function isPages(name: string): boolean {
  return name.startsWith("hugepages-");
}

function pagesOnly(limits: JsonObject, requests: JsonObject): JsonObject {
  return entriesOf(limits, (name) => isPages(name) && !Object.hasOwn(requests, name));
}

function entriesOf(object: JsonObject, isTaken: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isTaken(name)));
}

type Total = Map<string, Quantity>;

/** What all containers take at once: init containers run one by one, but for those that stay. */
function totalOf(spec: JsonObject, part: "limits" | "requests"): JsonObject {
  const total: Total = new Map();
  for (const container of objectsAt(spec, "containers")) addTo(total, amountsOf(container, part));
  const staying: Total = new Map();
  const largest: Total = new Map();
  for (const container of objectsAt(spec, "initContainers")) {
    const amounts = amountsOf(container, part);
    if (container["restartPolicy"] === "Always") {
      addTo(total, amounts);
      addTo(staying, amounts);
      raise(largest, staying);
    } else {
      addTo(amounts, staying);
      raise(largest, amounts);
    }
  }
  raise(total, largest);
  return Object.fromEntries([...total].map(([name, amount]) => [name, quantityText(amount)]));
}

function amountsOf(container: JsonObject, part: string): Total {
  const { resources } = container;
  const list = isObject(resources) ? resourcesAt(resources, part) : {};
  const amounts: Total = new Map();
  for (const [name, text] of Object.entries(list)) {
    const amount = parseQuantity(String(text));
    if (amount instanceof Quantity) amounts.set(name, amount);
  }
  return amounts;
}

function addTo(total: Total, amounts: Total): void {
  for (const [name, amount] of amounts) {
    const known = total.get(name);
    total.set(name, known === undefined ? amount : addQuantities(known, amount));
  }
}

function raise(total: Total, amounts: Total): void {
  for (const [name, amount] of amounts) {
    const known = total.get(name);
    if (known === undefined || compareQuantities(amount, known) > 0) total.set(name, amount);
  }
}
