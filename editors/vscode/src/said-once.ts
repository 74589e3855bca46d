/** A diagnostic, as far as it matters who says it. */
export interface Said {
  readonly source: string | undefined;
  readonly code: string | number | undefined;
  /** From 0. */
  readonly line: number;
}

/**
 * Whether a fault of the syntax has been told by another extension: such faults alone are those of
 * any YAML or JSON. What crdgen alone finds is never left out.
 *
 * @param own a diagnostic of crdgen
 * @param others all diagnostics of the document
 */
export function isSaidByOthers(own: Said, others: readonly Said[]): boolean {
  const ofSyntax = others.filter(isOfSyntax);
  // Readers do not agree where a text ceases to be one, but on the line of a key.
  if (own.code === "source/not-yaml" || own.code === "source/not-json") return ofSyntax.length > 0;
  return own.code === "source/duplicate-key" && ofSyntax.some(({ line }) => line === own.line);
}

/**
 * Told by the extension YAML (faults of schemas bear the name of the schema there), or by the
 * editor's own JSON, whose codes of syntax begin here (ErrorCode of vscode-json-languageservice).
 */
function isOfSyntax({ source, code }: Said): boolean {
  if (source === "YAML") return true;
  return (source === "json" || source === "jsonc") && Number(code) >= 0x100;
}
