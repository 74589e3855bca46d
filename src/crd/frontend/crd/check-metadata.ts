import { inWords } from "../../../runtime/v1/values/dialect.js";
import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../../runtime/v1/values/field-error.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { withoutKeys } from "../../../runtime/v1/values/json/raw-fields.js";
import { decodeObjectMeta, MetaFault } from "../../../runtime/v1/values/metadata/decode.js";
import {
  metadataErrors,
  metadataUpdateErrors,
  updatedMetadata,
} from "../../../runtime/v1/values/metadata/resource-metadata.js";
import type { NameRule } from "../../../runtime/v1/values/metadata/rules.js";
import { pathSegmentNames } from "../../../runtime/v1/values/metadata/rules.js";
import {
  mergeMetadataErrors,
  validateObjectMeta,
} from "../../../runtime/v1/values/metadata/validate.js";
import { generateNameFaults, subdomainFaults } from "../../../runtime/v1/values/names.js";
import { dialectOf } from "../../../runtime/versions/dialects.js";
import type {
  FieldPath,
  FindingExtra,
  Findings,
  RelatedPlace,
  RuleCode,
} from "../findings/findings.js";
import type { ShownEntry } from "../findings/shown-values.js";
import { adviceForPlaceholder, shownEntries, shownText } from "../findings/shown-values.js";
import type { InternalCrd } from "../internal/internal-crd.js";

const mismatch = 'must be spec.names.plural+"."+spec.group';

/**
 * Metadata of a CRD, which is cluster-scoped and called after its resource
 * (`ValidateCustomResourceDefinition`). One with `generateName` alone gets a random name, which is
 * never the right one; it is judged by the name it lacks.
 */
export function checkMetadata(crd: InternalCrd, findings: Findings): void {
  const decoded = decodeObjectMeta(metadataToJudge(crd.metadata));
  if (decoded instanceof MetaFault) return; // told when the CRD was decoded
  const { names, group } = crd.spec;
  const expected = `${names.plural}.${group}`;
  const dialect = dialectOf(findings.rules.minor);
  const rules = { namespaced: false, names: crdNames(expected) };
  const mismatchExtra =
    names.plural === "" || group === "" ? incompleteName : wholeName(crd, expected);
  const newest = validateObjectMeta(decoded.metadata, "metadata", rules);
  const errors = inWords(newest, dialect.words?.ofMetadata);
  for (const error of mergeMetadataErrors(errors, dialect)) {
    const isMismatch = error.message.endsWith(mismatch);
    report(error, isMismatch ? mismatchExtra : helpFor(error), crd, findings);
  }
}

/**
 * Metadata of a CRD that replaces `old`, and what may change of it. The server looks at most of it
 * two or three times, and tells each fault as often (apiserver `registry/rest/update.go`,
 * `ValidateCustomResourceDefinitionUpdate`).
 */
export function checkMetadataUpdate(crd: InternalCrd, old: InternalCrd, findings: Findings): void {
  const decoded = decodeObjectMeta(metadataToJudge(crd.metadata));
  const before = decodeObjectMeta(old.metadata);
  if (decoded instanceof MetaFault || before instanceof MetaFault) return;
  const dialect = dialectOf(findings.rules.minor);
  const metadata = updatedMetadata(decoded.metadata, before.metadata, false, "");
  const inOlder = dialect.words?.ofMetadata;
  const changes = inWords(metadataUpdateErrors(metadata, before.metadata), inOlder);
  const told = new Set<string>();
  for (const error of [
    ...inWords(metadataErrors(metadata, false, pathSegmentNames), inOlder),
    ...changes,
    ...mergeMetadataErrors(changes, dialect),
  ]) {
    const text = fieldErrorText(error);
    if (told.has(text)) findings.repeated(error);
    else report(error, helpFor(error), crd, findings);
    told.add(text);
  }
}

