import type { FieldHelp } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import { knownObject } from "./known-object.js";
import type { Entry } from "./outline.js";
import { lastBefore } from "./outline.js";
import { documentAt } from "./spot.js";

/** Of the field whose key or value is at an offset. */
export function fieldHelp(text: string, offset: number, crds: CrdSet): FieldHelp | undefined {
  const document = documentAt(text, offset);
  const chain = lastBefore(document.root, offset);
  const entry = chain.at(-1);
  if (entry === undefined || !isAt(entry, offset)) return undefined;
  const { fields, path } = knownObject(document, chain, crds);
  const found = path.length === 0 ? undefined : fields?.nodeAt(path);
  if (found === undefined) return undefined;
  const { from, to } = entry;
  const { node, href } = found;
  return { from, to, path: found.path, node, ...(href !== undefined && { href }) };
}

function isAt({ from, to, value }: Entry, offset: number): boolean {
  const isAtKey = from <= offset && offset <= to;
  return isAtKey || (value !== undefined && value.from <= offset && offset <= value.to);
}
