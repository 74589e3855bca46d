import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { writeBelow } from "./cli.js";

const root = join(import.meta.dirname, "../..");

/** A CRD that is good. */
export const goodCrd: string = readFileSync(
  join(root, "generated-samples/crontab/crd.yaml"),
  "utf8",
);

/** An object of it that is good. */
export const goodObject = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: nightly
spec:
  cronSpec: "0 3 * * *"
  image: example.com/backup
`;

/** Paths and texts; `undefined` removes a file. */
export type Files = Readonly<Record<string, string | undefined>>;

/** What GitHub sets for the steps of a pull request, and the checkout. */
export interface PullRequest {
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A pull request as `actions/checkout` leaves it: the last commit alone, which merges the branch
 * into its target.
 *
 * @param folder an empty folder
 * @param before the files of the target
 * @param changes what the pull request changes
 */
export function openPullRequest(
  folder: string,
  before: Files,
  changes: Files,
  branch = "change",
): PullRequest {
  const origin = join(folder, "origin");
  mkdirSync(origin);
  const git = gitIn(origin);
  git("init", "--quiet", "--initial-branch=main");
  git("config", "uploadpack.allowReachableSHA1InWant", "true");
  commit(origin, before, "before");
  git("switch", "--quiet", "--create", branch);
  commit(origin, changes, "change");
  git("switch", "--quiet", "main");
  git("merge", "--quiet", "--no-ff", "--message", "merge", branch);
  const merge = git("rev-parse", "HEAD");
  const base = git("rev-parse", "HEAD^1");
  git("update-ref", "refs/pull/7/merge", merge);
  git("reset", "--quiet", "--hard", base);
  const workspace = join(folder, "the team's checkout");
  mkdirSync(workspace);
  checkOut(workspace, origin);
  const event = join(folder, "event.json");
  const pullRequest = { number: 7, base: { sha: base, ref: "main" }, head: { ref: branch } };
  writeFileSync(event, JSON.stringify({ pull_request: pullRequest }));
  return {
    workspace,
    environment: {
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: event,
      GITHUB_REF: "refs/pull/7/merge",
      GITHUB_SHA: merge,
      GITHUB_BASE_REF: "main",
      GITHUB_HEAD_REF: branch,
    },
  };
}

function checkOut(workspace: string, origin: string): void {
  const git = gitIn(workspace);
  git("init", "--quiet");
  git("remote", "add", "origin", `file://${encodeURI(origin)}`);
  git("fetch", "--quiet", "--depth=1", "origin", "+refs/pull/7/merge:refs/remotes/pull/7/merge");
  git("checkout", "--quiet", "--detach", "refs/remotes/pull/7/merge");
  mkdirSync(join(workspace, "node_modules"));
  symlinkSync(root, join(workspace, "node_modules/crdgen"));
}

function commit(folder: string, files: Files, message: string): void {
  const git = gitIn(folder);
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) git("rm", "--quiet", "--", path);
    else writeBelow(folder, path, text);
  }
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", message);
}

function gitIn(folder: string): (...args: readonly string[]) => string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return (...args) =>
    execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

/** A comment of a pull request, as GitHub's API has it. */
export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: "Bot" | "User" };
}

/** Comments of one pull request, behind the addresses of GitHub's API. */
export class CommentServer {
  readonly comments: Comment[] = [];
  readonly requests: string[] = [];
  /** What a token may do. */
  mayWrite = true;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        this.requests.push(`${method} ${url}`);
        const isKnown = headers.authorization === "Bearer token-of-the-job";
        const [status, answer] = isKnown ? this.#answer(method, url, text) : [401, {}];
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(answer));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo; // it listens at a port
    return `http://127.0.0.1:${port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(method: string, url: string, text: string): readonly [number, unknown] {
    const issues = "/repos/example/operator/issues";
    const list = /^\/7\/comments\?per_page=100&page=(\d+)$/.exec(url.slice(issues.length));
    if (!url.startsWith(issues)) return [404, {}];
    if (method === "GET" && list !== null) {
      const first = (Number(list[1]) - 1) * 100;
      return [200, this.comments.slice(first, first + 100)];
    }
    if (!this.mayWrite) return [403, { message: "Resource not accessible by integration" }];
    const { body } = JSON.parse(text) as { body: string }; // what the action sends
    if (method === "POST" && url === `${issues}/7/comments`) {
      const comment: Comment = { id: this.comments.length + 1, body, user: { type: "Bot" } };
      this.comments.push(comment);
      return [201, comment];
    }
    const found = this.comments.find(({ id }) => url === `${issues}/comments/${id}`);
    if (method !== "PATCH" || found === undefined) return [404, {}];
    found.body = body;
    return [200, found];
  }
}
