import { writeYaml } from "../../../crd/source/write-yaml.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import { inOrder } from "./field-order.js";
import type { FieldNode, FieldTable } from "./page.js";

/** An object whose fields stand in the order in which pages list them; others stay in front. */
export function inPageOrder(object: JsonObject, { nodes }: FieldTable): JsonObject {
  const ordered = (value: Json, node: FieldNode | undefined): Json => {
    if (Array.isArray(value)) return value.map((item) => ordered(item, node));
    if (!isObject(value) || node?.fields === undefined) return value;
    if (node.steps?.endsWith(".*") === true) return value;
    const known = inOrder(node.fields).filter(([name]) => Object.hasOwn(value, name));
    const names = new Set(known.map(([name]) => name));
    const made: JsonObject = {};
    for (const [name, own] of Object.entries(value)) {
      if (!names.has(name)) setKey(made, name, own);
    }
    for (const [name, index] of known) {
      const own = value[name];
      if (own !== undefined) setKey(made, name, ordered(own, nodes[index]));
    }
    return made;
  };
  // The order of what every object has is known, whatever the schema says.
  const { apiVersion, kind, metadata, ...others } = object;
  const rest = ordered(others, nodes[0]);
  const usual = { apiVersion, kind, metadata };
  return { ...(usual as JsonObject), ...(isObject(rest) ? rest : {}) }; // every example has them
}

/** More lines of a status are no help. */
const most = 150;

/**
 * The fields of the status as comments, with their types: nobody writes one, so that no example has
 * it. `""` where there is none.
 */
export function statusShape({ nodes }: FieldTable): string {
  const [, index] = nodes[0]?.fields?.find(([name]) => name === "status") ?? [];
  const status = index === undefined ? undefined : nodes[index];
  if (status?.fields === undefined || status.steps !== undefined) return "";
  const lines = ["# status: # written by the controller"];
  const add = (node: FieldNode, front: string, dash: string): void => {
    for (const [at, [name, own]] of inOrder(node.fields ?? []).entries()) {
      if (lines.length >= most) return;
      const below = nodes[own];
      const isListed = below?.steps === "[*]";
      const isOpen = below?.fields !== undefined && (isListed || below.steps === undefined);
      const key = writeYaml({ [name]: {} }).replace(/ \{\}\n$/, "");
      if (key.includes("\n")) continue;
      const lead = at === 0 ? dash : " ".repeat(dash.length);
      lines.push(`# ${front}${lead}${key}${isOpen ? "" : ` <${below?.type ?? "any"}>`}`);
      if (!isOpen) continue;
      const inner = front + " ".repeat(dash.length);
      add(below, isListed ? inner : `${inner}  `, isListed ? "- " : "");
    }
  };
  add(status, "  ", "");
  return `${lines.join("\n")}\n`;
}
