/** What a description says of a field, and why the field is not to be used any more. */
export interface SplitDescription {
  readonly text: string;
  /** `undefined` where the field is not deprecated. */
  readonly deprecated: string | undefined;
}

/**
 * Finds the deprecation in the description of a field. Kubernetes writes it as Go does: a paragraph
 * that begins with `Deprecated:` (go.dev/wiki/Deprecated; `k8s.io/api/core/v1/types.go`), which
 * older generators of CRDs put behind the sentence before. `DEPRECATED` and a full stop occur, too,
 * and sentences that begin with "This field is deprecated". Items of lists and words elsewhere in a
 * sentence are about something else: a value of the field, or what it replaces.
 */
export function splitDeprecation(description: string): SplitDescription {
  const found = marker.exec(description);
  if (found === null) return { text: description, deprecated: undefined };
  const [whole, before = "", word = ""] = found;
  const start = found.index + before.length;
  const rest = description.slice(start);
  const length = /\n[^\S\n]*\n/.exec(rest)?.index ?? rest.length;
  const isMarker = /^deprecated/i.test(word);
  const reason = rest.slice(isMarker ? whole.length - before.length : 0, length);
  const text = description.slice(0, start).trimEnd() + rest.slice(length).trimEnd();
  return { text: text.trim(), deprecated: reason.trim() };
}

const marker =
  /(^|\n[^\S\n]*|[.!?)][^\S\n]+)((?:Deprecated|DEPRECATED)(?::|\.(?=\s|$)|$)|This field (?:is|has been) (?:now )?(?:deprecated|DEPRECATED)\b)/;
