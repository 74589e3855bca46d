import { sentWarnings } from "../../runtime/v1/admission/strict-errors.js";
import type { VersionConflict } from "../../runtime/v1/admission/write-conflict.js";
import { uidFault, versionConflict } from "../../runtime/v1/admission/write-conflict.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { objectAt, textAt } from "../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { crdRulesOf } from "../../runtime/versions/crd-rules.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import type { Cause, Diagnostic, Place } from "../diagnostics/diagnostics.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { SchemaTable } from "../ir/schema-table.js";
import type { Judges } from "./check-options.js";
import { createOptions, v1beta1Options } from "./check-options.js";
import type { StoredCrd } from "./crd/check-crd-update.js";
import { checkCrdUpdate } from "./crd/check-crd-update.js";
import { checkAcceptedNames, checkCrd } from "./crd/check-crd.js";
import { checkMetadataUpdate } from "./crd/check-metadata.js";
import type { DecodedCrd } from "./decode/decode-crd.js";
import { decodeCrd } from "./decode/decode-crd.js";
import type { DecodeError } from "./decode/report-decoding.js";
import { decodeErrorOf, reportDecoding } from "./decode/report-decoding.js";
import type { CrdDocument } from "./find-crds.js";
import { Findings } from "./findings/findings.js";
import type { NewerServerAdvice } from "./findings/help.js";
import { adviceFor, reportFindings } from "./findings/report-findings.js";
import type { InternalCrd } from "./internal/internal-crd.js";
import {
  readInternalCrd,
  toInternalCrd,
  toReplacement,
  toStoredCrd,
  withCoercedDefaults,
} from "./internal/read-internal-crd.js";
import { checkPortability } from "./portability/portability.js";
import type { PortabilityCode } from "./portability/warnings.js";
import { FaultyPlaces } from "./portability/warnings.js";
import type { ValidationCheck } from "./schema/check-validation.js";
import { CleanSchemas } from "./schema/raw-schema.js";
import type { SchemaWarning } from "./schema/schema-warnings.js";
import { collectWarnings, reportWarnings } from "./schema/schema-warnings.js";

/** How a CRD is judged. */
export interface LintOptions {
  /** The server to answer for. */
  readonly minor: KubernetesMinor;
  /**
   * The oldest server that the CRD has to work on, at most `minor`: portability warnings are about
   * those from it on.
   */
  readonly minimum: KubernetesMinor;
  readonly judges: Judges;
  /** Shared with what else reads the same CRDs, so that equal schemas are one object. */
  readonly table: SchemaTable;
  /** Portability warnings that are switched off. */
  readonly ignoredPortability: ReadonlySet<PortabilityCode>;
  /** Returns the help where only newer servers know a feature. */
  readonly adviseNewer?: NewerServerAdvice | undefined;
}

/**
 * The answer that an API server would give to a CRD that is written, and what crdgen has to say.
 */
