import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildKubectl } from "./build.js";
import { describeApiServer } from "./server.js";
import type { Printed, ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, maskOutput, runProgram, serveCluster } from "./two-clusters.js";

/** One call of kubectl. */
interface Command {
  readonly args: readonly string[];
  /** Standard input. */
  readonly input?: string | undefined;
  /** What the call does in the place of an editor. */
  readonly editor?: string | undefined;
  /** Milliseconds after which it is ended, where it would go on. */
  readonly timeout?: number;
}

function k(line: string, more: Omit<Command, "args"> = {}): Command {
  // Quotes hold an argument together.
  const args = line.match(/'[^']*'|\S+/g) ?? [];
  return { args: args.map((arg) => arg.replace(/^'|'$/g, "")), ...more };
}

function cronTab(name: string, spec: object, labels: object = { of: "kubectl" }): string {
  const apiVersion = "stable.example.com/v1";
  return JSON.stringify({ apiVersion, kind: "CronTab", metadata: { name, labels }, spec });
}

/** The server of the tests has no Lists, which are of the core group. */
function list(...items: readonly string[]): string {
  return items.join("\n---\n");
}

function withStatus(name: string, status: object): string {
  const apiVersion = "stable.example.com/v1";
  return JSON.stringify({ apiVersion, kind: "CronTab", metadata: { name }, spec: nightly, status });
}

function finalized(name: string): string {
  const metadata = { name, finalizers: ["example.com/held"] };
  const apiVersion = "stable.example.com/v1";
  return JSON.stringify({ apiVersion, kind: "CronTab", metadata, spec: nightly });
}

const nightly = { cronSpec: "0 3 * * *", image: "backup" };
const hourly = { cronSpec: "0 * * * *", image: "backup", replicas: 2 };

