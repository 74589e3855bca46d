import type { Cause, Diagnostic } from "../diagnostics/diagnostics.js";
import { Diagnostics, spanOf } from "../diagnostics/diagnostics.js";
import type { SchemaTable } from "../ir/schema-table.js";
import { quote } from "../runtime/v1/go/quote.js";
import { sentWarnings } from "../runtime/v1/sent-warnings.js";
import { crdRulesOf } from "../versions/crd-rules.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { adviceFor } from "./advice.js";
import { checkCrd } from "./crd/check-crd.js";
import { createOptions, v1beta1Options } from "./check-options.js";
import type { DecodedCrd } from "./decode/decode-crd.js";
import { decisiveFault, decodeCrd, decodeErrorMessage } from "./decode/decode-crd.js";
import { reportDecoding } from "./decode/report-decoding.js";
import type { CrdDocument } from "./find-crds.js";
import type { Finding } from "./findings.js";
import { Findings } from "./findings.js";
import type { InternalCrd } from "./internal-crd.js";
import { toInternalCrd } from "./internal-crd.js";
import type { Judges } from "./judges.js";
import { labelOf } from "./label.js";
import { followSteps } from "../source/follow-steps.js";
import { FaultyPlaces } from "./portability/faulty-places.js";
import type { PortabilityCode } from "./portability/portability-code.js";
import { withCoercedDefaults } from "./coerced-defaults.js";
import { checkPortability } from "./portability/portability.js";
import { CleanSchemas } from "./schema/clean-schemas.js";
import { collectWarnings, reportWarnings } from "./schema/schema-warnings.js";

/** How a CRD is judged. */
export interface LintOptions {
  /** The server to answer for. */
  readonly minor: KubernetesMinor;
  readonly judges: Judges;
  /** Shared with what else reads the same CRDs, so that equal schemas are one object. */
  readonly table: SchemaTable;
  /** Portability warnings that are switched off. */
  readonly ignoredPortability: ReadonlySet<PortabilityCode>;
}

