/** The way from a value to a part of it: keys of objects and indexes of lists. */
export type ValuePath = readonly (string | number)[];

/** A path as people write it: `spec.versions[0].name`; `""` for the root. */
export function pathText(path: ValuePath): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return text.replace(/^\./, "");
}
