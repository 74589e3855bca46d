/** A kind of change, for `crdgen explain` and the documents. */
export interface ChangeKind {
  /** The change in a few words. */
  readonly title: string;
  /** When it breaks somebody, and why. */
  readonly about: string;
}

const decided =
  "It breaks writers if a value that was valid before is refused now; the change then shows one.";
const ratcheted =
  "Stored objects break too where the server's ratcheting does not forgive: at the root of the object, and where unknown fields are kept.";

function constraint(keyword: string): ChangeKind {
  return { title: `${keyword} has changed`, about: `${decided} ${ratcheted}` };
}

/** The code of lines of a program that name nothing that changes, and stop compiling. */
export const stopsCompilingCode = "diff/stops-compiling";

/** Every kind of change. Codes are kept for ever. */
export const changeCatalog = {
  "diff/crd-added": {
    title: "a CRD is new",
    about: "Nobody has objects of it yet.",
  },
  "diff/crd-removed": {
    title: "a CRD is gone",
    about: "The server deletes all objects of a CRD that is deleted.",
  },
  "diff/names-changed": {
    title: "kind, list kind, plural or singular name has changed",
    about:
      "The server refuses to change the plural name, and the kind once the CRD is established. The other names are what kubectl takes, and what lists are called.",
  },
  "diff/scope-changed": {
    title: "the scope has changed",
    about:
      "The server refuses it once the CRD is established. Who deletes the CRD to change it deletes all objects.",
  },
  "diff/short-names-changed": {
    title: "short names have changed",
    about: "Only people who type them at kubectl notice.",
  },
  "diff/categories-changed": {
    title: "categories have changed",
    about: "`kubectl get CATEGORY` shows more or fewer kinds.",
  },
  "diff/conversion-changed": {
    title: "the conversion strategy has changed",
    about:
      "Objects of other versions are converted by somebody else. What that one does is not in the CRD.",
  },
  "diff/pruning-changed": {
    title: "spec.preserveUnknownFields has changed",
    about: "Once unknown fields are pruned, stored objects lose theirs.",
  },
  "diff/version-added": {
    title: "a version is new",
    about: "Clients that ask for the versions of the group may prefer it.",
  },
  "diff/version-removed": {
    title: "a version is gone",
    about:
      "Requests to it are answered with 404. If objects may be stored in it, the server refuses the CRD until they have been migrated.",
  },
  "diff/version-served": { title: "a version is served now", about: "It was in the CRD already." },
  "diff/version-unserved": {
    title: "a version is not served any more",
    about: "Requests to it are answered with 404. Stored objects stay readable through others.",
  },
  "diff/version-deprecated": {
    title: "a version is deprecated, is no longer deprecated, or has another deprecation warning",
    about: "The server sends a warning with each answer.",
  },
  "diff/storage-version-changed": {
    title: "objects are stored in another version",
    about:
      "Without a webhook nothing is converted: what the schema of the new storage version does not name is lost with the next write.",
  },
  "diff/status-added": {
    title: "the status subresource is new",
    about: "Writes to the object itself lose their status; it has to be written to /status.",
  },
  "diff/status-removed": {
    title: "the status subresource is gone",
    about: "Requests to /status are answered with 404.",
  },
  "diff/scale-added": {
    title: "the scale subresource is new",
    about: "The server checks the values at its paths from now on, without ratcheting.",
  },
  "diff/scale-removed": {
    title: "the scale subresource is gone",
    about: "Requests to /scale are answered with 404: `kubectl scale` and autoscalers fail.",
  },
  "diff/scale-changed": {
    title: "a path of the scale subresource has changed",
    about: "Autoscalers read and write another field.",
  },
  "diff/column-added": { title: "a column is new", about: "`kubectl get` prints more." },
  "diff/column-removed": { title: "a column is gone", about: "`kubectl get` prints less." },
  "diff/column-changed": {
    title: "a column has changed",
    about: "`kubectl get` prints something else.",
  },
  "diff/selectable-field-added": {
    title: "a field can be selected by",
    about: "Lists and watches can use it in their field selectors.",
  },
  "diff/selectable-field-removed": {
    title: "a field cannot be selected by any more",
    about: "Lists and watches with a field selector that names it are refused.",
  },
  "diff/field-added": {
    title: "a field is new",
    about:
      "Safe where the server pruned it before. Where it kept unknown fields, what is stored there may not fit.",
  },
  "diff/field-removed": {
    title: "a field is gone",
    about: "The server prunes it: stored objects lose it as soon as they are read.",
  },
  "diff/field-renamed": {
    title: "a field is gone, and one of the same schema and nearly the same name is new",
    about: "As for a field that is gone. `--usages --fix` renames it in programs.",
  },
  "diff/required-added": {
    title: "a field is required now",
    about: `Safe if it has a default, or was always there. ${ratcheted}`,
  },
  "diff/required-removed": {
    title: "a field is not required any more",
    about: "Readers may miss it, unless it has a default.",
  },
  "diff/type-changed": {
    title: "the type has changed",
    about:
      "It breaks writers if a value of a type that was allowed is refused, readers if a type is allowed that was not, and stored objects if the server prunes their content.",
  },
  "diff/nullable-added": {
    title: "null is allowed now",
    about: "Readers may meet it. Before, the server dropped it, or set the default in its place.",
  },
  "diff/nullable-removed": {
    title: "null is not allowed any more",
    about:
      "The server drops it where it is the value of a field, and refuses it as an item of a list.",
  },
  "diff/default-added": {
    title: "a default is new",
    about: "Objects without the field read as if it had been set.",
  },
  "diff/default-removed": {
    title: "a default is gone",
    about: "Readers may miss the field. If it is required, writers have to send it.",
  },
  "diff/default-changed": {
    title: "a default has changed",
    about: "Objects without the field read differently, those that are stored without it, too.",
  },
  "diff/enum-added": { title: "an enum is new", about: `${decided} ${ratcheted}` },
  "diff/enum-removed": {
    title: "an enum is gone",
    about: "Readers may meet any value of the type.",
  },
  "diff/enum-value-added": {
    title: "an enum has more values",
    about: "Readers that handle each value may meet one that they do not know.",
  },
  "diff/enum-value-removed": {
    title: "an enum has fewer values",
    about: `${decided} ${ratcheted}`,
  },
  "diff/minimum-changed": constraint("minimum"),
  "diff/maximum-changed": constraint("maximum"),
  "diff/multiple-of-changed": constraint("multipleOf"),
  "diff/min-length-changed": constraint("minLength"),
  "diff/max-length-changed": constraint("maxLength"),
  "diff/pattern-changed": constraint("pattern"),
  "diff/format-changed": constraint("format"),
  "diff/min-items-changed": constraint("minItems"),
  "diff/max-items-changed": constraint("maxItems"),
  "diff/unique-items-changed": constraint("uniqueItems"),
  "diff/min-properties-changed": constraint("minProperties"),
  "diff/max-properties-changed": constraint("maxProperties"),
  "diff/all-of-changed": constraint("allOf"),
  "diff/any-of-changed": constraint("anyOf"),
  "diff/one-of-changed": constraint("oneOf"),
  "diff/not-changed": constraint("not"),
  "diff/list-type-changed": {
    title: "the type of a list has changed",
    about:
      "Sets and maps refuse duplicates. Server-side apply merges items in another way, and owners of fields change.",
  },
  "diff/list-keys-changed": {
    title: "the keys of a list have changed",
    about:
      "Items that differed by a key may be duplicates now. Server-side apply merges by others.",
  },
  "diff/map-type-changed": {
    title: "the type of a map has changed",
    about: "Server-side apply replaces it as a whole, or merges it field by field.",
  },
  "diff/embedded-resource-added": {
    title: "an object is an embedded resource now",
    about: "The server demands apiVersion, kind and valid metadata of it, without ratcheting.",
  },
  "diff/embedded-resource-removed": {
    title: "an object is not an embedded resource any more",
    about: "apiVersion, kind and metadata are pruned unless the schema names them.",
  },
  "diff/unknown-fields-kept": {
    title: "unknown fields are kept now",
    about: "The server stores whatever it is sent there.",
  },
  "diff/unknown-fields-pruned": {
    title: "unknown fields are pruned now",
    about: "Stored objects lose theirs as soon as they are read.",
  },
  "diff/map-values-added": {
    title: "an object takes any keys now",
    about: "The server pruned them before.",
  },
  "diff/map-values-removed": {
    title: "an object takes only the keys that the schema names",
    about: "The server prunes all others: stored objects lose them.",
  },
  "diff/rule-added": {
    title: "a rule is new",
    about: `${decided} Where no such value is found, nobody can tell. ${ratcheted} Rules with oldSelf do not ratchet.`,
  },
  "diff/rule-changed": {
    title: "a rule has another expression",
    about: "As for a rule that is new: values that passed the old one may fail.",
  },
  "diff/rule-removed": { title: "a rule is gone", about: "More values are accepted." },
  "diff/rule-message-changed": {
    title: "a rule fails with another message, reason or field",
    about: "The same values are accepted.",
  },
  "diff/description-changed": {
    title: "a description or title has changed",
    about: "The server does not look at it. `--all` lists each.",
  },
} as const satisfies Record<`diff/${string}`, ChangeKind>;

/** `diff/what-has-changed`. */
export type ChangeCode = keyof typeof changeCatalog;

/** Tells whether a text is the code of a change. */
export function isChangeCode(text: string): text is ChangeCode {
  return Object.hasOwn(changeCatalog, text);
}