/** The answer that an API server would give to the creation of a CRD, and what crdgen has to say. */
export interface LintResult {
  /** HTTP status: 201 created, 400 cannot be decoded, 422 invalid. */
  readonly code: 201 | 400 | 422;
  /** The server's message of an answer 400. */
  readonly message: string | undefined;
  /** `status.details.causes` of an answer 422, in the server's order where it has one. */
  readonly causes: readonly Cause[];
  /** Texts of the server's warnings. */
  readonly warnings: readonly string[];
  /** All of that and more, with places. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Judges one CRD as `POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldValidation=Warn` would. A CRD of
 * v1beta1, which no server takes any more, is judged by the rules of the last servers that did; its faults are
 * diagnostics without a cause.
 */
export function lintCrd(crd: CrdDocument, options: LintOptions): LintResult {
  const diagnostics = new Diagnostics();
  const decoded = decodeCrd(crd, options.minor);
  reportDecoding(crd, decoded, options.minor, diagnostics);
  const fault = decisiveFault(decoded.faults);
  const message = fault === undefined ? undefined : decodeErrorMessage(fault, crd, options.minor);
  if (crd.apiVersion === "v1beta1") {
    return lintV1beta1(crd, decoded, message, options, diagnostics);
  }
  if (message !== undefined) return refused(message, [], diagnostics);
  const unknown = unknownFieldWarnings(decoded);
  if (decoded.tooDeep.length > 0) return answer(422, [], unknown, diagnostics);
  const internal = toInternalCrd(crd, crdRulesOf(options.minor));
  const clean = new CleanSchemas(options.table, decoded.odd);
  const findings = judgeTwice(internal, crd, clean, options);
  reportFindings(findings, crd, "with cause", diagnostics);
  const schemaWarnings = collectWarnings(internal.spec, findings.rules, options.table, clean);
  reportWarnings(schemaWarnings, crd.document, diagnostics);
  reportPortability(crd, internal, { findings, clean, options }, diagnostics);
  const causes = findings.errors;
  // The server warns about schemas only once it has accepted them.
  if (causes.length > 0) return answer(422, causes, unknown, diagnostics);
  const texts = schemaWarnings.map((warning) => warning.text);
  return answer(201, [], [...unknown, ...texts], diagnostics);
}

function lintV1beta1(
  crd: CrdDocument,
  decoded: DecodedCrd,
  decodeError: string | undefined,
  options: LintOptions,
  diagnostics: Diagnostics,
): LintResult {
  const versionError =
    "the API version in the data (apiextensions.k8s.io/v1beta1) does not match the expected API version (apiextensions.k8s.io/v1)";
  const apiVersionPlace = { document: crd.document, path: [...crd.path, "apiVersion"] };
  diagnostics.report(
    "crd/v1beta1",
    { ...apiVersionPlace, part: "value" },
    {},
    adviceFor("crd/v1beta1"),
  );
  if (decoded.faults.length === 0 && decoded.tooDeep.length === 0) {
    const internal = toInternalCrd(crd, crdRulesOf(options.minor));
    const clean = new CleanSchemas(options.table, decoded.odd);
    const findings = judge(internal, crd, clean, options);
    reportFindings(findings, crd, "without cause", diagnostics);
    reportPortability(crd, internal, { findings, clean, options }, diagnostics);
  }
  if (decodeError !== undefined) return refused(decodeError, [], diagnostics);
  return refused(versionError, unknownFieldWarnings(decoded), diagnostics);
}

/** What messages show of defaults that the server coerces is found by judging the CRD as coercion leaves it. */
function judgeTwice(
  internal: InternalCrd,
  crd: CrdDocument,
  clean: CleanSchemas,
  options: LintOptions,
): Findings {
  const findings = judge(internal, crd, clean, options);
  if (findings.coerced.length === 0 || findings.errors.length === 0) return findings;
  const coerced = { ...crd, value: withCoercedDefaults(crd, internal, findings.coerced) };
  const { odd } = decodeCrd(coerced, options.minor);
  const again = toInternalCrd(coerced, crdRulesOf(options.minor));
  return judge(again, coerced, new CleanSchemas(options.table, odd), options);
}

function judge(
  internal: InternalCrd,
  crd: CrdDocument,
  clean: CleanSchemas,
  options: LintOptions,
): Findings {
  const isV1 = crd.apiVersion === "v1";
  const findings = new Findings(crdRulesOf(options.minor));
  const check = {
    options: isV1 ? createOptions : v1beta1Options,
    findings,
    judges: options.judges,
    table: options.table,
    clean,
    document: crd.document,
  };
  checkCrd(internal, check);
  return findings;
}

interface Judged {
  readonly findings: Findings;
  readonly clean: CleanSchemas;
  readonly options: LintOptions;
}

function reportPortability(
  crd: CrdDocument,
  internal: InternalCrd,
  { findings, clean, options }: Judged,
  diagnostics: Diagnostics,
): void {
  const { table, ignoredPortability: ignored } = options;
  const faults = new FaultyPlaces(findings.list.map(({ node }) => node.path));
  checkPortability(crd, internal, { ignored, table, clean, faults }, diagnostics);
}

function refused(
  message: string,
  warnings: readonly string[],
  diagnostics: Diagnostics,
): LintResult {
  const sent = sentWarnings(warnings);
  return { code: 400, message, causes: [], warnings: sent, diagnostics: diagnostics.list };
}

function answer(
  code: 201 | 422,
  causes: readonly Cause[],
  warnings: readonly string[],
  diagnostics: Diagnostics,
): LintResult {
  const sent = sentWarnings(warnings);
  return { code, message: undefined, causes, warnings: sent, diagnostics: diagnostics.list };
}

/** The server tells each once, and 100 at most (`sigs.k8s.io/json`). */
function unknownFieldWarnings(decoded: DecodedCrd): string[] {
  const paths = decoded.unknownFields
    .map((unknown) => unknown.serverPath)
    .filter((path) => path !== undefined);
  return [...new Set(paths)].slice(0, 100).map((path) => `unknown field ${quote(path)}`);
}

function reportFindings(
  findings: Findings,
  crd: CrdDocument,
  causes: "with cause" | "without cause",
  diagnostics: Diagnostics,
): void {
  for (const found of findings.all) {
    if ("report" in found) found.report(diagnostics);
    else reportFinding(found, crd, causes, diagnostics);
  }
}

function reportFinding(
  finding: Finding,
  crd: CrdDocument,
  causes: "with cause" | "without cause",
  diagnostics: Diagnostics,
): void {
  const path = finding.at.path;
  diagnostics.report(
    finding.code,
    { document: crd.document, path, part: partOf(finding, crd) },
    { at: labelFor(finding, crd), fault: faultText(finding) },
    {
      help: finding.help ?? adviceFor(finding.code).help,
      cause: causes === "with cause" ? finding.error : undefined,
      related: finding.related.map(({ message, at }) => ({
        message,
        span: spanOf({ document: crd.document, path: at.path, part: "value" }),
      })),
    },
  );
}

/** The server names the first version twice, once in a field that v1 does not have. */
function labelFor({ at, error }: Finding, crd: CrdDocument): string {
  return error.field === "spec.version" ? error.field : labelOf(at.path.slice(crd.path.length));
}

/** A text that is demanded may be there, and empty. */
function partOf({ at, part, error }: Finding, { document }: CrdDocument): Finding["part"] {
  if (error.reason !== "FieldValueRequired") return part;
  return typeof followSteps(document.value, at.path) === "string" ? "value" : part;
}

const longestShownValue = 120;

/** The server's words; without the bad value where that would be a whole schema. */
function faultText({ error, detail }: Finding): string {
  return error.message.length - detail.length > longestShownValue ? detail : error.message;
}
