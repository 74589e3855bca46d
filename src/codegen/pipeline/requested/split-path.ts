/**
 * The names of a path such as `crontabs.spec.template` or `crontabs.spec['a.b']`, as kubectl takes
 * them (client-go `util/jsonpath`, fields alone); a dot at the end is ignored, and so are indices
 * such as `[0]` and `[*]`.
 *
 * @returns undefined where the text is no such path
 */
export function splitPath(text: string): readonly string[] | undefined {
  const names: string[] = [];
  let rest = text.replace(/\.$/, "");
  while (rest !== "") {
    const [step, name, single, double] = nextStep.exec(rest) ?? [];
    if (step === undefined) return undefined;
    const found = name ?? single ?? double;
    if (found !== undefined) names.push(found.replace(/\\(.)/g, "$1"));
    rest = rest.slice(step.length);
  }
  return names.length === 0 ? undefined : names;
}

/** A name; a name in brackets, in one kind of quotes or the other; or an index. */
const nextStep =
  /^\.?((?:[^.[\]'"\\]|\\.)+)|^\.?\['((?:[^'\\]|\\.)*)'\]|^\.?\["((?:[^"\\]|\\.)*)"\]|^\[(?:\d+|\*)\]/u;