function report(
  error: FieldError,
  extra: FindingExtra,
  { metadata, at }: InternalCrd,
  findings: Findings,
): void {
  const place = placeOf(error, metadata, at.child("metadata"));
  findings.error(codeOf(error), place.at, error, { ...extra, ...place });
}

/** Returns the help for a name that is not made of these two. */
function wholeName({ spec }: InternalCrd, expected: string): FindingExtra {
  const related = [
    { message: "the plural", at: spec.names.at.child("plural") },
    { message: "the group", at: spec.at.child("group") },
  ];
  // A plural with capitals is refused itself.
  return { help: `write \`name: ${expected.toLowerCase()}\``, related };
}

/** The parts that are missing are reported themselves. */
const incompleteName: FindingExtra = {
  help: "give `spec.names.plural` and `spec.group`: the name is `<plural>.<group>`",
};

/**
 * The server clears the namespace of what has none, counts generations itself, and computes managed
 * fields anew.
 */
function metadataToJudge(metadata: JsonObject): JsonObject {
  return withoutKeys(metadata, "namespace", "generation", "managedFields");
}

function helpFor({ field, message }: FieldError): FindingExtra {
  const help =
    adviceForPlaceholder(shownText(message)) ??
    advice.find(([start]) => field.startsWith(`metadata.${start}`))?.[1];
  return { help };
}

/** The help for each part of metadata. */
const advice: readonly (readonly [part: string, help: string])[] = [
  [
    "labels",
    "a key is `name` or `domain/name`; a value has at most 63 letters, digits, dashes, dots and underscores",
  ],
  [
    "annotations",
    "a key is `name` or `domain/name`; all annotations together have at most 256 KiB",
  ],
  ["finalizers", "write `domain/name`"],
  [
    "ownerReferences",
    "give each owner apiVersion, kind, name and uid; at most one owner may be the controller",
  ],
  ["generateName", "give the CRD its name: `<plural>.<group>`"],
];

/** The name of the resource is demanded of prefixes too, so that `generateName` is never right. */
function crdNames(expected: string): NameRule {
  const andExpected = (name: string, faults: readonly string[]): readonly string[] =>
    name === expected ? faults : [...faults, mismatch];
  return {
    name: (name) => andExpected(name, subdomainFaults(name)),
    prefix: (prefix) => andExpected(prefix, generateNameFaults(prefix)),
  };
}

function codeOf({ field, message }: FieldError): RuleCode {
  if (message.endsWith(mismatch)) return "crd/name-mismatch";
  return field === "metadata.name" ? "crd/name-invalid" : "crd/metadata-invalid";
}

/**
 * The part of metadata concerned: the way that the server names, and the label, annotation or
 * finalizer where the message shows which.
 */
function placeOf(
  { field, message }: FieldError,
  metadata: JsonObject,
  at: FieldPath,
): MetadataPlace {
  const [, part, rest = ""] = /^metadata\.(\w+)(.*)/.exec(field) ?? [];
  if (part === undefined) return { at, part: "value" };
  if (rest !== "") {
    return { at: at.child(part).marking(...stepsOf(rest)), part: "value" };
  }
  const [entry, ...others] = shownEntries(field, metadata[part], message);
  if (entry === undefined) return { at: at.child(part), part: "value" };
  const entryAt = ({ step }: ShownEntry): FieldPath => at.child(part).marking(step);
  const related = others.map((other) => ({ message: "and here", at: entryAt(other) }));
  return { at: entryAt(entry), part: entry.part, related };
}

interface MetadataPlace {
  readonly at: FieldPath;
  readonly part: "key" | "value";
  readonly related?: readonly RelatedPlace[];
}

/** The steps of `[0].apiVersion`. */
function stepsOf(path: string): (string | number)[] {
  const steps = path.matchAll(/\.(\w+)|\[(\d+)\]/g);
  return Array.from(steps, ([, name, index]) => name ?? Number(index));
}
