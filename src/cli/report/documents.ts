import type { Host } from "../host.js";
import { readCodes } from "./code-pages.js";
import type { ReportContent } from "./content.js";
import { findingsOf } from "./content.js";
import { renderGitlab } from "./gitlab.js";
import { renderJunit } from "./junit.js";
import type { DocumentFormat } from "./options.js";
import { renderSarif } from "./sarif.js";

/** Prints one document with all that a run has to say. */
export async function printDocument(
  content: ReportContent,
  format: DocumentFormat,
  host: Host,
): Promise<void> {
  switch (format) {
    case "sarif": {
      const codes = findingsOf(content).map(({ code }) => code);
      host.print(renderSarif(content, await readCodes(codes, host)));
      return;
    }
    case "junit":
      host.print(renderJunit(content));
      return;
    case "gitlab":
      host.print(renderGitlab(content));
  }
}
