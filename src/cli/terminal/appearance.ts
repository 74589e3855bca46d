import { fileURLToPath } from "node:url";
import type { Colour, Links, Paint, TextStyle } from "../../crd/diagnostics/render/render.js";
import { noLinks, plain } from "../../crd/diagnostics/render/render.js";
import type { Environment } from "../../runtime/v1/node/proxy-environment.js";
import type { Host } from "../host.js";

/** The values of `--color`. */
export type ColourChoice = "auto" | "always" | "never";

/** The streams that people read. */
export type StreamName = "output" | "error";

/** How texts are shown on one of the streams. */
export interface Appearance extends TextStyle {
  /** How wide the terminal is; undefined where there is none, and lines are as long as they are. */
  readonly terminalColumns: number | undefined;
}

/** Excerpts on what is no terminal. */
const usualColumns = 160;

/** Narrower ones could not even show a word. */
const narrowest = 20;

/** How a stream takes texts, with the value of `--color`. */
export function appearanceOf(color: ColourChoice, stream: StreamName, host: Host): Appearance {
  const columns = stream === "output" ? host.outputColumns : host.errorColumns;
  const terminalColumns = columns === undefined ? undefined : Math.max(narrowest, columns);
  return {
    paint: painterFor(color, stream, host),
    links: linksFor(color, stream, host),
    columns: terminalColumns ?? usualColumns,
    terminalColumns,
  };
}

/** Another text for each way in which the streams may show colours and links. */
export function traceOfAppearance(color: ColourChoice, host: Host): string {
  return (["output", "error"] as const)
    .map((stream) => {
      const { paint, links, terminalColumns } = appearanceOf(color, stream, host);
      return paint("bold", links.toPage("crd/name-invalid", `${terminalColumns ?? ""}`));
    })
    .join();
}

/** SGR codes (ECMA-48), with those that end them: one text may stand in another. */
const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
  bright: [94, 39],
};

/**
 * Colours as asked for; `auto` follows `FORCE_COLOR` (force-color.org; `0` and `false` ask for
 * none), else `NO_COLOR` (no-color.org), else whether the stream is a terminal that knows colours,
 * or the log of a run on GitHub, which shows them.
 */
export function painterFor(color: ColourChoice, stream: StreamName, host: Host): Paint {
  const wanted = color === "always" || (color === "auto" && isColourful(stream, host));
  if (!wanted) return plain;
  return (colour, text) => {
    const [begin, end] = codes[colour];
    return `\u001B[${begin}m${text}\u001B[${end}m`;
  };
}

function isColourful(stream: StreamName, host: Host): boolean {
  const { FORCE_COLOR: forced = "", NO_COLOR: none = "", TERM: terminal } = host.environment;
  if (forced !== "") return forced !== "0" && forced !== "false";
  if (none !== "" || terminal === "dumb") return false;
  return isOnTerminal(stream, host) || (isLogOfGithub(host) && !host.isFile(stream));
}

function isOnTerminal(stream: StreamName, host: Host): boolean {
  return stream === "output" ? host.outputIsTerminal : host.errorIsTerminal;
}

function isLogOfGithub({ environment }: Host): boolean {
  return environment["GITHUB_ACTIONS"] === "true";
}

/**
 * Links for what is printed to a stream: codes of diagnostics lead to their pages beside crdgen,
 * and files to themselves, where the terminal does not make links of `file:line:column`, which lead
 * to the line. What does not exist, such as a file in a revision of git, is no link.
 */
export function linksFor(color: ColourChoice, stream: StreamName, host: Host): Links {
  if (color === "never" || !takesLinks(isOnTerminal(stream, host), host.environment))
    return noLinks;
  const findsPlaces = programsThatFindPlaces.has(host.environment["TERM_PROGRAM"] ?? "");
  return {
    toFile: (path, text) => (findsPlaces ? text : link(urlOf(path, host), text)),
    toPage: (code, text) => link(host.linkTo(pageOf(code)), text),
  };
}

/** Values of `TERM_PROGRAM`. */
const programsThatFindPlaces: ReadonlySet<string> = new Set(["vscode", "zed"]);

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
  "zed",
]);

/** Seen from `dist/cli`, where the bundle lies. */
const pages = new URL("../../docs/diagnostics/", import.meta.url);

/**
 * The file of a code's page: `crd/name-invalid` → `…/docs/diagnostics/crd-name-invalid.md`. Kinds
 * of changes share one.
 */
export function pageOf(code: string): string {
  if (code.startsWith("diff/")) return fileURLToPath(new URL("../diff.md", pages));
  return fileURLToPath(new URL(`${code.replace("/", "-")}.md`, pages));
}
