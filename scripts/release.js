// Publishes the packages of this repository in the version of package.json: `npm run release`, or
// `npm run release -- --dry-run` to see what would happen. `.github/workflows/release.yml` runs it
// for a pushed tag, which gives the packages their provenance.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
/** Folders of packages; those that others depend on come first. */
const packages = ["packages/runtime", "."];
const dryRun = process.argv.includes("--dry-run");

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const faults = dryRun ? checkVersions() : [...checkVersions(), ...checkCheckout()];
for (const fault of faults) console.error(`release: ${fault}`);
if (faults.length > 0) process.exit(1);

for (const folder of packages) {
  const args = ["publish", "--access", "public", dryRun ? "--dry-run" : "--provenance"];
  execFileSync("npm", args, { cwd: join(root, folder), stdio: "inherit" });
}
console.log(`release: ${dryRun ? "would publish" : "published"} ${version}`);

/** What has to be true of the files. */
function checkVersions() {
  const faults = [];
  const [, newest] = /^## (\S+)/m.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  if (newest !== version) {
    faults.push(`CHANGELOG.md begins with ${newest}, and package.json says ${version}`);
  }
  for (const folder of packages) {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    if (manifest.version !== version) {
      faults.push(`${manifest.name} has version ${manifest.version} instead of ${version}`);
    }
  }
  return faults;
}

/** What has to be true of the checkout, so that the tag leads to what is published. */
function checkCheckout() {
  const faults = [];
  if (git("status", "--porcelain") !== "") faults.push("there are changes without a commit");
  const tags = git("tag", "--points-at", "HEAD").split("\n");
  if (!tags.includes(`v${version}`)) faults.push(`the commit has no tag v${version}`);
  if (process.env.GITHUB_ACTIONS !== "true") {
    faults.push("packages get their provenance in GitHub Actions; push the tag instead");
  }
  return faults;
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
