import { keys } from "../support/pseudo-terminal.js";

/** Something that happens while a command runs; the screen is recorded before it. */
export interface Step {
  /** What is waited for: a text that the command says, or that it asks the server. */
  readonly when: string | { readonly isAsked: true };
  /** What is typed then; without it, the server answers. */
  readonly keys?: string;
}

/** A command line, and what happens while it runs. */
export interface Scenario {
  readonly title: string;
  /** Words with spaces between them; `'` around words that have some. */
  readonly line: string;
  /** The working folder, below the one with all files. */
  readonly at?: string;
  readonly steps?: readonly Step[];
  /** What is typed into standard input, and what is in the pipe to it otherwise. */
  readonly input?: string;
  /** Command lines that have run before. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Why its lines may be wider than the terminal. */
  readonly isWide?: string;
}

const data = "each line is data";
const kubectl = "the lines of kubectl explain";
const asked = { isAsked: true } as const;
const object =
  "apiVersion: example.com/v1\nkind: Boat\nmetadata: { name: b }\nspec: { sails: three }\n";

/** What nearly every command has in common, with its own inputs. */
function mistakes(command: string, rest: string): readonly Scenario[] {
  return [
    { title: "help", line: `${command} --help` },
    { title: "an option that does not exist", line: `${command} ${rest} --verbos` },
    { title: "a value that is none", line: `${command} ${rest} --color sometimes` },
  ];
}

const generate: readonly Scenario[] = [
  { title: "good input", line: "generate crds --out out" },
  { title: "nothing to do", line: "generate crds --out out", before: ["generate crds --out out"] },
  { title: "errors", line: "generate bad --out out" },
  { title: "one of two is refused", line: "generate mixed --out out" },
  { title: "one of two is left out", line: "generate mixed --out out --skip-invalid" },
  { title: "many errors", line: "generate many --out out" },
  { title: "warnings", line: "generate warned --out out" },
  { title: "skipped documents", line: "generate skipped --out out --verbose" },
  { title: "nothing found", line: "generate nothing --out out" },
  { title: "files that do not exist", line: "generate crd bots crds/bot.yaml --out out" },
  { title: "no folder is named", line: "generate crds" },
  {
    title: "output that is out of date",
    line: "generate new --out out --check",
    before: ["generate old --out out"],
  },
  { title: "a file of others is in the way", line: "generate crds --out foreign" },
  { title: "hostile names", line: "generate hostile --out out" },
  { title: "a wrong configuration", line: "generate", at: "misconfigured" },
  { title: "a configuration that throws", line: "generate", at: "throwing" },
  {
    title: "a slow server",
    line: "generate {server}/crds.yaml --out out",
    steps: [{ when: asked }],
  },
  { title: "as json", line: "generate mixed --out out --format json", isWide: data },
  ...mistakes("generate", "crds --out out"),
];

const lint: readonly Scenario[] = [
  { title: "good input", line: "lint crds" },
  { title: "errors", line: "lint bad" },
  { title: "warnings", line: "lint warned" },
  { title: "more warnings than may be", line: "lint warned --max-warnings 0" },
  { title: "good and bad", line: "lint mixed" },
  { title: "many errors", line: "lint many" },
  { title: "many errors, of which five are wanted", line: "lint many --max-diagnostics 5" },
  { title: "statistics", line: "lint many --statistics" },
  { title: "concise", line: "lint bad --format concise", isWide: data },
  { title: "as json", line: "lint mixed --format json", isWide: data },
  { title: "for GitHub", line: "lint mixed --format github", isWide: data },
  { title: "quiet, with errors", line: "lint mixed --quiet" },
  { title: "skipped documents", line: "lint skipped --verbose" },
  { title: "nothing found", line: "lint nothing" },
  { title: "an empty folder", line: "lint empty" },
  { title: "files that do not exist", line: "lint crd crds/boats.yaml" },
  { title: "a cluster, misspelled", line: "lint clustr" },
  { title: "hostile names", line: "lint hostile" },
  { title: "a long path and a long line", line: "lint long" },
  { title: "updates", line: "lint new --old old" },
  { title: "a wrong configuration", line: "lint", at: "misconfigured" },
  { title: "no input", line: "lint" },
  { title: "a slow server", line: "lint {server}/crds.yaml", steps: [{ when: asked }] },
  {
    title: "a slow cluster",
    line: "lint cluster",
    env: { KUBECONFIG: "{kubeconfig}" },
    steps: [{ when: asked, keys: keys.ctrlC }],
  },
  ...mistakes("lint", "crds"),
];