/** In this order, on both servers. */
const commands: readonly Command[] = [
  k("api-resources --api-group=stable.example.com"),
  k("api-resources --api-group=stable.example.com -o wide --sort-by=name"),
  k("api-resources --categories=all -o name"),
  k("explain crontabs"),
  k("explain crontabs.spec --recursive"),
  k("explain crontab.spec.cronSpec"),
  k("explain crontab.spec.nothing"),
  k("get crontabs"),
  k("create -f -", { input: cronTab("one", nightly) }),
  k("create -f -", { input: cronTab("one", nightly) }),
  k("create -f -", { input: cronTab("bad", { ...nightly, cronSpec: "never" }) }),
  k("create -f -", { input: cronTab("more", { ...nightly, more: 1 }) }),
  k("create -f - --validate=warn", { input: cronTab("more", { ...nightly, more: 1 }) }),
  k("create -f - --dry-run=server -o yaml", { input: cronTab("dry", nightly) }),
  k("create -f - --dry-run=client -o name", { input: cronTab("dry", nightly) }),
  k("create -f -", { input: '{"apiVersion":"stable.example.com/v9","kind":"CronTab"}' }),
  k("get ct"),
  k("get crontabs -o wide"),
  k("get crontab one -o yaml"),
  k("get crontab one -o json"),
  k("get crontab one -o yaml --show-managed-fields"),
  k("get crontab one -o 'custom-columns=NAME:.metadata.name,SPEC:.spec.cronSpec,NONE:.status.x'"),
  k("get crontab one -o 'jsonpath={.spec.image}'"),
  k("get crontab one -o 'go-template={{.spec.replicas}}'"),
  k("get crontabs -o name --show-labels=false"),
  k("get crontabs --show-labels --no-headers"),
  k("get crontabs -A"),
  k("get all"),
  k("get crontab none"),
  k("get crontab none --ignore-not-found"),
  k("get nothings"),
  k("get crontabs -l of=kubectl -o name"),
  k("get crontabs -l 'of notin (kubectl)'"),
  k("get crontabs -l 'of=='"),
  k("get crontabs -l 'a b'"),
  k("get crontabs --field-selector metadata.name=one -o name"),
  k("get crontabs --field-selector spec.image=backup"),
  k("get crontabs --chunk-size=1 --sort-by=.metadata.name"),
  k("get crontabs -w --request-timeout=2s", { timeout: 10_000 }),
  k("get crontabs --watch-only --request-timeout=1s", { timeout: 10_000 }),
  k("get crontabs -w -o json --output-watch-events --request-timeout=2s", { timeout: 10_000 }),
  k("describe crontab one"),
  k("apply -f -", { input: cronTab("applied", nightly) }),
  k("apply -f -", { input: cronTab("applied", nightly) }),
  k("apply -f -", { input: cronTab("applied", hourly) }),
  k("apply -f - --dry-run=server", { input: cronTab("applied", nightly) }),
  k("apply -f -", { input: cronTab("one", nightly) }),
  k("apply view-last-applied crontab applied"),
  k("diff -f -", { input: cronTab("applied", nightly) }),
  k("diff -f -", { input: cronTab("applied", hourly) }),
  k("diff -f -", { input: cronTab("new", hourly) }),
  k("apply --server-side -f -", { input: cronTab("side", nightly) }),
  k("apply --server-side --field-manager=other -f -", { input: cronTab("side", hourly) }),
  k("apply --server-side --field-manager=other --force-conflicts -f -", {
    input: cronTab("side", hourly),
  }),
  k("get crontab side -o yaml --show-managed-fields"),
  k("apply --server-side --field-manager=mine -f -", {
    input: cronTab("applied", { ...hourly, cronSpec: "1 1 * * *" }),
  }),
  k("edit crontab one", { editor: "sed -i s/backup/edited/" }),
  k("edit crontab one", { editor: "true" }),
  k('patch crontab one --type=merge -p \'{"spec":{"replicas":4}}\''),
  k('patch crontab one --type=json -p \'[{"op":"remove","path":"/spec/replicas"}]\''),
  k('patch crontab one --type=json -p \'[{"op":"remove","path":"/spec/nothing"}]\''),
  k('patch crontab one --type=strategic -p \'{"spec":{"replicas":4}}\''),
  k('patch crontab one --type=merge -p \'{"spec":{"replicas":-4}}\''),
  k('patch crontab one --type=merge --subresource=status -p \'{"status":{"replicas":4}}\''),
  k("patch crontab one --type=merge -p '{}'"),
  k("label crontab one more=1"),
  k("label crontab one more=2"),
  k("label crontab one more=2 --overwrite"),
  k("label crontab one more-"),
  k("annotate crontab one note=written"),
  k("annotate crontab one 'note='  --overwrite"),
  k("scale crontab one --replicas=5"),
  k("scale crontab one --replicas=6 --current-replicas=1"),
  k("get crontab one --subresource=scale -o yaml"),
  k("get crontab one --subresource=status"),
  k("wait crontab one --for=jsonpath={.status.replicas}=4 --timeout=5s"),
  k("wait crontab one --for=jsonpath={.spec.image}=never --timeout=1s"),
  k("wait crontab one --for=condition=Ready --timeout=1s"),
  k("wait crd crontabs.stable.example.com --for=condition=Established --timeout=5s"),
  k("replace -f -", { input: cronTab("one", { ...hourly, image: "replaced" }) }),
  k("replace -f -", { input: cronTab("none", hourly) }),
  k("replace --force -f -", { input: cronTab("one", hourly) }),
  k("set-last-applied"),
  k("get --raw /apis/stable.example.com/v1"),
  k("get --raw /apis/stable.example.com/v1/namespaces/default/crontabs/none"),
  k("get --raw /readyz"),
  k("get crd -o name"),
  k("get crd crontabs.stable.example.com -o yaml"),
  k("get crd crontabs.stable.example.com -o yaml --show-managed-fields"),
  k("describe crd crontabs.stable.example.com"),
  k("apply -f -", { input: list(cronTab("first", nightly), cronTab("bad", {})) }),
  k("create -f - --save-config -o yaml", { input: cronTab("saved", nightly) }),
  k("create -f - --dry-run=server -o yaml --show-managed-fields", {
    input: cronTab("dry", nightly),
  }),
  k("create -f - --dry-run=server", { input: cronTab("dry", { cronSpec: "never" }) }),
  k("get -f -", { input: list(cronTab("first", nightly), cronTab("none", nightly)) }),
  k("get crontab/first crontab/none -o name"),
  k("get crontab first saved"),
  k("get crontabs,crd -o name"),
  k("label crontabs --all seen=yes"),
  k("label crontab first seen=no --dry-run=server --overwrite"),
  k("label crontab first 'a b=c'"),
  k("label crontab first a=-b"),
  k("annotate crontabs -l seen=yes note=x"),
  k("annotate crontab first note=y"),
  k("annotate crontab first 'note=y' --resource-version=1 --overwrite"),
  k("annotate crontab none note=y"),
  k('patch crontab first --type=merge -p \'{"spec":{"image":"dry"}}\' --dry-run=server -o yaml'),
  k("patch crontab first --type=merge -p '{'"),
  k("patch crontab none --type=merge -p '{}'"),
  k("scale crontabs --replicas=3 -l seen=yes"),
  k("scale crontab none --replicas=3"),
  k("scale crontab first --replicas=-1"),
  k("scale crontab first --replicas=4 --resource-version=1"),
  k("replace --subresource=status -f -", { input: withStatus("first", { replicas: 3 }) }),
  k("get crontab first -o 'jsonpath={.status}'"),
  k("edit crontab first --subresource=status", { editor: "sed -i s/replicas:.3/replicas:.9/" }),
  k("edit crontab first", { editor: "sed -i s/backup/'[]'/" }),
  k("apply --server-side --subresource=status --field-manager=x -f -", {
    input: withStatus("first", { replicas: 5 }),
  }),
  k("apply --server-side --field-manager=y --dry-run=server -f - -o yaml", {
    input: cronTab("first", hourly),
  }),
  k("diff --server-side -f -", { input: cronTab("side", nightly) }),
  k("diff --server-side --force-conflicts -f -", { input: cronTab("side", nightly) }),
  k("apply -f - --prune -l of=pruned --prune-allowlist=stable.example.com/v1/CronTab", {
    input: list(cronTab("p1", nightly, { of: "pruned" }), cronTab("p2", nightly, { of: "pruned" })),
  }),
  k("apply -f - --prune -l of=pruned --prune-allowlist=stable.example.com/v1/CronTab", {
    input: cronTab("p2", hourly, { of: "pruned" }),
  }),
  k("apply -f - --prune -l of=pruned --prune-allowlist=stable.example.com/v1/CronTab --dry-run=server", {
    input: cronTab("p3", hourly, { of: "pruned" }),
  }), // prettier-ignore
  k("get crontabs -l of=pruned -o name"),
  k("wait crontab p1 --for=delete --timeout=1s"),
  k("wait crontab p2 --for=delete --timeout=1s"),
  k("wait crontab p2 --for=create --timeout=1s"),
  k("wait crontab none --for=create --timeout=1s"),
  k("wait crontabs --all --for=jsonpath={.spec.image} --timeout=1s"),
  k("wait crontab none --for=condition=Ready --timeout=1s"),
  k("wait crd crontabs.stable.example.com --for=condition=NamesAccepted=True --timeout=1s"),
  k("explain crontabs --recursive --api-version=stable.example.com/v1"),
  k("explain crontabs --output=plaintext-openapiv2"),
  k("explain crontabs.metadata.labels"),
  k("explain nothings"),
  k("api-resources --namespaced=true --api-group=stable.example.com -o name"),
  k("api-resources --verbs=deletecollection --api-group=stable.example.com"),
  k("api-resources --api-group=none"),
  k("get crontabs --output=wide --sort-by=.spec.image"),
  k("get crontabs -o 'jsonpath={range .items[*]}{.metadata.name}:{.spec.replicas} {end}'"),
  k("get crontabs -w --output=name --request-timeout=1s", { timeout: 10_000 }),
  k("get crontab none -w --request-timeout=1s", { timeout: 10_000 }),
  k("create -f - --field-manager=", { input: cronTab("unmanaged", nightly) }),
  k("apply -f - --server-side --validate=strict", {
    input: cronTab("first", { ...nightly, a: 1 }),
  }),
  k("apply -f -", { input: cronTab("Bad_Name", nightly) }),
  k("apply -f - -n nowhere --dry-run=client", { input: cronTab("first", nightly) }),
  k("apply -f -", { input: "apiVersion: v1\nkind: [" }),
  k("apply -f -", { input: "" }),
  k("delete -f -", { input: list(cronTab("p2", nightly), cronTab("none", nightly)) }),
  k("delete crontab saved first --wait=true"),
  k("create -f - -o name", { input: finalized("held") }),
  k("delete crontab held --wait=false"),
  k("get crontab held -o 'jsonpath={.metadata.finalizers}'"),
  k("delete crontab held --timeout=1s"),
  k('patch crontab held --type=json -p \'[{"op":"remove","path":"/metadata/finalizers"}]\''),
  k("get crontab held"),
  // The real server has no garbage collector beside it: what it would finish stays.
  k("delete crontab side --cascade=foreground --wait=false"),
  k("delete crontab applied --cascade=orphan --wait=false"),
  k("delete crontab one --dry-run=server"),
  k("delete crontab one --cascade=background --now"),
  k("delete crontab one"),
  k("delete crontab one --ignore-not-found"),
  k("create -f -", { input: cronTab("last", nightly, { of: "last" }) }),
  k("delete crontabs -l of=last"),
  k("delete crontabs --all --wait=false"),
  k("get crontabs"),
];

