import type { ValueValidation } from "../../../crd/ir/schema.js";
import { formatPatterns } from "../../../runtime/versions/format-texts.js";
import { supportedFormat } from "../../../runtime/versions/formats.js";
import type { ExactCheck } from "./exact-check.js";
import type { TextLimit } from "./texts.js";
import { programOf, searchText, textFactsOf } from "./texts.js";
import type { ValueNode } from "./value-node.js";
import { typesOf } from "./value-node.js";

/**
 * Texts of a place that may not fit some keywords: the shortest that automata find. Whether they
 * are valid, and refused, is for the caller to ask.
 */
export function textWitness(
  node: ValueNode,
  wanted: ValueValidation,
  check: ExactCheck,
): readonly string[] {
  if (!typesOf(node.schema).includes("string")) return [];
  const facts = textFactsOf(node, check);
  return limitsOf(wanted, check).flatMap((limit) => {
    const found = searchText(facts, limit);
    return typeof found === "object" ? [found.text] : [];
  });
}

function limitsOf(wanted: ValueValidation, { minor }: ExactCheck): readonly TextLimit[] {
  const { minLength = 0, maxLength, pattern, format } = wanted;
  const limits: TextLimit[] = [];
  if (minLength > 0) limits.push({ maxLength: minLength - 1 });
  if (maxLength !== undefined) limits.push({ minLength: maxLength + 1 });
  const name = supportedFormat("", format, minor);
  for (const source of [pattern, formatPatterns.get(name)?.pattern ?? ""]) {
    const missing = source === "" ? undefined : programOf(source);
    // What is missing in a longer text may be found in a shorter one, and the other way around.
    if (missing !== undefined) limits.push({ missing }, { missing, minLength: 1 });
  }
  return limits;
}