const validate: readonly Scenario[] = [
  { title: "good input", line: "validate --crd crds objects/boat.yaml" },
  { title: "errors and warnings", line: "validate --crd crds objects" },
  { title: "many errors", line: "validate --crd crds objects-many" },
  { title: "statistics", line: "validate --crd crds objects --statistics" },
  { title: "concise", line: "validate --crd crds objects --format concise", isWide: data },
  { title: "printed", line: "validate --crd crds objects/boat.yaml --print" },
  { title: "no CRDs", line: "validate objects" },
  { title: "CRDs that are refused", line: "validate --crd bad/boat.yaml objects" },
  { title: "nothing found", line: "validate --crd crds nothing" },
  { title: "files that do not exist", line: "validate --crd crds object" },
  { title: "wide characters", line: "validate --crd crds objects-wide" },
  { title: "standard input", line: "validate --crd crds -", input: object },
  {
    title: "a slow server",
    line: "validate --crd crds {server}/objects.yaml",
    steps: [{ when: asked }],
  },
  ...mistakes("validate", "--crd crds objects"),
];

const diff: readonly Scenario[] = [
  { title: "no change", line: "diff old old" },
  { title: "changes that break", line: "diff old new" },
  { title: "changes that are safe", line: "diff old widened" },
  { title: "changes that are allowed", line: "diff old new --allow stored,writers" },
  { title: "many changes", line: "diff old-many new-many" },
  { title: "statistics", line: "diff old-many new-many --statistics" },
  { title: "concise", line: "diff old new --format concise", isWide: data },
  {
    title: "as Markdown",
    line: "diff old new --format markdown",
    isWide: "Markdown breaks its own lines",
  },
  { title: "for GitHub", line: "diff old new --format github", isWide: data },
  { title: "wide characters", line: "diff wide-old new" },
  { title: "a new CRD with errors", line: "diff old bad" },
  { title: "one input", line: "diff old" },
  { title: "a folder that does not exist", line: "diff old newer" },
  ...mistakes("diff", "old new"),
];

const explain: readonly Scenario[] = [
  { title: "a resource", line: "explain boats --crd crds", isWide: kubectl },
  { title: "a field", line: "explain crontabs.spec.cronSpec --crd crds", isWide: kubectl },
  { title: "all fields", line: "explain crontabs --crd crds --recursive", isWide: kubectl },
  { title: "a field, misspelled", line: "explain boats.spec.sail --crd crds" },
  { title: "a resource, misspelled", line: "explain boots --crd crds" },
  { title: "a code", line: "explain crd/name-invalid" },
  { title: "a code, misspelled", line: "explain crd/name-invalit" },
  { title: "all codes", line: "explain" },
  { title: "no CRDs", line: "explain boats" },
  { title: "a version that does not exist", line: "explain boats --crd crds --api-version v2" },
  { title: "wide characters", line: "explain boats --crd wide-old", isWide: kubectl },
  ...mistakes("explain", "boats --crd crds"),
];

const example: readonly Scenario[] = [
  { title: "a resource", line: "example boats --crd crds", isWide: "a generated file" },
  { title: "all fields", line: "example crontabs --crd crds --full", isWide: "a generated file" },
  {
    title: "a field",
    line: "example boats --crd crds --set spec.sails=3",
    isWide: "a generated file",
  },
  { title: "a field, misspelled", line: "example boats --crd crds --set spec.sail=3" },
  { title: "a value that is refused", line: "example boats --crd crds --set spec.sails=three" },
  { title: "a resource, misspelled", line: "example boots --crd crds" },
  { title: "a CRD that is refused", line: "example boats --crd bad/boat.yaml" },
  { title: "no CRDs", line: "example boats" },
  { title: "no resource", line: "example" },
  { title: "wide characters", line: "example boats --crd wide-old", isWide: "a generated file" },
  ...mistakes("example", "boats --crd crds"),
];

const docs: readonly Scenario[] = [
  { title: "good input", line: "docs crds --out site" },
  { title: "nothing to do", line: "docs crds --out site", before: ["docs crds --out site"] },
  { title: "Markdown", line: "docs crds --out site --format md" },
  { title: "errors", line: "docs bad --out site" },
  { title: "good and bad", line: "docs mixed --out site" },
  { title: "nothing found", line: "docs nothing --out site" },
  { title: "no folder is named", line: "docs crds" },
  { title: "a folder that does not exist", line: "docs crd --out site" },
  { title: "a port without a server", line: "docs crds --out site --port 0" },
  {
    title: "a server",
    line: "docs crds --serve --port 0",
    steps: [{ when: "watching", keys: keys.ctrlC }],
  },
  { title: "a slow server", line: "docs {server}/crds.yaml --out site", steps: [{ when: asked }] },
  ...mistakes("docs", "crds --out site"),
];