/** What only a server with built-in kinds can answer: it has to work, at least. */
const builtins: readonly (Command & { readonly prints: RegExp })[] = [
  { ...k("create configmap x --from-literal=a=b"), prints: /^configmap\/x created/ },
  { ...k("create secret generic s --from-literal=a=b"), prints: /^secret\/s created/ },
  { ...k("create namespace n"), prints: /^namespace\/n created/ },
  { ...k("create serviceaccount a -n n"), prints: /^serviceaccount\/a created/ },
  { ...k("get secret s -o 'jsonpath={.data.a}'"), prints: /^Yg==$/ },
  { ...k('patch configmap x -p \'{"data":{"c":"d"}}\''), prints: /^configmap\/x patched/ },
  { ...k("get configmap x -o 'jsonpath={.data}'"), prints: /^\{"a":"b","c":"d"\}$/ },
  { ...k("label namespace n a=b"), prints: /^namespace\/n labeled/ },
  { ...k("auth can-i create crontabs"), prints: /^yes$/m },
  { ...k("api-versions"), prints: /^v1$/m },
  { ...k("delete namespace n --timeout=10s"), prints: /^namespace "n" deleted/ },
  { ...k("get namespace n"), prints: /^$/ },
  {
    ...k("apply -f -", {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"y"},"data":{"a":"b"}}',
    }),
    prints: /^configmap\/y created/,
  },
  {
    ...k("apply -f -", {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"y"},"data":{"c":"d"}}',
    }),
    prints: /^configmap\/y configured/,
  },
  {
    ...k("apply -f -", {
      input: `{"apiVersion":"v1","kind":"List","items":[
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"z"}},
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"y"},"data":{"c":"d"}}]}`,
    }),
    prints: /^configmap\/z created\nconfigmap\/y unchanged/,
  },
  {
    ...k("apply -f -", {
      input: `{"apiVersion":"v1","kind":"List","items":[
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"z"},"data":{"e":"f"}}]}`,
    }),
    prints: /^configmap\/z configured/,
  },
  { ...k("get configmap y -o 'jsonpath={.data}'"), prints: /^\{"c":"d"\}$/ },
];

