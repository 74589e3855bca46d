import type { Host } from "../host.js";
import { readCodes } from "./code-pages.js";
import type { PlacedFinding, ReportContent } from "./content.js";
import { findingsOf } from "./content.js";
import { renderGitlab } from "./gitlab.js";
import { renderJunit } from "./junit.js";
import type { DocumentFormat } from "./options.js";
import { renderSarif } from "./sarif.js";
import { selectShown } from "./select-shown.js";

/**
 * Prints one document with all that a run has to say; `most` says how many findings that are. JUnit
 * has them all: a case without its errors would pass.
 */
export async function printDocument(
  content: ReportContent,
  format: DocumentFormat,
  host: Host,
  most = Infinity,
): Promise<void> {
  switch (format) {
    case "sarif": {
      const findings = firstOf(content, most);
      const codes = findings.map(({ code }) => code);
      host.print(renderSarif(content, findings, await readCodes(codes, host)));
      return;
    }
    case "junit":
      host.print(renderJunit(content));
      return;
    case "gitlab":
      host.print(renderGitlab(firstOf(content, most)));
  }
}

function firstOf(content: ReportContent, most: number): readonly PlacedFinding[] {
  const { shown } = selectShown(findingsOf(content), most, ({ subject, source, severity }) => ({
    group: subject === "" ? (source ?? "") : subject,
    isGrave: severity === "error",
  }));
  return shown;
}