export interface LintResult {
  /** It replaces a stored CRD. */
  readonly isUpdate: boolean;
  /**
   * HTTP status: 200 replaced, 201 created, 400 cannot be decoded, 409 in conflict with the stored
   * one, 422 invalid, 500 of a resourceVersion that is none.
   */
  readonly code: 200 | 201 | 400 | 409 | 422 | 500;
  /** The server's message of an answer 400. */
  readonly message: string | undefined;
  /** The part of that message that names the fault of a CRD that cannot be decoded. */
  readonly decodeFault?: string;
  /** `status.details.causes` of an answer 422, in the server's order where it has one. */
  readonly causes: readonly Cause[];
  /** Texts of the server's warnings. */
  readonly warnings: readonly string[];
  /** All of that and more, with places. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Judges one CRD as
 * `POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldValidation=Warn` would, or, if
 * there is an `old` one of its name, as `PUT` would. As kubectl does, a CRD without a
 * resourceVersion takes that of `old`. A CRD of v1beta1, which no server takes any more, is judged
 * by the rules of the last servers that did; its faults are diagnostics without a cause.
 */
export function lintCrd(crd: CrdDocument, options: LintOptions, old?: CrdDocument): LintResult {
  const diagnostics = new Diagnostics();
  const decoded = decodeCrd(crd, options.minor);
  reportDecoding(crd, decoded, options.minor, diagnostics);
  const stored = old && readStored(old, options, diagnostics);
  const answerTo = crd.apiVersion === "v1" ? answerToV1 : answerToV1beta1;
  const answer = answerTo({ crd, decoded, stored }, options, diagnostics);
  const warnings = sentWarnings(answer.warnings);
  return { isUpdate: stored !== undefined, ...answer, warnings, diagnostics: diagnostics.list };
}

/** The server's answer; its warnings are not cut to length yet. */
type Answer = Omit<LintResult, "diagnostics" | "isUpdate">;

/** A CRD that is written, and the one that it replaces. */
interface CrdWrite {
  readonly crd: CrdDocument;
  readonly decoded: DecodedCrd;
  readonly stored: StoredCrd | undefined;
}

/** The CRD that is replaced; undefined, with diagnostics, where no server can have it. */
function readStored(
  old: CrdDocument,
  { minor, table }: LintOptions,
  diagnostics: Diagnostics,
): StoredCrd | undefined {
  const decoded = decodeCrd(old, minor);
  const { faults, tooDeep, odd } = decoded;
  if (faults.length + tooDeep.length > 0) {
    // What the server would drop of it, it has dropped already.
    reportDecoding(old, { ...decoded, unknownFields: [] }, minor, diagnostics);
    return undefined;
  }
  return {
    crd: toStoredCrd({ crd: old, odd }, crdRulesOf(minor)),
    clean: new CleanSchemas(table, odd),
  };
}

function answerToV1(write: CrdWrite, options: LintOptions, diagnostics: Diagnostics): Answer {
  const { crd, decoded, stored } = write;
  const decodeError = decodeErrorOf(decoded.faults, crd, options.minor);
  if (decodeError !== undefined) return undecoded(decodeError);
  const unknown = unknownFieldWarnings(decoded);
  if (decoded.tooDeep.length > 0) return invalid([], unknown);
  const conflict = stored && findConflict(crd, stored.crd.metadata, options.minor);
  if (conflict !== undefined) {
    const causes = reportConflict(crd, conflict, diagnostics);
    return { code: conflict.code, message: undefined, causes, warnings: unknown };
  }
  const judged = judgeWithCoercion(write, options);
  const { findings } = judged;
  reportFindings(findings, crd, "with cause", diagnostics);
  const schemaWarnings = newWarnings(judged, stored, options);
  reportWarnings(schemaWarnings, crd.document, diagnostics);
  reportPortability(write, judged, options, diagnostics);
  const causes = findings.errors;
  // The server warns about schemas only once it has accepted them.
  if (causes.length > 0) return invalid(causes, unknown);
  const warnings = [...unknown, ...schemaWarnings.map(({ text }) => text)];
  return { code: stored === undefined ? 201 : 200, message: undefined, causes: [], warnings };
}

/**
 * Returns the server's warnings; on update only those that it did not give before (`strategy.go`,
 * `WarningsOnUpdate`).
 */
function newWarnings(
  { internal, findings, clean }: JudgedCrd,
  stored: StoredCrd | undefined,
  { table }: LintOptions,
): readonly SchemaWarning[] {
  const { rules } = findings;
  const warnings = collectWarnings(internal.spec, rules, table, clean);
  if (stored === undefined || warnings.length === 0) return warnings;
  const before = collectWarnings(stored.crd.spec, rules, table, stored.clean);
  const known = new Set(before.map(({ text }) => text));
  return warnings.filter(({ text }) => !known.has(text));
}

function answerToV1beta1(write: CrdWrite, options: LintOptions, diagnostics: Diagnostics): Answer {
  const { crd, decoded } = write;
  const place: Place = { document: crd.document, path: [...crd.path, "apiVersion"], part: "value" };
  diagnostics.report("crd/v1beta1", place, {}, { help: adviceFor("crd/v1beta1") });
  if (decoded.faults.length === 0 && decoded.tooDeep.length === 0) {
    const judged = judge(write, options);
    reportFindings(judged.findings, crd, "without cause", diagnostics);
    reportPortability(write, judged, options, diagnostics);
  }
  const decodeError = decodeErrorOf(decoded.faults, crd, options.minor);
  if (decodeError !== undefined) return undecoded(decodeError);
  return badRequest(wrongVersion, unknownFieldWarnings(decoded));
}

const wrongVersion =
  "the API version in the data (apiextensions.k8s.io/v1beta1) does not match the expected API version (apiextensions.k8s.io/v1)";

function undecoded({ fault, message }: DecodeError): Answer & { readonly code: 400 } {
  return { ...badRequest(message, []), decodeFault: fault };
}

function badRequest(message: string, warnings: readonly string[]): Answer & { readonly code: 400 } {
  return { code: 400, message, causes: [], warnings };
}

function invalid(causes: readonly Cause[], warnings: readonly string[]): Answer {
  return { code: 422, message: undefined, causes, warnings };
}

/** A CRD in the form in which the server validates it, and what is wrong with it. */
interface JudgedCrd {
  readonly internal: InternalCrd;
  readonly clean: CleanSchemas;
  readonly findings: Findings;
}

/**
 * The server's messages show defaults as coercion leaves them: a CRD with such defaults is judged
 * once more with those.
 */
function judgeWithCoercion(write: CrdWrite, options: LintOptions): JudgedCrd {
  const judged = judge(write, options);
  const { crd } = write;
  const { internal, findings } = judged;
  if (findings.coerced.length === 0 || findings.errors.length === 0) return judged;
  const coerced = { ...crd, value: withCoercedDefaults(crd, internal, findings.coerced) };
  const decoded = decodeCrd(coerced, options.minor);
  const again = judge({ ...write, crd: coerced, decoded }, options);
  return { ...judged, findings: again.findings };
}

function judge({ crd, decoded, stored }: CrdWrite, options: LintOptions): JudgedCrd {
  const { minor, judges, table } = options;
  const rules = crdRulesOf(minor);
  const { odd } = decoded;
  const clean = new CleanSchemas(table, odd);
  const findings = new Findings(rules);
  const check: ValidationCheck = {
    options: crd.apiVersion === "v1" ? createOptions : v1beta1Options,
    findings,
    judges,
    table,
    clean,
    document: crd.document,
  };
  if (stored === undefined) {
    const internal = toInternalCrd({ crd, odd }, rules);
    checkCrd(internal, check);
    return { internal, clean, findings };
  }
  const internal = toReplacement({ crd, odd }, stored.crd, rules);
  checkCrdUpdate(internal, stored, check);
  return { internal, clean, findings };
}

/** Of the CRD as it is written: what this server drops is what there is to be said. */
function reportPortability(
  { crd, decoded: { odd } }: CrdWrite,
  { internal, clean, findings }: JudgedCrd,
  { minimum, table, ignoredPortability: ignored, adviseNewer }: LintOptions,
  diagnostics: Diagnostics,
): void {
  const isWhole = findings.rules.droppedFields.size === 0;
  const written = isWhole ? internal : toInternalCrd({ crd, odd }, crdRulesOf(newestMinor));
  const faults = new FaultyPlaces(findings.ofFrontEnd().map(({ node }) => node.path));
  const check = { ignored, minimum, adviseNewer, table, clean, faults };
  checkPortability(crd, written, check, diagnostics);
}

/** The server tells each once, and 100 at most (`sigs.k8s.io/json`). */
function unknownFieldWarnings(decoded: DecodedCrd): readonly string[] {
  const paths = decoded.unknownFields
    .map((unknown) => unknown.serverPath)
    .filter((path) => path !== undefined);
  return [...new Set(paths)].slice(0, 100).map((path) => `unknown field ${quote(path)}`);
}

/**
 * Why the store does not even look at a CRD: by this field it was made from another one than is
 * stored.
 */
type Conflict = VersionConflict & { readonly field: "uid" | "resourceVersion" };

/**
 * Finds out whether a CRD is of another age or another life than the stored one, whose metadata is
 * `old`. What one of them does not say cannot differ.
 */
function findConflict(
  crd: CrdDocument,
  old: JsonObject,
  minor: KubernetesMinor,
): Conflict | undefined {
  const metadata = objectAt(crd.value, "metadata") ?? {};
  const fault = uidFault(metadata, old);
  if (fault !== undefined) return { field: "uid", code: 409, fault };
  if (textAt(metadata, "resourceVersion") === "") return undefined;
  const found = versionConflict(metadata, old);
  if (found?.code !== 422) return found && { field: "resourceVersion", ...found };
  const error = dialectOf(minor).words?.ofMetadata(found.error) ?? found.error;
  return { field: "resourceVersion", code: 422, error };
}

/** Tells of a conflict at its field; gives the causes that the server sends. */
function reportConflict(
  { document, path }: CrdDocument,
  conflict: Conflict,
  diagnostics: Diagnostics,
): readonly Cause[] {
  const { field } = conflict;
  const at = `metadata.${field}`;
  const place = { document, path: [...path, "metadata", field], part: "value" } as const;
  const help = `leave \`${field}\` out, or use the value of the stored CRD`;
  const cause = conflict.code === 422 ? conflict.error : undefined;
  const fault = conflict.code === 422 ? conflict.error.message : conflict.fault;
  diagnostics.report("crd/conflict", place, { at, fault }, { help, cause });
  return cause === undefined ? [] : [cause];
}

/** The server's answer to a write of a CRD's status. */
type StatusVerdict = Omit<Answer, "code"> & { readonly code: 200 | 400 | 422 };

/**
 * Judges what is written to `/status` of a CRD, as one that replaces the stored `old` one: how it
 * can be decoded, its metadata, and the names that it accepts
 * (`ValidateUpdateCustomResourceDefinitionStatus`). The spec is decoded, and ignored.
 */
export function lintCrdStatus(
  crd: CrdDocument,
  old: JsonObject,
  minor: KubernetesMinor,
): StatusVerdict {
  const decoded = decodeCrd(crd, minor);
  const error = decodeErrorOf(decoded.faults, crd, minor);
  if (error !== undefined) return undecoded(error);
  const warnings = sentWarnings(unknownFieldWarnings(decoded));
  const findings = new Findings(crdRulesOf(minor));
  const written = withoutSpec(crd.value);
  checkMetadataUpdate(written, withoutSpec(old), findings);
  checkAcceptedNames(written, findings);
  const causes = findings.errors;
  const code = causes.length > 0 ? 422 : 200;
  return { code, message: undefined, causes, warnings };
}

function withoutSpec(value: JsonObject): InternalCrd {
  const [metadata, status] = [objectAt(value, "metadata"), objectAt(value, "status")];
  return readInternalCrd({ metadata: metadata ?? {}, status: status ?? {} });
}
