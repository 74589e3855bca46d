// With what the CRDs of this checkout are compared.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { InputError } from "./workflow.js";

/**
 * The commit to compare with: `against`, else the target of the pull request or of the merge queue.
 * It is fetched where the checkout does not have it. Else the reason why there is none.
 */
export function baseRevision(against) {
  if (against !== "") return fetched(checkedRevision(against));
  const event = readEvent();
  const target = targetOfMerge() ?? event.pull_request?.base?.sha ?? event.merge_group?.base_sha;
  if (target === undefined) {
    return { reason: { skipped: "this is no pull request, and the input against is not set" } };
  }
  return fetched(target);
}

/** Tells whether a commit has a path; patterns are for crdgen to judge. */
export function isIn(base, path) {
  if (/[*?[{]/.test(path)) return true;
  return git("ls-tree", "--name-only", base, "--", path.replace(/^\.\/+|\/+$/g, "")) !== "";
}

/**
 * GitHub checks out the merge of a pull request into its target: the first parent is the target as
 * it was merged with. Newer commits of the target would look as if this pull request took them
 * back.
 */
function targetOfMerge() {
  if (!/^refs\/pull\/\d+\/merge$/.test(process.env.GITHUB_REF ?? "")) return undefined;
  const head = git("rev-parse", "HEAD");
  if (head !== process.env.GITHUB_SHA) return undefined;
  // A checkout without history still names the parents here.
  const [parents = ""] = git("cat-file", "-p", "HEAD").split("\n\n");
  return /^parent ([0-9a-f]+)$/m.exec(parents)?.[1];
}

function fetched(revision) {
  const known = commitOf(revision);
  if (known !== "") return { base: known };
  // A depth would cut the history of a whole checkout.
  const isShallow = git("rev-parse", "--is-shallow-repository") === "true";
  const depth = isShallow ? ["--depth=1"] : [];
  const { status } = run(["fetch", "--quiet", "--no-tags", ...depth, "origin", revision]);
  const base = status === 0 ? commitOf("FETCH_HEAD") : "";
  if (base !== "") return { base };
  const help = "check out with fetch-depth: 0";
  return {
    reason: { error: `'${revision}' is not in this checkout and cannot be fetched; ${help}` },
  };
}

/** The name of a commit, tag or branch, and no option or refspec. */
function checkedRevision(text) {
  if (/^[^\s:+^-][^\s:]*$/.test(text)) return text;
  throw new InputError(`against: '${text}' is no revision of git; name a tag, branch or commit`);
}

function commitOf(revision) {
  return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
}

function readEvent() {
  const file = process.env.GITHUB_EVENT_PATH;
  return file ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** What git prints; nothing where it fails. */
function git(...args) {
  const { status, stdout } = run(args);
  return status === 0 ? stdout.trim() : "";
}

function run(args) {
  const env = { ...process.env, GIT_LITERAL_PATHSPECS: "1", GIT_TERMINAL_PROMPT: "0" };
  return spawnSync("git", args, { encoding: "utf8", env, maxBuffer: 2 ** 28 });
}
