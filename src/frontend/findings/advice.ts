import type { DiagnosticCode } from "../../diagnostics/catalog/catalog.js";

/** What to do about a fault, where one sentence fits all cases of it. */
export function adviceFor(code: DiagnosticCode): string | undefined {
  return advice[code];
}

const advice: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "crd/v1beta1":
    "write it as apiextensions.k8s.io/v1: schema and subresources belong to each version there",
  "crd/group-invalid": "use a domain that you own: `stable.example.com`",
  "crd/scope-invalid": "write `Namespaced` or `Cluster`",
  "crd/schema-missing":
    "give the version a `schema.openAPIV3Schema`; `type: object` with `x-kubernetes-preserve-unknown-fields: true` takes anything",
  "crd/defaults-need-pruning": "set `preserveUnknownFields: false`",
  "crd/version-name-invalid": "call it `v1`, `v1beta1`, `v1alpha1`, …",
  "crd/deprecation-warning-invalid":
    "set `deprecated: true`, and say in one line what to use instead",
  "crd/levels-mixed": "keep it at the top level or in the versions, not in both",
  "crd/versions-identical": "move it to the top level",
  "crd/version-duplicate": "give each version a name of its own",
  "crd/storage-version": "set `storage: true` on one version and `storage: false` on the others",
  "crd/names-missing":
    "`kind` and `plural` must be written; singular and listKind follow from kind",
  "crd/list-kind-is-kind": "leave listKind out: it becomes the kind with `List` behind it",
  "crd/scale-path": "specReplicasPath lies below `.spec.`, statusReplicasPath below `.status.`",
  "crd/name-invalid": "use lower case letters, digits, dashes and dots",
  "crd/names-invalid":
    "use letters, digits and dashes, begin with a letter, and keep capitals to kind and listKind",
  "crd/version-mismatch": "leave `version` out: it is the first entry of `versions`",
  "crd/stored-versions":
    "keep every version that objects are stored in under `spec.versions`, each once",
  "crd/column-type": "use `string` for anything that is not one of them",
  "crd/column-format": "leave `format` out, or use one of them",
  "crd/column-incomplete": "a column needs name, type and jsonPath",
  "crd/column-path": "begin with a dot: `.spec.replicas`",
  "crd/selectable-field-path": "name a field of the schema outside of metadata: `.spec.color`",
  "crd/selectable-field-type": "choose a field of type string, boolean or integer",
  "crd/selectable-field-duplicate": "remove one of the two",
  "crd/selectable-fields-without-schema": "give the version a schema that has the fields",
  "crd/selectable-fields-too-many": "a version may have eight",
  "crd/conversion-webhook": "give `conversion.webhook.clientConfig` a `service` or a `url`",
  "crd/conversion-strategy": "write `None`, or `Webhook` with a `webhook` beside it",
  "crd/conversion-service":
    "give the service `name` and `namespace`; `path` is like `/convert`, `port` from 1 to 65535",
  "crd/conversion-review-versions": "write `conversionReviewVersions: [v1]`",
  "crd/conversion-ca-bundle": "put certificates in PEM there, as base64",
  "crd/conversion-url": "write `https://host/path`",
  "crd/conversion-unused-webhook": "set `strategy: Webhook`, or remove the webhook",
  "crd/api-approval":
    "use a group of your own, or set the annotation to the URL of the approval, or to `unapproved, <reason>`",
  "crd/preserve-unknown-fields":
    "set `x-kubernetes-preserve-unknown-fields: true` where unknown fields are to be kept",
  "schema/type-missing":
    "add `type`, or `x-kubernetes-int-or-string: true`, or `x-kubernetes-preserve-unknown-fields: true`",
  "schema/type-unknown":
    "types are array, boolean, integer, number, object and string; for null set `nullable: true`",
  "schema/not-structural": "remove it: the schema of a CRD has its own dialect",
  "schema/root-type": "write `type: object`",
  "schema/root-nullable": "remove it: an object is never null",
  "schema/root-keyword":
    "say it below `spec`, in a rule under `x-kubernetes-validations`, or do without the status subresource",
  "schema/embedded-resource":
    "write it beside `type: object`, with `properties` or `x-kubernetes-preserve-unknown-fields: true`, and not in metadata",
  "schema/type-meta-type": "apiVersion and kind are strings, metadata is an object",
  "schema/keyword-forbidden": "write the schema out in place: CRDs have no references",
  "schema/items-list": "give `items` one schema for all items",
  "schema/items-missing": "add `items` with the schema of one item",
  "schema/unique-items": "set `x-kubernetes-list-type: set`",
  "schema/additional-properties-mixed":
    "keep `properties` for an object with known fields, `additionalProperties` for a map",
  "schema/additional-properties-at-root": "list the fields under `properties`",
  "schema/preserve-unknown-fields-false": "remove it: fields are pruned unless it is true",
  "schema/set-items-not-atomic":
    "set `x-kubernetes-map-type: atomic` (objects) or `x-kubernetes-list-type: atomic` (lists) on the items",
  "schema/list-type": "use atomic, set or map, at a node of type array",
  "schema/map-type": "use atomic or granular, at a node of type object",
  "schema/list-map-keys":
    "name fields of the items, each once: two items are the same if they are equal there",
  "schema/list-map-items": "give `items` one schema of type object; a list of scalars can be a set",
  "schema/list-map-key-type": "use a key whose values are strings, numbers or booleans",
  "schema/list-map-keys-without-map": "set `x-kubernetes-list-type: map`",
  "schema/list-map-key-optional":
    "list the key under `required` of the items, or give it a default",
  "schema/list-items-nullable": "remove `nullable`",
  "schema/int-or-string-conflict": "keep `x-kubernetes-int-or-string` alone",
  "schema/pattern-invalid": "patterns are RE2: no lookaround, no back references",
  "schema/metadata-restricted":
    "write `metadata: {type: object}`, with nothing but `name` and `generateName` under its properties",
  "schema/junctor-keyword": "say it outside of allOf, anyOf, oneOf and not",
  "schema/junctor-incomplete": "specify the field outside of allOf, anyOf, oneOf and not, too",
  "schema/default-forbidden": "remove the default",
  "schema/default-unpruned": "remove the fields that the schema does not specify",
  "schema/default-invalid": "give a default that the schema accepts",
  "schema/default-metadata": "let the default have valid metadata, or none",
  "schema/rule-incomplete": "write an expression, or remove the field",
  "schema/rule-message": "say in one line what the rule demands",
  "schema/rule-reason": "leave `reason` out for FieldValueInvalid",
  "schema/rule-field-path":
    "begin with a dot and name fields of this schema: `.spec.size`; brackets hold quoted names",
};
