/** Characters that are shown as they are in URLs, and that stand in ids without an escape. */
const odd = /[^\w.[\]*$-]/gu;

/**
 * The id of a field on the page of its version, from its path (`spec.env[*].name`): the path, in
 * which other characters than letters and digits of ASCII and `_.[]*$-` are `~` and their code
 * point in hexadecimal and `~`. Different paths have different anchors, and no id of another
 * part of a page is one, since these have a `:`.
 */
export function fieldAnchor(path: string): string {
  return path.replace(odd, (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`);
}
