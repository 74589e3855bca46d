import { fileURLToPath } from "node:url";
import type { Links, Paint } from "../../crd/diagnostics/render/render.js";
import { noLinks, plain } from "../../crd/diagnostics/render/render.js";
import type { Environment } from "../../runtime/v1/node/proxy-environment.js";
import type { Host } from "../host.js";

/** The values of `--color`. */
export type ColourChoice = "auto" | "always" | "never";

/** Another text for each way in which standard error may show colours and links. */
export function appearance(color: ColourChoice, host: Host): string {
  const paint = painterFor(color, host.errorIsTerminal, host);
  const links = linksFor(color, host.errorIsTerminal, host);
  return paint("bold", links.toPage("crd/name-invalid", "text"));
}

const codes = { red: 31, yellow: 33, blue: 34, cyan: 36, bold: 1, dim: 2 } as const;

/**
 * Colours as asked for; `auto` follows `FORCE_COLOR` (force-color.org; `0` and `false` ask for
 * none), else `NO_COLOR` (no-color.org), else whether the stream is a terminal that knows colours.
 */
export function painterFor(color: ColourChoice, isTerminal: boolean, host: Host): Paint {
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
export function linksFor(color: ColourChoice, isTerminal: boolean, host: Host): Links {
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

/** Seen from `dist/cli`, where the bundle lies. */
const pages = new URL("../../docs/diagnostics/", import.meta.url);

/** The file of a code's page: `crd/name-invalid` → `…/docs/diagnostics/crd-name-invalid.md`. */
export function pageOf(code: string): string {
  return fileURLToPath(new URL(`${code.replace("/", "-")}.md`, pages));
}
