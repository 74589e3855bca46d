import type { ChosenVersion } from "./state.js";

/**
 * The kinds that the objects of a text name, each once, in their order. It only looks for the lines
 * of `apiVersion` and `kind`, so it finds them in texts that are not complete; objects without a
 * group (such as a ConfigMap) are left out.
 */
export function kindsOf(text: string): readonly ChosenVersion[] {
  const found = new Map<string, ChosenVersion>();
  for (const document of text.split(/^---/m)) {
    const apiVersion = fieldOf(document, "apiVersion");
    const kind = fieldOf(document, "kind");
    const [group, version] = apiVersion?.split("/") ?? [];
    if (kind === undefined || group === undefined || version === undefined) continue;
    found.set(`${group}/${version} ${kind}`, { group, version, kind });
  }
  return [...found.values()];
}

/** The first value of a field that begins a line, or an object in braces. */
function fieldOf(document: string, name: string): string | undefined {
  const value = String.raw`\s*:\s*["']?([^\s"',}#]+)`;
  const line = new RegExp(`^["']?${name}["']?${value}`, "m").exec(document);
  return (line ?? new RegExp(`[{,]\\s*["']?${name}["']?${value}`).exec(document))?.[1];
}
