import { printable } from "../../crd/diagnostics/render/printable.js";
import type { PlacedFinding } from "./content.js";
import { identitiesOf, reportedPath } from "./identity.js";

/** GitLab has five, of which `critical` and `blocker` are for what harms in production. */
const severities = { error: "major", warning: "minor", notice: "info" } as const;

/**
 * A report of code quality, as GitLab reads it from `artifacts:reports:codequality`. Each finding
 * must have a file and a line: those without a file are at the folder, and those without a line at
 * the first.
 */
export function renderGitlab(findings: readonly PlacedFinding[]): string {
  const identities = identitiesOf(findings);
  const issues = findings.map((finding, index) => {
    const { hash = "", number = 1 } = identities[index] ?? {};
    return {
      description: descriptionOf(finding),
      check_name: finding.code,
      // GitLab shows one of those that share it.
      fingerprint: number === 1 ? hash : `${hash}-${number}`,
      severity: severities[finding.severity],
      location: {
        path: finding.source === undefined ? "." : reportedPath(finding.source),
        lines: { begin: finding.start?.line ?? 1 },
      },
    };
  });
  return `${printable(JSON.stringify(issues, undefined, 2))}\n`;
}

function descriptionOf({ message, help, related }: PlacedFinding): string {
  const places = related.map(
    ({ message: what, source, start }) => `${what}: ${reportedPath(source)}:${start.line}`,
  );
  return [message, ...places, ...(help === undefined ? [] : [`help: ${help}`])].join("; ");
}