const init: readonly Scenario[] = [
  { title: "a configuration", line: "init fresh" },
  { title: "a configuration that is there", line: "init configured" },
  { title: "a package", line: "init --template package client --crd crds" },
  { title: "an operator", line: "init --template operator operator --crd crds/boat.yaml" },
  { title: "a dry run", line: "init --template package client --crd crds --dry-run" },
  {
    title: "a package in the way",
    line: "init --template package client --crd crds",
    before: ["init --template package client --crd crds"],
  },
  { title: "CRDs that are refused", line: "init --template package client --crd mixed" },
  { title: "no CRDs", line: "init --template package client --crd nothing" },
  { title: "a template that does not exist", line: "init --template pakage client" },
  {
    title: "a name that npm refuses",
    line: "init --template package client --crd crds --name 'My Client'",
  },
  ...mistakes("init", "fresh"),
];

const served: readonly Step[] = [{ when: "127.0.0.1:", keys: keys.ctrlC }];

const serve: readonly Scenario[] = [
  { title: "good input", line: "serve crds --port 0", steps: served },
  { title: "objects", line: "serve crds --objects objects/boat.yaml --port 0", steps: served },
  {
    title: "the inputs of a configuration",
    line: "serve --port 0",
    at: "configured",
    steps: served,
  },
  { title: "nothing", line: "serve --port 0", at: "empty", steps: served },
  { title: "errors", line: "serve bad --port 0" },
  { title: "objects that are refused", line: "serve crds --objects objects --port 0" },
  {
    title: "open to others",
    line: "serve crds --host 0.0.0.0 --port 0",
  },
  {
    title: "open to others, with a token",
    line: "serve crds --host 0.0.0.0 --port 0 --token secret",
    steps: [{ when: "Ctrl-C ends it", keys: keys.ctrlC }],
  },
  { title: "a file that does not exist", line: "serve crd --port 0" },
  { title: "a port that is none", line: "serve crds --port many" },
  { title: "a data file that is none", line: "serve crds --data crds/boat.yaml --check" },
  ...mistakes("serve", "crds --port 0"),
];

const completion: readonly Scenario[] = [
  { title: "bash", line: "completion bash", isWide: "a generated file" },
  { title: "zsh", line: "completion zsh", isWide: "a generated file" },
  { title: "fish", line: "completion fish", isWide: "a generated file" },
  { title: "a shell that is not known", line: "completion powershell" },
  { title: "a shell, misspelled", line: "completion fsh" },
  { title: "no shell", line: "completion" },
  { title: "too many shells", line: "completion bash zsh" },
  { title: "help", line: "completion --help" },
  { title: "an option that does not exist", line: "completion bash --verbos" },
];

const doctor: readonly Scenario[] = [
  { title: "good", line: "doctor" },
  { title: "beside a configuration", line: "doctor", at: "configured" },
  { title: "beside a wrong configuration", line: "doctor", at: "misconfigured" },
  { title: "beside a configuration that throws", line: "doctor", at: "throwing" },
  { title: "a configuration that is named", line: "doctor --config configured/crdgen.config.json" },
  { title: "a configuration that does not exist", line: "doctor --config none.json" },
  { title: "too many words", line: "doctor crds" },
  { title: "help", line: "doctor --help" },
  { title: "an option that does not exist", line: "doctor --verbos" },
];

const help: readonly Scenario[] = [
  { title: "nothing", line: "" },
  { title: "help", line: "help" },
  { title: "--help", line: "--help" },
  { title: "of a command", line: "help completion" },
  { title: "of the language server", line: "help lsp" },
  { title: "of a command, misspelled", line: "help genrate" },
  { title: "the version", line: "--version" },
  { title: "the version, asked for in other ways", line: "version" },
  { title: "-v", line: "-v" },
  { title: "a command, misspelled", line: "genrate crds" },
  { title: "a command that does not exist", line: "frobnicate" },
  { title: "a command of others", line: "check crds" },
  { title: "an option of others", line: "lint crds --json" },
  { title: "another option of others", line: "lint crds --k8s-version 1.30" },
  { title: "--no-color", line: "lint mixed --no-color" },
];

/** The scenarios of each command. */
export const scenarios: ReadonlyMap<string, readonly Scenario[]> = new Map(
  Object.entries({
    ...{ generate, lint, validate, diff, explain, example, docs, init, serve, completion, doctor },
    help,
  }),
);

/** The words of a command line. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
}
