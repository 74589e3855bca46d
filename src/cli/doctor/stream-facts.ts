import { plain } from "../../crd/diagnostics/render/render.js";
import type { Host } from "../host.js";
import type { ColourChoice, StreamName } from "../terminal/appearance.js";
import { painterFor, takesLinks } from "../terminal/appearance.js";

/** How one of the streams shows what is printed, and why. */
export interface StreamFacts {
  readonly isTerminal: boolean;
  /** How wide the terminal is; null where there is none, or it does not tell. */
  readonly columns: number | null;
  readonly colours: boolean;
  readonly coloursBecause: string;
  readonly links: boolean;
  readonly linksBecause: string;
}

/** The facts of a stream, with the value of `--color`. */
export function streamFacts(color: ColourChoice, stream: StreamName, host: Host): StreamFacts {
  // Node leaves it undefined where there is none, whatever its types say.
  const told: unknown = stream === "output" ? host.outputIsTerminal : host.errorIsTerminal;
  const isTerminal = told === true;
  const columns = stream === "output" ? host.outputColumns : host.errorColumns;
  const colours = painterFor(color, stream, host) !== plain;
  const links = color !== "never" && takesLinks(isTerminal, host.environment);
  return {
    isTerminal,
    columns: columns ?? null,
    colours,
    coloursBecause: colourReason(color, isTerminal, colours, host),
    links,
    linksBecause: linkReason(color, isTerminal, links, host),
  };
}

/** `a terminal of 80 columns; colours: yes (it is a terminal); links: no (CI=true)`. */
export function streamText(facts: StreamFacts): string {
  const { isTerminal, columns, colours, coloursBecause, links, linksBecause } = facts;
  const width = columns === null ? "" : ` of ${columns} columns`;
  const yes = (is: boolean): string => (is ? "yes" : "no");
  return [
    isTerminal ? `a terminal${width}` : noTerminal,
    `colours: ${yes(colours)} (${coloursBecause})`,
    `links: ${yes(links)} (${linksBecause})`,
  ].join("; ");
}

const noTerminal = "no terminal";

/** The variables that decide about colours and links. */
const decisive = [
  "TERM",
  "TERM_PROGRAM",
  "NO_COLOR",
  "FORCE_COLOR",
  "FORCE_HYPERLINK",
  "CI",
  "GITHUB_ACTIONS",
] as const;

type Decisive = (typeof decisive)[number];

/** Those that are set. */
export function terminalVariables({ environment }: Host): Readonly<Record<string, string>> {
  return Object.fromEntries(
    decisive.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `NAME=value` of the first of some variables that has a value. */
function firstOf(names: readonly Decisive[], { environment }: Host): string | undefined {
  const name = names.find((one) => (environment[one] ?? "") !== "");
  return name === undefined ? undefined : `${name}=${environment[name] ?? ""}`;
}

/** Follows the rules of `painterFor`, in their order. */
function colourReason(
  color: ColourChoice,
  isTerminal: boolean,
  colours: boolean,
  host: Host,
): string {
  if (color !== "auto") return `--color ${color}`;
  const decided = firstOf(["FORCE_COLOR", "NO_COLOR"], host);
  if (decided !== undefined) return decided;
  if (host.environment["TERM"] === "dumb") return "TERM=dumb";
  if (isTerminal) return "it is a terminal";
  return colours ? "GITHUB_ACTIONS=true" : noTerminal;
}

/** Follows the rules of `takesLinks`, in their order. */
function linkReason(color: ColourChoice, isTerminal: boolean, links: boolean, host: Host): string {
  if (color === "never") return "--color never";
  const decided = firstOf(["FORCE_HYPERLINK"], host);
  if (decided !== undefined) return decided;
  if (!isTerminal) return noTerminal;
  if (links) return "the terminal is known to take them";
  if (host.environment["TERM"] === "dumb") return "TERM=dumb";
  return firstOf(["CI"], host) ?? "the terminal is not known to take them";
}
