import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Skipped, SkippedKind } from "../codegen/pipeline/manifests/skipped.js";
import {
  patchesOfCrds,
  skippedAdvice,
  skippedCounts,
  skippedDocuments,
  skippedName,
} from "../codegen/pipeline/manifests/skipped.js";
import type { RefusedCrd } from "../codegen/pipeline/refused-crd.js";
import type { Diagnostic } from "../crd/diagnostics/diagnostics.js";
import { inSourceOrder, isError } from "../crd/diagnostics/diagnostics.js";
import { printable, printableName } from "../crd/diagnostics/render/printable.js";
import type { Links, Paint } from "../crd/diagnostics/render/render.js";
import {
  githubCommand,
  githubFile,
  noLinks,
  plain,
  renderGithub,
  renderJson,
  renderText,
} from "../crd/diagnostics/render/render.js";
import { nameSome, plural } from "../crd/diagnostics/wording.js";
import type { Environment } from "../runtime/v1/node/proxy-environment.js";
import { objectAdvice, withOption } from "./advice.js";
import type { Host } from "./host.js";

type Format = "text" | "json" | "github";

/** Options that all commands share. */
export interface CommonOptions {
  readonly format: Format;
  readonly quiet: boolean;
  readonly color: "auto" | "always" | "never";
  /** Name the documents that are skipped, beside counting them. */
  readonly verbose: boolean;
}

const shownAtMost = 100;

/** The headings above the first of several diagnostics that belong together. */
export type Headings = ReadonlyMap<Diagnostic, string>;

const noHeadings: Headings = new Map();

/**
 * Prints diagnostics: text with frames on standard error, at most 100 of them; data (`json`,
 * `github`), all of them, on standard output. `quiet` keeps warnings back. `headings` are for text
 * alone.
 */
export function printDiagnostics(
  list: readonly Diagnostic[],
  options: CommonOptions,
  host: Host,
  headings: Headings = noHeadings,
): void {
  const wanted = options.quiet ? list.filter(isError) : list;
  const sorted = inSourceOrder(wanted);
  if (options.format !== "text") {
    const render = options.format === "json" ? renderJson : renderGithub;
    for (const diagnostic of sorted) host.print(`${render(withOption(diagnostic))}\n`);
    return;
  }
  const paint = painterFor(options.color, host.errorIsTerminal, host);
  const links = linksFor(options.color, host.errorIsTerminal, host);
  // Errors must not hide behind a hundred warnings.
  const errors = sorted.filter(isError);
  const shown =
    sorted.length <= shownAtMost
      ? sorted
      : [...errors, ...sorted.filter((diagnostic) => !isError(diagnostic))].slice(0, shownAtMost);
  let heading: string | undefined;
  for (const diagnostic of shown) {
    const above = headings.get(diagnostic);
    if (above !== undefined && above !== heading) host.warn(`${paint("bold", above)}\n\n`);
    heading = above;
    host.warn(`${renderText(withOption(diagnostic), paint, links)}\n\n`);
  }
  if (sorted.length > shown.length) host.warn(`… and ${sorted.length - shown.length} more\n`);
}

