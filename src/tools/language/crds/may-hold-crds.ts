/** Tells whether a text is worth reading for CRDs: most hold none, and to read YAML is dear. */
export function mayHoldCrds(text: string): boolean {
  return text.includes("CustomResourceDefinition");
}
