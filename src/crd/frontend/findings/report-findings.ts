import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { DiagnosticCode } from "../../diagnostics/catalog/catalog.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { spanOf } from "../../diagnostics/diagnostics.js";
import { followSteps } from "../../source/follow-steps.js";
import type { Path } from "../../source/source-file.js";
import type { CrdDocument } from "../find-crds.js";
import type { Finding, Findings } from "./findings.js";
import { isFinding, labelOf } from "./findings.js";

/**
 * With or without a cause in the server's answer for each finding: of a CRD that it does not even
 * read it sends none.
 */
type Causes = "with cause" | "without cause";

/** Turns what is wrong with a CRD into diagnostics, in the server's order. */
export function reportFindings(
  findings: Findings,
  crd: CrdDocument,
  causes: Causes,
  diagnostics: Diagnostics,
): void {
  for (const found of findings.all) {
    if (isFinding(found)) reportFinding(found, crd, causes, diagnostics);
    else found.report(diagnostics);
  }
}

function reportFinding(
  finding: Finding,
  { document, path: crdPath }: CrdDocument,
  causes: Causes,
  diagnostics: Diagnostics,
): void {
  const { path } = finding.at;
  diagnostics.report(
    finding.code,
    { document, path, part: partOf(finding, document.value) },
    { at: labelFor(finding, crdPath), fault: faultText(finding) },
    {
      help: finding.help ?? adviceFor(finding.code),
      cause: causes === "with cause" ? finding.error : undefined,
      related: finding.related.map(({ message, at }) => ({
        message,
        span: spanOf({ document, path: at.path, part: "value" }),
      })),
    },
  );
}

/** The server names the first version twice, once in a field that v1 does not have. */
function labelFor({ at, error }: Finding, crdPath: Path): string {
  return error.field === "spec.version" ? error.field : labelOf(at.path.slice(crdPath.length));
}

/** A text that is demanded may be there, and empty. */
function partOf({ at, part, error }: Finding, document: Json): Finding["part"] {
  if (error.reason !== "FieldValueRequired") return part;
  return typeof followSteps(document, at.path) === "string" ? "value" : part;
}

const longestShownValue = 120;

/** The server's words; without the bad value where that would be a whole schema. */
function faultText({ error, detail }: Finding): string {
  return error.message.length - detail.length > longestShownValue ? detail : error.message;
}

/** Returns the help for a fault, where one sentence fits all cases of it. */
export function adviceFor(code: DiagnosticCode): string | undefined {
  return advice[code];
}

