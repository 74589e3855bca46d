import {
  compareQuantities,
  parseQuantity,
  Quantity,
  quantitySign,
  quantityText,
} from "../../cel/libraries/quantity.js";
import { compareUtf8 } from "../../values/go/utf8.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { labelKeyFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";

/** What a container takes (Kubernetes `pkg/apis/core/validation`, validateResourceRequirements). */
export function checkResources(checks: Checks, resources: JsonObject, path: string): void {
  const [limits, requests] = [structIn(resources, "limits"), structIn(resources, "requests")];
  for (const [name, amount] of sortedEntries(limits)) {
    checkResource(checks, name, amount, `${path}.limits[${name}]`);
  }
  for (const [name, amount] of sortedEntries(requests)) {
    checkResource(checks, name, amount, `${path}.requests[${name}]`);
    checkLimit(checks, name, amount, limits?.[name], path);
  }
}

/** The server goes through maps in any order. */
function sortedEntries(map: JsonObject | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(map ?? {})
    .map(([name, amount]) => [name, amount ?? null] as const)
    .sort(([a], [b]) => compareUtf8(a, b));
}

const standard = ["cpu", "memory", "ephemeral-storage"];

function checkResource(checks: Checks, name: string, amount: Json, field: string): void {
  checks.faults(field, name, labelKeyFaults(name));
  if (!name.includes("/") && !standard.includes(name) && !name.startsWith("hugepages-")) {
    checks.invalid(field, name, "must be a standard resource for containers");
  }
  checkNotNegative(checks, amount, field);
  const quantity = readQuantity(amount);
  const isWhole =
    quantity === undefined || /^-?\d+(?:[kMGTPE]|[KMGTPE]i)?$/.test(quantityText(quantity));
  if (isExtended(name) && !isWhole) checks.invalid(field, amount, "must be an integer");
}

/** A resource of somebody else's, of which there are whole ones. */
function isExtended(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.");
}

function readQuantity(amount: Json | undefined): Quantity | undefined {
  const quantity = parseQuantity(String(amount ?? 0));
  return quantity instanceof Quantity ? quantity : undefined;
}

/** An amount that is not negative. */
export function checkNotNegative(checks: Checks, amount: Json, field: string): void {
  const quantity = readQuantity(amount);
  if (quantity === undefined || quantitySign(quantity) >= 0) return;
  checks.invalid(field, quantityText(quantity), "must be greater than or equal to 0");
}

/** Whether an amount is above 0. */
export function isPositive(amount: Json): boolean {
  const quantity = readQuantity(amount);
  return quantity !== undefined && quantitySign(quantity) > 0;
}

/** Whether one amount is less than another. */
export function isLess(one: Json | undefined, other: Json | undefined): boolean {
  const [left, right] = [readQuantity(one), readQuantity(other)];
  return left !== undefined && right !== undefined && compareQuantities(left, right) < 0;
}

function checkLimit(
  checks: Checks,
  name: string,
  amount: Json,
  limit: Json | undefined,
  path: string,
): void {
  // What is no resource of Kubernetes' own is not promised twice.
  const mayDiffer = !isExtended(name) && !name.startsWith("hugepages-");
  const [quantity, most] = [
    readQuantity(amount),
    limit === undefined ? undefined : readQuantity(limit),
  ];
  if (quantity === undefined) return;
  if (most === undefined) {
    const detail = "Limit must be set for non overcommitable resources";
    if (!mayDiffer) checks.required(`${path}.limits`, detail);
    return;
  }
  const order = compareQuantities(quantity, most);
  if (order === 0 || (mayDiffer && order < 0)) return;
  const rule = mayDiffer ? "must be less than or equal to" : "must be equal to";
  const detail = `${rule} ${name} limit of ${quantityText(most)}`;
  checks.invalid(`${path}.requests`, quantityText(quantity), detail);
}
