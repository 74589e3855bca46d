import { errorText } from "../../client/error-text.js";
import { withoutSecrets } from "../../operators/log/secrets.js";
import type { PlainAnswer } from "./answers.js";
import { pageNotFound, textAnswer } from "./answers.js";

/**
 * Tells what is wrong, in words; nothing = all is well. What it throws is wrong too. It should
 * answer within a second, as long as a kubelet waits.
 */
export type HealthCheck = () => unknown;

/** Checks by their names. */
export type HealthChecks = ReadonlyMap<string, HealthCheck>;

/**
 * Answers `/readyz` and what is below, in controller-runtime's words (`pkg/healthz/healthz.go`):
 * `?verbose` lists the checks, `?exclude=NAME` leaves one out, `/readyz/NAME` asks a single one and
 * says why it fails.
 */
export async function answerProbe(
  checks: HealthChecks,
  name: string,
  query: URLSearchParams,
): Promise<PlainAnswer> {
  const all: HealthChecks = checks.size > 0 ? checks : new Map([["ping", allIsWell]]);
  if (name === "") return answerAll(all, query);
  const check = all.get(name);
  if (check === undefined) return pageNotFound();
  const fault = await faultOf(check);
  return fault === undefined
    ? textAnswer(200, "ok")
    : textAnswer(500, `internal server error: ${fault}\n`);
}

async function answerAll(checks: HealthChecks, query: URLSearchParams): Promise<PlainAnswer> {
  const excluded = new Set(query.getAll("exclude"));
  const names = [...checks.keys()].sort();
  const lines = await Promise.all(
    names.map(async (name) => {
      if (excluded.delete(name)) return `[+]${name} excluded: ok\n`;
      const fault = await faultOf(checks.get(name) ?? allIsWell);
      // Whoever may reach the port reads this.
      return fault === undefined ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`;
    }),
  );
  const hasFailed = lines.some((line) => line.startsWith("[-]"));
  if (!hasFailed && !query.has("verbose")) return textAnswer(200, "ok");
  if (excluded.size > 0) {
    const unknown = [...excluded].map((name) => JSON.stringify(name)).join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown}\n`);
  }
  lines.push(`healthz check ${hasFailed ? "failed" : "passed"}\n`);
  return textAnswer(hasFailed ? 500 : 200, lines.join(""));
}

async function faultOf(check: HealthCheck): Promise<string | undefined> {
  try {
    const fault = await check();
    if (fault === undefined || fault === null || fault === true || fault === "") return undefined;
    return typeof fault === "string" ? withoutSecrets(fault) : "the check failed";
  } catch (error) {
    return withoutSecrets(errorText(error));
  }
}

function allIsWell(): void {
  // Nobody has said what could be wrong.
}
