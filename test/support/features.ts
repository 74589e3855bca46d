/**
 * Where an answer was recorded: a file of `conformance/apiserver`, or the probes, whose CRDs were
 * answered, too.
 */
export type RecordedFile =
  "crds" | "crd-mutants" | "probe-crds" | "objects" | "mutants" | "updates" | "ratchet" | "probes";

/** What a recorded answer is about. */
export interface RecordedSubject {
  readonly file: RecordedFile;
  /** The kind of mutation, or the topic of a probe. */
  readonly kind?: string | undefined;
}

/** A row of the table of features. */
export interface Feature {
  readonly title: string;
  /**
   * Kinds of mutations, by their last step, or topics of probes; one that ends in `-` stands for
   * all that begin so.
   */
  readonly kinds: readonly string[];
}

/** Features of schemas that objects are checked by, and what else a write of an object does. */
export const objectFeatures: readonly Feature[] = [
  {
    title: "types, `x-kubernetes-int-or-string`",
    kinds: ["type", "fill-type", "item-type", "map-entry-type", "any", "root", "root-spec", "spec"],
  },
  { title: "`required`", kinds: ["required", "empty", "fill-empty"] },
  { title: "`nullable`", kinds: ["null", "fill-null", "item-null", "null-nullable"] },
  { title: "`default`", kinds: ["null-defaulted", "undefault", "map-key-default"] },
  {
    title: "pruning, `x-kubernetes-preserve-unknown-fields`",
    kinds: ["unknown", "unknown-case", "preserve"],
  },
  { title: "`enum`", kinds: ["enum", "enum-other"] },
  {
    title: "`minLength`, `maxLength`",
    kinds: ["min-length", "min-length-exact", "max-length", "max-length-exact"],
  },
  { title: "`pattern`", kinds: ["pattern", "pattern-other"] },
  { title: "`format`", kinds: ["format", "format-ok", "formats"] },
  {
    title: "`minimum`, `maximum`, `multipleOf`, ranges of integers",
    kinds: [
      "minimum",
      "minimum-exact",
      "maximum",
      "maximum-exact",
      "int-overflow",
      "int-float",
      "number-spelling",
      "numbers",
    ],
  },
  {
    title: "`items`, `minItems`, `maxItems`",
    kinds: ["item-add", "item-drop", "min-items", "max-items"],
  },
  {
    title: "`additionalProperties`, `minProperties`, `maxProperties`",
    kinds: ["map-entry", "min-properties", "max-properties"],
  },
  {
    title: "`x-kubernetes-list-type`, `x-kubernetes-list-map-keys`",
    kinds: ["duplicate-set", "duplicate-map", "map-key"],
  },
  { title: "`allOf`, `anyOf`, `oneOf`, `not`", kinds: ["junctor", "junctor-value"] },
  { title: "`x-kubernetes-embedded-resource`", kinds: ["embedded"] },
  { title: "`metadata`", kinds: ["meta-", "metadata"] },
  { title: "`x-kubernetes-validations`", kinds: ["cel", "rules", "cel-"] },
  { title: "the same with `oldSelf`: transition rules", kinds: ["cel-transition"] },
  { title: "subresource `status`", kinds: ["status"] },
  { title: "objects as projects ship them, and plain changes", kinds: ["", "fill", "alter", "none"] }, // prettier-ignore
  { title: "texts of messages", kinds: ["texts"] },
];

/** All writes that ratcheting is about. */
export const ratcheting: Feature = { title: "ratcheting", kinds: ["ratcheting"] };

/** What a CRD itself is checked for. */
export const crdFeatures: readonly Feature[] = [
  { title: "CRDs as projects ship them", kinds: [""] },
  {
    title: "names, scope, group, conversion, approval",
    kinds: [
      "name-", "plural-", "singular-", "short-names-", "list-kind-", "kind-", "categories-", "group-", "scope-",
      "conversion", "api-approved", "preserve-unknown", "spec-",
    ], // prettier-ignore
  },
  {
    title: "versions, subresources, columns, selectable fields",
    kinds: [
      "version-", "duplicate-version", "no-", "two-storage", "none-served", "served-", "deprecation", "column-", "scale",
      "subresource-", "selectable",
    ], // prettier-ignore
  },
  {
    title: "defaults of schemas",
    kinds: ["default-", "root-default"],
  },
  { title: "rules: syntax, types, libraries, cost", kinds: ["cel-", "rules-"] },
  { title: "list types and map types", kinds: ["list-map-", "list-set-", "list-type-", "map-type-"] }, // prettier-ignore
  { title: "structural schemas: everything else", kinds: ["*"] },
];

/** The feature that a recorded answer is about. */
export function featureOf(subject: RecordedSubject): Feature {
  const { file } = subject;
  const kind = lastStep(subject.kind ?? "");
  if (file === "ratchet") return ratcheting;
  if (crdFiles.has(file)) return find(crdFeatures, kind);
  return kind === "ratcheting" ? ratcheting : find(objectFeatures, kind);
}

const crdFiles: ReadonlySet<RecordedFile> = new Set(["crds", "crd-mutants", "probe-crds"]);

/** Of the steps of a mutation, the last decides. */
function lastStep(kind: string): string {
  const step = kind.split("+").at(-1) ?? "";
  return step.split("/")[0] ?? "";
}

function find(features: readonly Feature[], kind: string): Feature {
  const isExact = features.find(({ kinds }) => kinds.includes(kind));
  const found = isExact ?? features.find(({ kinds }) => kinds.some((one) => covers(one, kind)));
  if (found === undefined) throw new Error(`no feature for mutations of kind '${kind}'`);
  return found;
}

function covers(pattern: string, kind: string): boolean {
  return pattern === "*" || (pattern.endsWith("-") && kind.startsWith(pattern));
}
