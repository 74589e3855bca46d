// Says on a pull request what it breaks: in one comment, which is found again by its first line.
// A token without the right to write is no fault, as pull requests of forks have none.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { annotate, cut, input, runStep } from "./workflow.js";

const longestBody = 60_000;

function pullRequest() {
  const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, "utf8"));
  return event.pull_request?.number;
}

/** Of this workflow, job and CRDs: others have comments of their own. */
function marker() {
  const parts = [process.env.GITHUB_WORKFLOW, process.env.GITHUB_JOB, input("CRDS")];
  const name = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
  return `<!-- crdgen diff ${name} -->`;
}

function bodyOf(changes) {
  const head = `${marker()}\n`;
  if (changes === "") return `${head}No change of CRDs breaks anybody any more.\n`;
  const heading = "# This pull request breaks users of CRDs\n\n";
  const shown = cut(changes, longestBody, "and more, in the summary of the run").trimEnd();
  return `${head}${heading}${shown}\n${footer}`;
}

const footer =
  "\nA change that is meant is allowed by its code, with the input `diff-ignore` of the action. " +
  "`crdgen explain CODE` says more of it.\n";

/** Only a bot's comment: people can write any first line. */
async function findComment(path) {
  for (let page = 1; page <= 100; page++) {
    const comments = await ask("GET", `${path}?per_page=100&page=${page}`);
    const found = comments.find(
      ({ body, user }) => user?.type === "Bot" && (body ?? "").startsWith(marker()),
    );
    if (found !== undefined || comments.length < 100) return found;
  }
  return undefined;
}

/** An answer of the API that is no good. */
class Refused extends Error {
  constructor(status, method) {
    super(`${method} was answered with ${status}`);
    this.status = status;
  }
}

async function ask(method, path, data) {
  const server = process.env.GITHUB_API_URL ?? "https://api.github.com";
  const answer = await fetch(`${server}/${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${input("TOKEN")}`,
      "content-type": "application/json",
      "user-agent": "crdgen",
      "x-github-api-version": "2022-11-28",
    },
    ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Refused(answer.status, method);
  return answer.json();
}

function wordsFor(error) {
  if (error instanceof Refused && [401, 403, 404].includes(error.status)) {
    return [
      "notice",
      "no comment was written: the token may not (`pull-requests: write` is needed, which pull requests of forks never have); the summary of the run says the same",
    ];
  }
  return [
    "warning",
    `no comment was written: ${error.message}; the summary of the run says the same`,
  ];
}

await runStep(async () => {
  const number = pullRequest();
  if (number === undefined) return;
  const changes = readFileSync(input("CHANGES"), "utf8");
  const issue = `repos/${process.env.GITHUB_REPOSITORY}/issues`;
  try {
    const before = await findComment(`${issue}/${number}/comments`);
    if (before === undefined && changes === "") return;
    const body = bodyOf(changes);
    if (before?.body === body) return;
    if (before === undefined) await ask("POST", `${issue}/${number}/comments`, { body });
    else await ask("PATCH", `${issue}/comments/${before.id}`, { body });
    console.log(before === undefined ? "wrote a comment" : "updated the comment");
  } catch (error) {
    annotate(...wordsFor(error));
  }
});
