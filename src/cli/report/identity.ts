import { createHash } from "node:crypto";
import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { isUrl } from "../input.js";
import type { PlacedFinding } from "./content.js";

/**
 * The path of a source as services know it: below the working folder where it lies there, with
 * slashes, without `./`.
 */
export function reportedPath(source: string): string {
  if (isUrl(source) || source.startsWith("<")) return source;
  const below = isAbsolute(source) ? relative(".", source) : source;
  const path = below.startsWith("..") ? source : below;
  return (sep === "/" ? path : path.replaceAll(sep, "/")).replace(/^(?:\.\/)+/, "");
}

/** A URI, which is relative to the working folder where the source lies below it. */
export function reportedUri(source: string): { readonly uri: string; readonly isBelow: boolean } {
  if (isUrl(source) && URL.canParse(source)) return { uri: new URL(source).href, isBelow: false };
  const path = reportedPath(source);
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href, isBelow: false };
  const whole = path.replace(/\p{Surrogate}/gu, "\uFFFD"); // halves of pairs cannot be encoded
  return { uri: whole.split("/").map(encodeURIComponent).join("/"), isBelow: true };
}

/** What tells findings apart from run to run: equal ones are numbered, from 1 on. */
export interface Identity {
  /** Hexadecimal digits. */
  readonly hash: string;
  readonly number: number;
}

/**
 * Returns the identities of findings, in their order. They stay when lines are added above: a
 * finding is known by its code, its file, whose it is, and what it says.
 */
export function identitiesOf(findings: readonly PlacedFinding[]): readonly Identity[] {
  const counts = new Map<string, number>();
  return findings.map(({ code, source, subject, message, cause }) => {
    // Readers of YAML name lines in their messages.
    const said = message.replace(/\bline \d+\b/g, "line");
    const path = source === undefined ? "" : reportedPath(source);
    const known = JSON.stringify([code, path, subject, cause?.field ?? "", said]);
    const hash = createHash("sha256").update(known).digest("hex").slice(0, 32);
    const number = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, number);
    return { hash, number };
  });
}