describeApiServer("kubectl", (server) => {
  let kubectl: string;
  let ours: ServedCluster;
  let home: string;
  beforeAll(async () => {
    kubectl = await buildKubectl();
    home = mkdtempSync(join(tmpdir(), "crdgen-kubectl-"));
    ours = await serveCluster([cronTabCrd]);
    await installCrds(server(), [cronTabCrd]);
  });
  afterAll(async () => {
    await ours.close();
    rmSync(home, { recursive: true });
  });

  function run({ args, input, editor, timeout }: Command, kubeconfig: string): Promise<Printed> {
    const env = { HOME: home, KUBECONFIG: kubeconfig, KUBE_EDITOR: editor ?? "false", TZ: "UTC" };
    return runProgram(kubectl, args, { env, input, ...(timeout !== undefined && { timeout }) });
  }

  async function answer(command: Command, kubeconfig: string): Promise<Printed> {
    const { code, stdout, stderr } = await run(command, kubeconfig);
    return { code, stdout: maskPrinted(stdout), stderr: maskPrinted(stderr) };
  }

  it(`prints the same of ${commands.length} commands`, async () => {
    for (const command of commands) {
      const [printed, expected] = await Promise.all([
        answer(command, ours.kubeconfig),
        answer(command, server().kubeconfig),
      ]);
      expect.soft(printed, command.args.join(" ")).toEqual(expected);
    }
  }, 600_000);

  it("works with built-in kinds", async () => {
    for (const command of builtins) {
      const { stdout, stderr } = await run(command, ours.kubeconfig);
      expect.soft(stdout, `${command.args.join(" ")}: ${stderr}`).toMatch(command.prints);
      expect.soft(stderr, command.args.join(" ")).not.toContain("openapi");
    }
  });
});

/** Without ages, names of temporary files, and what follows from the names of processes. */
function maskPrinted(text: string): string {
  // The order of keys in raw JSON says nothing.
  const sorted = /^\{"(kind|apiVersion)":/.test(text) ? sortedJson(text) : text;
  return (
    maskOutput(sorted)
      .replace(/(Resource Version: +)\d+/g, "$1<rv>")
      .replace(/(^|\s)\d+(s|ms|m\d*s?)(?=\s|$)/gm, "$1<age>")
      .replace(/^(---|\+\+\+|diff) .*(LIVE|MERGED)-.*$/gm, "$1 <file>")
      .replace(/https:\/\/127\.0\.0\.1:\d+/g, "<server>")
      .replace(/kubectl-edit-\S+/g, "<file>")
      .replace(/(resource version to be \d+, was )\d+/g, "$1<rv>")
      // A second of patience may end within the first second of its watch, or behind it.
      .replace(/^[WEI]\d{4} .*very short watch: .*\n/gm, "")
      .replace(/^[WEI]\d{4} \S+ +\d+ /gm, "<log> ")
      .replace(/(manager"?: "?)(server|kube-apiserver)\b/gi, "$1kube-apiserver")
  );
}

function sortedJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
