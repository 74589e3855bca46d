import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * Somebody who follows a page to the letter: beside a clone of the repository with its tarball, in
 * a project with CRDs and objects in the places that pages name. These commands stand in for those
 * that need a network, or that not every machine has: `npm install` unpacks the tarball and links
 * packages of this repository, `npx` runs what was installed, `npm ci` and `npm test` of the clone
 * do nothing (they run just now), `kubectl get`, `helm` and `kustomize` print CRDs or an object.
 * Servers run beside the commands behind them.
 */
export class Reader {
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), "crdgen-reader-")));
  readonly #tools = join(this.#home, ".tools");
  readonly #state = join(this.#home, ".state");
  readonly folder: string = join(this.#home, "my-project");

  /** @param tarball the package as `npm pack` made it */
  constructor(tarball: string) {
    this.#clone(tarball);
    for (const [name, script] of Object.entries({ npx, npm: npmOf(tarball), kubectl, helm })) {
      this.#write(`.tools/${name}`, script);
      chmodSync(join(this.#tools, name), 0o755);
    }
    symlinkSync("helm", join(this.#tools, "kustomize"));
    for (const folder of [".zfunc", ".config/fish/completions"]) {
      mkdirSync(join(this.#home, folder), { recursive: true });
    }
  }

  /** Goes to another folder: `crdgen` is the clone. */
  begin(folder: "crdgen" | "my-project"): void {
    mkdirSync(join(this.#home, folder), { recursive: true });
    writeFileSync(this.#state, `cd ${join(this.#home, folder)}\n`);
  }

  /** The places of a repository of an operator, with its history. */
  populate(): void {
    for (const path of ["config/crd", "crds", "charts/my-operator/crds", "vendor/crds"]) {
      this.#copy(sample, `${path}/crontab.yaml`);
    }
    this.write("config/samples/crontab.yaml", object);
    this.write("config/rbac/role.yaml", role);
    for (const args of gitHistory) execFileSync("git", args, { cwd: this.folder, stdio: "ignore" });
  }

  /** A project that has crdgen. */
  prepare(): void {
    this.begin("my-project");
    this.populate();
    this.#copy(sample, "crontab.yaml");
    const faults = this.run(
      `npm install --save-dev ../crdgen/crdgen-*.tgz; npm pkg set type=module`,
    );
    if (faults.code !== 0) throw new Error(faults.output);
  }

  write(path: string, text: string): void {
    this.#write(join("my-project", path), text);
  }

  /** Runs a block of shell, where the last one ended; its first line that fails ends it. */
  run(script: string): ReaderOutcome {
    const lines = script
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map(beside);
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-u", "-o", "pipefail"], {
      cwd: this.#home,
      encoding: "utf8",
      input: [`. ${this.#state}`, keepState(this.#state), ...lines, ""].join("\n"),
      env: {
        ...process.env,
        HOME: this.#home,
        READER: this.#home,
        PATH: `${this.#tools}:${process.env["PATH"] ?? ""}`,
      },
    });
    return { code: status, output: stdout + stderr };
  }

  /** Ends the servers, and removes all. */
  remove(): void {
    this.run(endServers);
    rmSync(this.#home, { recursive: true, maxRetries: 5 });
  }

  /** What of a clone the commands of a page need. */
  #clone(tarball: string): void {
    const clone = join(this.#home, "crdgen");
    mkdirSync(clone);
    symlinkSync(join(root, "dist"), join(clone, "dist"));
    cpSync(join(root, "package.json"), join(clone, "package.json"));
    const isSource = (path: string): boolean => !path.endsWith("/out");
    const crontab = "examples/crontab";
    cpSync(join(root, crontab), join(clone, crontab), { recursive: true, filter: isSource });
    cpSync(tarball, join(clone, tarball.slice(tarball.lastIndexOf("/") + 1)));
  }

  #copy(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    cpSync(from, join(this.folder, to));
  }

  #write(path: string, text: string): void {
    const file = join(this.#home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** What became of a block. */
export interface ReaderOutcome {
  readonly code: number | null;
  readonly output: string;
}

/** Rights among the manifests of an operator. */
const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: operator }
rules: [{ apiGroups: [stable.example.com], resources: [crontabs], verbs: [get, list, watch] }]
`;

/** Ends the servers, and waits until they are gone. */
const endServers = `for pid in $(cat "$READER"/.servers 2>/dev/null); do
kill $pid 2>/dev/null || true; while kill -0 $pid 2>/dev/null; do sleep 0.05; done
done
rm -f "$READER"/.servers server.log`;

/**
 * A server goes on beside the lines behind it, once it says where it listens. It takes the place of
 * the one before it, as both have the same port.
 */
function beside(line: string): string {
  if (!/^npx crdgen (?:serve |docs .* --serve)/.test(line)) return line;
  return `${endServers}
${line.replace(/\s+#.*$/, "")} >server.log 2>&1 &
echo $! >>"$READER"/.servers
for try in $(seq 600); do grep -q http server.log 2>/dev/null && break; kill -0 $!; sleep 0.1; done`;
}

/** The next block goes on in the folder and with the variables of this one. */
function keepState(file: string): string {
  return `trap '{ echo "cd $(printf %q "$PWD")"; export -p | grep -E " (KUBECONFIG)=" || true; } >${file}' EXIT`;
}

const sample = join(root, "generated-samples/crontab/crd.yaml");

const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: nightly
spec:
  cronSpec: "0 3 * * *"
  image: example.com/backup
`;

/** The revisions that pages name. */
const gitHistory = [
  ["init", "--quiet"],
  ["add", "config"],
  [
    ...["-c", "user.name=reader", "-c", "user.email=reader@example.com"],
    ...["commit", "--quiet", "--allow-empty", "--message", "CRDs"],
  ],
  ...["v1.2.0", "v1.3.0", "v1.4.0"].map((tag) => ["tag", "--force", tag]),
  ["update-ref", "refs/remotes/origin/main", "HEAD"],
];

const npx = `#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
name=$1
shift
for ((folder = 0; folder < 5; folder++)); do
  up=$(printf '../%.0s' $(seq $folder))
  if [ $folder = 0 ]; then up=; fi
  if [ -e "$up"node_modules/crdgen ] && [ "$name" = crdgen ]; then
    exec "${process.execPath}" "$up"node_modules/crdgen/dist/cli/main.js "$@"
  fi
done
if [ "$name" = crdgen ]; then echo "npm error 404 'crdgen' is not in this registry"; exit 1; fi
exec "${root}/node_modules/.bin/$name" "$@"
`;

/** What \`npm install\` does, without a network; its answer for what nobody has is npm's. */
function npmOf(tarball: string): string {
  return `#!/usr/bin/env bash
set -e
link() {
  mkdir -p "node_modules/$(dirname "$1")"
  if [ ! -e "${root}/node_modules/$1" ]; then echo "npm error 404 '$1' is not in this registry"; exit 1; fi
  ln -sfn "${root}/node_modules/$1" "node_modules/$1"
}
add() {
  case "$1" in
    *.tgz)
      rm -rf node_modules/crdgen; mkdir -p node_modules/crdgen
      tar -xzf "\${1#file:}" -C node_modules/crdgen --strip-components=1
      for name in ${installed.join(" ")}; do link $name; done
      ;;
    *) link "$1" ;;
  esac
}
case "$PWD" in
  "$READER"/crdgen)
    case "$1" in
      ci | test) exit ;;
      install) echo "the project is elsewhere"; exit 1 ;;
      pack) cp "${tarball}" .; echo "${tarball.slice(tarball.lastIndexOf("/") + 1)}"; exit ;;
    esac ;;
esac
case "$1" in
  ci | install | i | add)
    shift
    while [[ \${1-} == -* ]]; do shift; done
    [ -e package.json ] || echo '{}' >package.json
    for package in "$@"; do
      case "$package" in
        *.tgz) "${realNpm()}" pkg set "devDependencies.crdgen=file:$package" ;;
        *) "${realNpm()}" pkg set "devDependencies[$package]=*" ;;
      esac
    done
    while read -r name source; do
      case "$source" in
        *.tgz) add "$source" ;;
        *) add "$name" ;;
      esac
    done < <(node -p 'Object.entries(JSON.parse(require("fs").readFileSync("package.json")).devDependencies ?? {}).map((one) => one.join(" ")).join("\\n")')
    mkdir -p node_modules/.bin
    for name in ${bins.join(" ")}; do ln -sfn "${root}/node_modules/.bin/$name" "node_modules/.bin/$name"; done
    ln -sfn ../crdgen/dist/cli/main.js node_modules/.bin/crdgen; chmod +x node_modules/crdgen/dist/cli/main.js
    ;;
  *) exec "${realNpm()}" "$@" ;;
esac
`;
}

/** What the package needs, and what commands of projects run. */
const installed = ["commander", "yaml", "zod", "undici-types"];
const bins = ["tsc", "publint", "attw"];

const kubectl = `#!/usr/bin/env bash
case "$*" in
  *crd* | *customresourcedefinition*) cat "${root}/generated-samples/crontab/crd.yaml" ;;
  *) cat <<'END'
${object}END
    ;;
esac
`;

const helm = `#!/usr/bin/env bash
case "$*" in
  *--include-crds*) cat "${root}/generated-samples/crontab/crd.yaml" ;;
  *) cat <<'END'
${object}END
    ;;
esac
`;

function realNpm(): string {
  return execFileSync("bash", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
}