/** `2 errors, 1 warning and 1 notice`; `""` for nothing. */
export function countText(list: readonly Diagnostic[]): string {
  const parts = (["error", "warning", "notice"] as const)
    .map((kind) => [kind, list.filter(({ severity }) => severity === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => plural(count, kind));
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** Another text for each way in which standard error may show colours and links. */
export function appearance(color: CommonOptions["color"], host: Host): string {
  const paint = painterFor(color, host.errorIsTerminal, host);
  const links = linksFor(color, host.errorIsTerminal, host);
  return paint("bold", links.toPage("crd/name-invalid", "text"));
}

const codes = { red: 31, yellow: 33, blue: 34, bold: 1, dim: 2 } as const;

/**
 * Colours as asked for; `auto` follows `FORCE_COLOR` (force-color.org; `0` and `false` ask for
 * none), else `NO_COLOR` (no-color.org), else whether the stream is a terminal that knows colours.
 */
export function painterFor(color: CommonOptions["color"], isTerminal: boolean, host: Host): Paint {
  const wanted = color === "always" || (color === "auto" && isColourful(isTerminal, host));
  return wanted ? (colour, text) => `\u001B[${codes[colour]}m${text}\u001B[0m` : plain;
}

function isColourful(isTerminal: boolean, { environment }: Host): boolean {
  const { FORCE_COLOR: forced = "", NO_COLOR: none = "", TERM: terminal } = environment;
  if (forced !== "") return forced !== "0" && forced !== "false";
  return none === "" && isTerminal && terminal !== "dumb";
}

/**
 * Links for what is printed to a stream: files lead to themselves, and codes of diagnostics to
 * their pages beside crdgen. What does not exist, such as a file in a revision of git, is no link.
 */
export function linksFor(
  color: "auto" | "always" | "never",
  isTerminal: boolean,
  host: Host,
): Links {
  if (color === "never" || !takesLinks(isTerminal, host.environment)) return noLinks;
  return {
    toFile: (path, text) => link(urlOf(path, host), text),
    toPage: (code, text) => link(host.linkTo(pageOf(code)), text),
  };
}

/** OSC 8 (gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
function link(url: string | undefined, text: string): string {
  if (url === undefined) return text;
  return `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\`;
}

/** URLs of both kinds hold no character that a terminal could take for the end of the link. */
function urlOf(path: string, host: Host): string | undefined {
  if (!/^https?:/i.test(path)) return host.linkTo(path);
  return URL.canParse(path) ? new URL(path).href : undefined;
}

/**
 * Tells whether a terminal shows links. Those that do not may print the URL, so only those are
 * taken that are known to. `FORCE_HYPERLINK` decides where it is set: `0` and `false` ask for none.
 * Colours and `NO_COLOR` have no say in it. Our own rules, as there are few; the package
 * supports-hyperlinks brings two more packages with it.
 */
export function takesLinks(isTerminal: boolean, environment: Environment): boolean {
  const { FORCE_HYPERLINK: forced = "", TERM: terminal = "" } = environment;
  if (forced !== "") return forced !== "0" && forced !== "false";
  const isPlain = !isTerminal || terminal === "dumb" || (environment["CI"] ?? "") !== "";
  // Multiplexers know links only from late versions on, and say nothing of the terminal outside.
  if (isPlain || /^(?:screen|tmux)/.test(terminal)) return false;
  // 0.50.0 of VTE crashes.
  if (Number(environment["VTE_VERSION"] ?? 0) > 5_000) return true;
  if (environment["WT_SESSION"] !== undefined) return true;
  if (/^(?:xterm-kitty|xterm-ghostty|alacritty|foot)/.test(terminal)) return true;
  return programsWithLinks.has(environment["TERM_PROGRAM"] ?? "");
}

/** Values of `TERM_PROGRAM`. */
const programsWithLinks: ReadonlySet<string> = new Set([
  "ghostty",
  "iTerm.app",
  "vscode",
  "WezTerm",
]);

/**
 * With `--verbose`, names the documents that were passed over, one a line: text on standard error;
 * data, on standard output beside the diagnostics, with the severity `note`. With `--quiet`
 * nothing.
 */
export function printSkipped(list: readonly Skipped[], options: CommonOptions, host: Host): void {
  if (options.quiet || !options.verbose) return;
  for (const skipped of skippedDocuments(list)) {
    if (options.format === "json") host.print(`${printable(JSON.stringify(dataOf(skipped)))}\n`);
    else if (options.format === "github") host.print(`${githubNote(skipped)}\n`);
    else
      host.warn(`skipped: ${printableName(skipped.source)}:${skipped.line}: ${textOf(skipped)}\n`);
  }
}

/**
 * `; skipped 7 documents: 4 kustomize patches, 3 Helm charts`, to stand behind a summary; empty for
 * none.
 */
export function skippedText(list: readonly Skipped[]): string {
  const count = skippedDocuments(list).length;
  return count === 0 ? "" : `; skipped ${plural(count, "document")}: ${skippedCounts(list)}`;
}

/**
 * Returns the hints that the summary adds, a line each: of what may hold CRDs or objects and cannot
 * be read as it is.
 */
export function skippedHints(list: readonly Skipped[]): string {
  return hintsOf(list)
    .map((hint) => `${hint}\n`)
    .join("");
}

/**
 * ` (2 kustomizations); …`, to stand behind a message that nothing was found that is wanted; empty
 * for none.
 */
export function skippedInstead(list: readonly Skipped[]): string {
  if (skippedDocuments(list).length === 0) return "";
  return [` (${skippedCounts(list)})`, ...hintsOf(list)].join("; ");
}

function hintsOf(list: readonly Skipped[]): readonly string[] {
  const kinds = hinted.filter((kind) => list.some((skipped) => skipped.kind === kind));
  return [
    ...kinds.map((kind) => `${skippedName(kind)}: ${adviceOn(kind) ?? ""}`),
    ...patchHints(list),
  ];
}

const namedAtMost = 3;

/** Of each kustomization whose patches of CRDs are missing. */
function patchHints(list: readonly Skipped[]): readonly string[] {
  const patching = list.filter(({ kind }) => kind === patchesOfCrds).map(({ source }) => source);
  const paths = [...new Set(patching)];
  const hints = paths.slice(0, namedAtMost).map((path) => {
    const build = objectAdvice.takeOutput(`kubectl kustomize ${posix.dirname(path)}`);
    return `${printableName(path)} patches CRDs, and the patches are not applied: build it first, as with ${build}`;
  });
  const more = paths.length - namedAtMost;
  return more > 0 ? [...hints, `so do ${plural(more, "other kustomization")}`] : hints;
}

type SkippedOne = ReturnType<typeof skippedDocuments>[number];

const hinted: readonly SkippedKind[] = ["helm-template", "crossplane-xrd"];

function textOf({ kind }: SkippedOne): string {
  const advice = adviceOn(kind);
  return advice === undefined ? skippedName(kind) : `${skippedName(kind)} (${advice})`;
}

const skippedCode = "input/skipped";

/** Has the fields of a diagnostic, as far as there is something to say. */
function dataOf({ kind, source, line }: SkippedOne): object {
  const help = adviceOn(kind);
  const start = { line, column: 1 };
  const message = `skipped: ${skippedName(kind)}`;
  return {
    code: skippedCode,
    severity: "note",
    message,
    source,
    start,
    end: start,
    related: [],
    help,
  };
}

function githubNote(skipped: SkippedOne): string {
  const place = `${githubFile(skipped.source)}line=${skipped.line},`;
  return githubCommand("notice", place, skippedCode, `skipped: ${textOf(skipped)}`);
}

function adviceOn(kind: SkippedKind): string | undefined {
  return skippedAdvice(kind, objectAdvice.takeOutput);
}

/** The flags of the command line about CRDs that the API server refuses. */
interface RefusedOptions {
  readonly quiet: boolean;
  readonly allowInvalid?: boolean;
  readonly skipInvalid?: boolean;
}

const refusedAtMost = 20;

const waysToGenerate = [
  "--skip-invalid generates the other CRDs, --only 'group/Kind' those that you name,",
  "--allow-invalid what can be made of all of them",
].join("\n");

const waysOutOfConflicts =
  "CRDs that conflict stand in the way, too: --prefer PATTERN takes those of the files that it matches";

/**
 * Says which CRDs stand in the way of an output, and how to get one all the same.
 *
 * @param hasConflicts whether other CRDs, or these, claim the same
 * @param waysOut the options that help; default: those of `generate`
 */
export function reportRefused(
  refused: readonly RefusedCrd[],
  { quiet, allowInvalid, skipInvalid }: RefusedOptions,
  hasConflicts: boolean,
  host: Host,
  waysOut = waysToGenerate,
): void {
  if (quiet || allowInvalid === true || refused.length === 0) return;
  if (skipInvalid === true) {
    if (hasConflicts) return;
    host.warn("the API server refuses every CRD, so that nothing is left to generate\n");
    return;
  }
  const verb = refused.length === 1 ? "stands" : "stand";
  host.warn(`${plural(refused.length, "CRD")} that the API server refuses ${verb} in the way:\n`);
  for (const { name, source, line, errors } of refused.slice(0, refusedAtMost)) {
    const place = `${printableName(source)}:${line}`;
    host.warn(`  ${nameOf(name)} (${plural(errors, "error")}) in ${place}\n`);
  }
  const more = refused.length - refusedAtMost;
  if (more > 0) host.warn(`  … and ${more} more\n`);
  host.warn(`${waysOut}\n`);
  if (hasConflicts) host.warn(`${waysOutOfConflicts}\n`);
}

/** `; left out 2 CRDs that …: a, b`, to stand behind a summary; empty where none was left out. */
export function leftOutText(
  refused: readonly RefusedCrd[],
  { skipInvalid }: RefusedOptions,
): string {
  if (skipInvalid !== true || refused.length === 0) return "";
  const names = refused.map(({ name }) => nameOf(name));
  return `; left out ${plural(refused.length, "CRD")} that the API server refuses: ${nameSome(names, refusedAtMost)}`;
}

function nameOf(name: string): string {
  return name === "" ? "one without a name" : printableName(name);
}

/** Seen from `dist/cli`, where the bundle lies. */
const pages = new URL("../../docs/diagnostics/", import.meta.url);

/** The file of a code's page: `crd/name-invalid` → `…/docs/diagnostics/crd-name-invalid.md`. */
export function pageOf(code: string): string {
  return fileURLToPath(new URL(`${code.replace("/", "-")}.md`, pages));
}
