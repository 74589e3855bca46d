import type { Links } from "../crd/diagnostics/render/render-text.js";
import { noLinks } from "../crd/diagnostics/render/render-text.js";
import type { Environment } from "../runtime/v1/node/proxy-environment.js";
import { pageOf } from "./diagnostic-page.js";
import type { Host } from "./host.js";

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
 * Whether a terminal shows links. Those that do not may print the URL, so only those are taken that
 * are known to. `FORCE_HYPERLINK` decides where it is set: `0` and `false` ask for none. Colours
 * and `NO_COLOR` have no say in it. Our own rules, as there are few; the package
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
