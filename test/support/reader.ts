import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "./cli.js";

const root = join(import.meta.dirname, "../..");

/**
 * What needs a cluster, a network, or a program that not every machine has: such lines are left
 * out, and told.
 */
const outOfReach = [
  /\s(?:--old |--crd )?cluster(?::\S+)?(?=\s|$)/,
  /https?:\/\//,
  /^\s*(?:kubectl (?!get )|helm |kustomize |docker |git |npm publish|deno |bun )/,
];

/**
 * A folder of somebody who follows a page to the letter, as a fresh project: with CRDs and objects
 * in the places that pages name, and these commands in place of those that need a network: `npx`
 * runs the built bin and the packages of this repository, `npm install` and `npm ci` link them,
 * `kubectl get` prints CRDs or objects.
 */
export class Reader {
  readonly folder: string = mkdtempSync(join(tmpdir(), "crdgen-reader-"));
  readonly #tools = join(this.folder, ".tools");

  constructor() {
    const sample = join(root, "generated-samples/crontab");
    for (const path of [
      "crd.yaml",
      "config/crd/crontab.yaml",
      "generated-samples/crontab/crd.yaml",
    ]) {
      this.#copy(join(sample, "crd.yaml"), path);
    }
    this.write("config/samples/crontab.yaml", object);
    this.write(
      "package.json",
      `${JSON.stringify({ name: "fresh", private: true, type: "module" })}\n`,
    );
    this.#tool("npx", npx);
    this.#tool("npm", npm);
    this.#tool("kubectl", kubectl);
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Runs a block of shell; its first line that fails ends it. */
  run(script: string): ReaderOutcome {
    // Lines that go on are one.
    const lines = script.replaceAll(/\\\n\s*/g, "").split("\n");
    const skipped = lines.filter((line) =>
      outOfReach.some((pattern) => pattern.test(commandOf(line))),
    );
    const reachable = lines.filter((line) => !skipped.includes(line)).join("\n");
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-u", "-o", "pipefail"], {
      cwd: this.folder,
      encoding: "utf8",
      input: reachable.replaceAll("/tmp/", `${this.folder}/tmp/`),
      env: { ...process.env, PATH: `${this.#tools}:${process.env["PATH"] ?? ""}` },
    });
    return { code: status, output: stdout + stderr, skipped };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #copy(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    cpSync(from, join(this.folder, to));
  }

  #tool(name: string, script: string): void {
    this.write(`.tools/${name}`, script);
    chmodSync(join(this.#tools, name), 0o755);
  }
}

/** What became of a block. */
export interface ReaderOutcome {
  readonly code: number | null;
  readonly output: string;
  /** Lines that were left out. */
  readonly skipped: readonly string[];
}

/** Without the comment behind it. */
function commandOf(line: string): string {
  return line.replace(/\s#.*$/, "");
}

const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: nightly
spec:
  cronSpec: "0 3 * * *"
  image: example.com/backup
`;

const npx = `#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
name=$1
shift
if [ "$name" = crdgen ]; then exec "${process.execPath}" "${main}" "$@"; fi
exec "${root}/node_modules/.bin/$name" "$@"
`;

/**
 * Where `test` and `run` are no scripts of the folder, the repository's own are meant: those that
 * run just now.
 */
const npm = `#!/usr/bin/env bash
set -e
case "$1" in
  ci | install | i | add)
    mkdir -p node_modules
    for name in typescript @types undici-types; do ln -sfn "${root}/node_modules/$name" "node_modules/$name"; done
    ln -sfn "${root}" node_modules/crdgen
    ;;
  test | run)
    script=$([ "$1" = run ] && echo "$2" || echo test)
    if ! node -e 'process.exit(JSON.parse(require("fs").readFileSync("package.json")).scripts?.[process.argv[1]] ? 0 : 1)' "$script"; then
      echo "npm $*: left out, the repository's own"
    else
      exec "${realNpm()}" "$@"
    fi
    ;;
  *) exec "${realNpm()}" "$@" ;;
esac
`;

const kubectl = `#!/usr/bin/env bash
case "$*" in
  *crd* | *customresourcedefinition*) cat "${root}/generated-samples/crontab/crd.yaml" ;;
  *) cat <<'END'
${object}END
    ;;
esac
`;

function realNpm(): string {
  return execFileSync("bash", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
}
