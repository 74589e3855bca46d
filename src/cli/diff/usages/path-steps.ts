/** A name, or what all items or all values are. */
export type Step = { readonly name: string } | "items" | "values";

/** The steps of a path as changes write it. */
export function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const [token, quoted, name] of path.matchAll(
    /\[\*\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/g,
  )) {
    if (token === "[*]") steps.push("items");
    else if (quoted !== undefined) steps.push({ name: String(JSON.parse(quoted)) });
    else steps.push(name === "*" ? "values" : { name: name ?? "" });
  }
  return steps;
}
