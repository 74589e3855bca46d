import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { Cluster } from "../../src/server/cluster.js";

/** An answer of a server, as far as it is compared. */
export interface ComparedAnswer extends JsonObject {
  readonly status: number;
  readonly warnings: string[];
  readonly answer: Json;
}

/** Sends a write as the recorder did. */
export async function askCluster(
  cluster: Cluster,
  method: string,
  path: string,
  contentType: string,
  body: string,
): Promise<ComparedAnswer> {
  const [place = "", query = ""] = path.split("?");
  const headers: [string, string][] = [["content-type", contentType]];
  const response = await cluster.send({ method, path: place, query, headers, body });
  const warnings = [...(response.header("warning") ?? "").matchAll(/299 - "((?:\\.|[^"\\])*)"/g)];
  return {
    status: response.status,
    warnings: warnings.map(([, text = ""]) => text.replace(/\\(.)/g, "$1")),
    answer: JSON.parse(await response.text()) as Json,
  };
}

/**
 * Where two answers differ. Words such as `<uid 1>` in the recorded one stand for any text, and
 * lists whose order is up to chance are sorted.
 */
export function answerDifferences(theirs: Json, ours: Json, path = ""): readonly string[] {
  if (typeof theirs === "string" && /^<.*>$/.test(theirs)) {
    const isThere = typeof ours === "string" || typeof ours === "number";
    return isThere ? [] : [`${path}: ${theirs} / ${shown(ours)}`];
  }
  if (typeof theirs === "string" && theirs.includes("<")) {
    const isLike = typeof ours === "string" && patternOf(theirs).test(ours);
    return isLike ? [] : [`${path}: ${shown(theirs)} / ${shown(ours)}`];
  }
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const [left, right] = [inOrder(theirs, path), inOrder(ours, path)];
    const length = Math.max(left.length, right.length);
    return Array.from({ length }).flatMap((_, index) =>
      answerDifferences(left[index] ?? null, right[index] ?? null, `${path}[${index}]`),
    );
  }
  if (isObject(theirs) && isObject(ours)) {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
    return keys.flatMap((key) => {
      if (!Object.hasOwn(theirs, key)) return [`${path}.${key}: only ours ${shown(ours[key])}`];
      if (!Object.hasOwn(ours, key)) return [`${path}.${key}: only theirs ${shown(theirs[key])}`];
      return answerDifferences(theirs[key] ?? null, ours[key] ?? null, `${path}.${key}`);
    });
  }
  return theirs === ours ? [] : [`${path}: ${shown(theirs)} / ${shown(ours)}`];
}

function shown(value: Json | undefined): string {
  return JSON.stringify(value).slice(0, 300);
}

function patternOf(text: string): RegExp {
  const parts = text
    .split(/<[a-z ]+\d*>/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

function inOrder(list: readonly Json[], path: string): readonly Json[] {
  if (path.endsWith(".managedFields"))
    return sortedBy(list, ["operation", "manager", "subresource"]);
  return path.endsWith(".causes") ? sortedBy(list, ["message", "field"]) : list;
}

function sortedBy(list: readonly Json[], keys: readonly string[]): readonly Json[] {
  const keyOf = (item: Json): string => {
    const object: JsonObject = isObject(item) ? item : {};
    return keys.map((key) => JSON.stringify(object[key] ?? "")).join();
  };
  return [...list].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