const advice: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "crd/v1beta1":
    "write it as apiextensions.k8s.io/v1, where each version has its own schema and subresources",
  "crd/group-invalid": "use a domain that you own: `stable.example.com`",
  "crd/scope-invalid": "write `Namespaced` or `Cluster`",
  "crd/schema-missing":
    "give the version a `schema.openAPIV3Schema`; `type: object` with `x-kubernetes-preserve-unknown-fields: true` accepts anything",
  "crd/defaults-need-pruning": "set `preserveUnknownFields: false`",
  "crd/version-name-invalid": "call it `v1`, `v1beta1`, `v1alpha1`, …",
  "crd/deprecation-warning-invalid":
    "set `deprecated: true`, and say in one line what to use instead",
  "crd/levels-mixed": "keep it at the top level or in the versions, not in both",
  "crd/versions-identical": "move it to the top level",
  "crd/version-duplicate": "give each version a name of its own",
  "crd/storage-version": "set `storage: true` on one version and `storage: false` on the others",
  "crd/names-missing":
    "write `kind` and `plural`; the server derives singular and listKind from kind",
  "crd/list-kind-is-kind": "leave listKind out: its default is the kind followed by `List`",
  "crd/scale-path": "begin specReplicasPath with `.spec.`, and statusReplicasPath with `.status.`",
  "crd/name-invalid": "use lower-case letters, digits, dashes and dots",
  "crd/names-invalid":
    "use letters, digits and dashes, begin with a letter, and use capitals only in kind and listKind",
  "crd/version-mismatch":
    "leave `version` out: the server takes it from the first entry of `versions`",
  "crd/stored-versions": "list each version in which objects are stored once under `spec.versions`",
  "crd/column-type": "use `string` for every other type",
  "crd/column-format": "leave `format` out, or use one of them",
  "crd/column-incomplete": "give the column `name`, `type` and `jsonPath`",
  "crd/column-path": "begin with a dot: `.spec.replicas`",
  "crd/selectable-field-path": "name a field of the schema outside of metadata: `.spec.color`",
  "crd/selectable-field-type": "choose a field of type string, boolean or integer",
  "crd/selectable-field-duplicate": "remove one of the two",
  "crd/selectable-fields-without-schema": "give the version a schema that has the fields",
  "crd/selectable-fields-too-many": "keep at most eight in each version",
  "crd/conversion-webhook": "give `conversion.webhook.clientConfig` a `service` or a `url`",
  "crd/conversion-strategy": "write `None`, or `Webhook` with a `webhook` beside it",
  "crd/conversion-service":
    "give the service a `name` and a `namespace`; `path` looks like `/convert`, and `port` is from 1 to 65535",
  "crd/conversion-review-versions": "write `conversionReviewVersions: [v1]`",
  "crd/conversion-ca-bundle": "write PEM certificates, encoded as base64",
  "crd/conversion-url": "write `https://host/path`",
  "crd/conversion-unused-webhook": "set `strategy: Webhook`, or remove the webhook",
  "crd/api-approval":
    "use a group of your own, or set the annotation to the URL of the approval, or to `unapproved, <reason>`",
  "crd/preserve-unknown-fields":
    "set `x-kubernetes-preserve-unknown-fields: true` in the schema where unknown fields must be kept",
  "schema/type-missing":
    "add `type`, or `x-kubernetes-int-or-string: true`, or `x-kubernetes-preserve-unknown-fields: true`",
  "schema/type-unknown":
    "use array, boolean, integer, number, object or string; to allow null, set `nullable: true`",
  "schema/not-structural": "remove it: schemas of CRDs do not support it",
  "schema/root-type": "write `type: object`",
  "schema/root-nullable": "remove it: an object is never null",
  "schema/root-keyword":
    "move it below `spec`, write it as a rule in `x-kubernetes-validations`, or remove the status subresource",
  "schema/embedded-resource":
    "use it with `type: object` and `properties` or `x-kubernetes-preserve-unknown-fields: true`, and not in metadata",
  "schema/type-meta-type": "use `string` for apiVersion and kind, and `object` for metadata",
  "schema/keyword-forbidden": "write the schema in full where it is used: CRDs have no references",
  "schema/items-list": "give `items` one schema for all items",
  "schema/items-missing": "add `items` with the schema of one item",
  "schema/unique-items": "set `x-kubernetes-list-type: set`",
  "schema/additional-properties-mixed":
    "keep `properties` for an object with known fields, or `additionalProperties` for a map",
  "schema/additional-properties-at-root": "list the fields under `properties`",
  "schema/preserve-unknown-fields-false": "remove it: fields are pruned unless it is true",
  "schema/set-items-not-atomic":
    "set `x-kubernetes-map-type: atomic` (objects) or `x-kubernetes-list-type: atomic` (lists) on the items",
  "schema/list-type": "use `atomic`, `set` or `map`, and only with `type: array`",
  "schema/map-type": "use `atomic` or `granular`, and only with `type: object`",
  "schema/list-map-keys":
    "name each key field of the items once: items with equal keys count as one item",
  "schema/list-map-items": "give `items` one schema of type object; a list of scalars can be a set",
  "schema/list-map-key-type": "use a key whose values are strings, numbers or booleans",
  "schema/list-map-keys-without-map": "set `x-kubernetes-list-type: map`",
  "schema/list-map-key-optional":
    "list the key under `required` of the items, or give it a default",
  "schema/list-items-nullable": "remove `nullable`",
  "schema/int-or-string-conflict": "keep only `x-kubernetes-int-or-string`",
  "schema/pattern-invalid":
    "write the pattern for RE2, which has no lookaround and no backreferences",
  "schema/metadata-restricted":
    "write `metadata: {type: object}`, with only `name` and `generateName` under its properties",
  "schema/junctor-keyword": "write it outside of allOf, anyOf, oneOf and not",
  "schema/junctor-incomplete": "specify the field outside of allOf, anyOf, oneOf and not as well",
  "schema/default-forbidden": "remove the default",
  "schema/default-unpruned": "remove the fields that the schema does not specify",
  "schema/default-invalid": "give a default that the schema accepts",
  "schema/default-metadata": "give the default valid metadata, or none",
  "schema/rule-incomplete": "write an expression, or remove the field",
  "schema/rule-message": "say in one line what the rule requires",
  "schema/rule-reason": "use one of them, or leave `reason` out for FieldValueInvalid",
  "schema/rule-field-path":
    "begin with a dot and name fields of this schema: `.spec.size`; write quoted names in brackets",
};
