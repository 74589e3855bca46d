import type { ts } from "ts-morph";
import type { Place, Right } from "./rights.js";

/** What the comments of a file say about rights. */
export interface RightsComments {
  readonly rights: readonly Right[];
  /** The lines, from 0 on, that the comments speak of: their own, and those below them. */
  readonly lines: ReadonlySet<number>;
  /** Comments that say nothing, by the positions in the text. */
  readonly faults: readonly { readonly position: number; readonly message: string }[];
}

const form =
  "// crdgen:rbac group=apps resources=deployments verbs=get,patch [namespace=NAME] [names=a,b]";

/** Reads the comments `// crdgen:rbac …`, which say what code alone does not. */
export function readComments(file: ts.SourceFile): RightsComments {
  const rights: Right[] = [];
  const lines = new Set<number>();
  const faults: { position: number; message: string }[] = [];
  for (const match of file.text.matchAll(/(?:\/\/|\/\*|^[ \t]*\*)[ \t]*crdgen:rbac\b(.*)$/gm)) {
    const position = match.index;
    const line = file.getLineAndCharacterOfPosition(position).line;
    lines.add(line).add(line + 1);
    const words = (match[1] ?? "").replace(/\*\/.*$/, "").trim();
    if (words === "none") continue;
    const found = parseRule(words);
    if (typeof found === "string") faults.push({ position, message: found });
    else rights.push(...found);
  }
  return { rights, lines, faults };
}

function parseRule(text: string): readonly Right[] | string {
  const parts = new Map<string, string>();
  for (const word of text.split(/\s+/)) {
    const [, name, value] = /^(group|resources|verbs|namespace|names)=(.*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined) {
      return `'${word}' is no part of a rule; the comment has the form ${form}, or 'none'`;
    }
    parts.set(name, value.replace(/^"(.*)"$/, "$1"));
  }
  const resources = listOf(parts.get("resources"));
  const verbs = listOf(parts.get("verbs"));
  const group = parts.get("group");
  if (group === undefined || resources.length === 0 || verbs.length === 0) {
    return `a rule has a group (empty for the core group), resources and verbs: ${form}`;
  }
  const place = placeNamed(parts.get("namespace"));
  const names = parts.has("names") ? listOf(parts.get("names")) : [undefined];
  return resources.flatMap((resource) =>
    verbs.flatMap((verb) => names.map((name) => ({ group, resource, verb, place, name }))),
  );
}

function placeNamed(namespace: string | undefined): Place {
  if (namespace === undefined) return "objects";
  return namespace === "all" || namespace === "own" ? namespace : `in ${namespace}`;
}

function listOf(text = ""): readonly string[] {
  return text.split(",").filter((item) => item !== "");
}
