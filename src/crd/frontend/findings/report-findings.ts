import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { spanOf } from "../../diagnostics/diagnostics.js";
import type { Path } from "../../source/document.js";
import { followSteps } from "../../source/follow-steps.js";
import type { CrdDocument } from "../find-crds.js";
import { adviceFor } from "./advice.js";
import type { Finding, Findings } from "./findings.js";
import { isFinding } from "./findings.js";
import { labelOf } from "./label.js";

/**
 * Whether the server would send a cause for each: of a CRD that it does not even read it sends
 * none.
 */
export type Causes = "with cause" | "without cause";

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
