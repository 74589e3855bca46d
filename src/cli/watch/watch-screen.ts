import { displayWidth, printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome, plural } from "../../crd/diagnostics/wording.js";
import { logsDebug } from "../facts/run-facts.js";
import type { Host } from "../host.js";
import { fitLines } from "../process/fit.js";
import type { Appearance, ColourChoice } from "../terminal/appearance.js";
import { appearanceOf } from "../terminal/appearance.js";
import type { Change } from "./watch-places.js";
import { changeKinds } from "./watch-places.js";

/** What decides what a watch says, and how. */
export interface WatchOptions {
  readonly quiet: boolean;
  readonly color: ColourChoice;
  /** False keeps what stands on the terminal; default true. */
  readonly clear?: boolean | undefined;
  /** Diagnostics go to standard output; default false: to standard error. */
  readonly reportsToOutput?: boolean;
}

/** Tells whether a run that watches begins on an empty screen. */
export function clearsScreen(options: WatchOptions, host: Host): boolean {
  return (
    options.clear !== false &&
    !logsDebug() && // whose lines are to be read together
    isOnTerminal(options, host) &&
    host.environment["TERM"] !== "dumb"
  );
}

/** Tells whether a person sees what a watch says while it says it. */
export function isOnTerminal({ reportsToOutput }: WatchOptions, host: Host): boolean {
  return host.errorIsTerminal || (reportsToOutput === true && host.outputIsTerminal);
}

/** Why a run begins. */
export type RunReason = "first" | "again" | readonly Change[];

/** The time of day where the process runs, such as `10:42:07`. */
export function timeOfDay(now = new Date()): string {
  return now.toTimeString().slice(0, 8);
}

const namedAtMost = 5;

/** What a watch says around the output of its runs. */
export class WatchScreen {
  readonly #options: WatchOptions;
  readonly #host: Host;
  /** Standard error is not seen, and standard output is. */
  readonly #usesOutput: boolean;
  readonly #clears: boolean;
  readonly #isLive: boolean;

  constructor(options: WatchOptions, host: Host) {
    this.#options = options;
    this.#host = host;
    this.#isLive = isOnTerminal(options, host);
    this.#usesOutput = this.#isLive && !host.errorIsTerminal;
    this.#clears = clearsScreen(options, host);
  }

  /**
   * Before a run: when it begins, and why.
   *
   * @param mayClear false where the screen is another program's
   */
  begin(reason: RunReason, mayClear: boolean): void {
    const clears = this.#clears && mayClear;
    if (clears) this.#write(emptyScreen(this.#host.terminalRows));
    if (this.#options.quiet || (reason === "first" && !this.#isLive)) return;
    const { paint, terminalColumns = Infinity } = this.#look;
    const time = timeOfDay();
    const gap = clears || reason === "first" ? "" : "\n";
    const why = reasonText(reason, terminalColumns - displayWidth(time) - 1);
    this.#say(`${gap}${paint("dim", time)} ${why}\n${clears ? "\n" : ""}`);
  }

  /** After a run: what was mended since the one before. */
  tellMended(mended: string): void {
    if (mended === "" || this.#options.quiet) return;
    this.#say(`${this.#look.paint("green", "mended:")} ${mended}\n`);
  }

  /** After a run: what is watched, and how to go on. Where nobody reads along, once. */
  wait(places: readonly string[], hearsKeys: boolean, isFirst: boolean): void {
    if (this.#options.quiet || (!this.#isLive && !isFirst)) return;
    const names = nameSome(places.map(printableName), namedAtMost);
    if (!this.#isLive) {
      this.#say(`${timeOfDay()} watching ${names}; Ctrl-C ends it\n`);
      return;
    }
    const { paint, terminalColumns = Infinity } = this.#look;
    const ways = hearsKeys ? "Enter runs again · q quits · h helps" : "Ctrl-C ends it";
    const named = `watching ${names} · ${ways}`;
    const counted = `watching ${plural(places.length, "place")} · ${ways}`;
    const isShort = places.length === 1 && displayWidth(named) < terminalColumns;
    this.#say(`\n${paint("dim", isShort ? named : counted)}\n`);
  }

  /** The help of the key `h`. */
  help(places: readonly string[]): void {
    const list = places.map((place) => `    ${printableName(place)}\n`).join("");
    this.#say(
      `\n  Enter   runs again, and reads the configuration anew\n` +
        `  q       quits, and so does Ctrl-D\n` +
        `  h       shows this\n\n  watched for changes:\n${list}`,
    );
  }

  /** Terminals change their size. */
  get #look(): Appearance {
    return appearanceOf(this.#options.color, this.#usesOutput ? "output" : "error", this.#host);
  }

  #say(text: string): void {
    this.#write(fitLines(text, this.#look.terminalColumns));
  }

  #write(text: string): void {
    if (this.#usesOutput) this.#host.print(text);
    else this.#host.warn(text);
  }
}

/**
 * Scrolls away what stands there, where it can be read by who scrolls back: it may be what a person
 * did before.
 */
function emptyScreen(rows = 0): string {
  return `${"\n".repeat(Math.max(0, rows - 1))}\u001B[H\u001B[J`;
}

function reasonText(reason: RunReason, room: number): string {
  if (reason === "first") return "first run";
  if (reason === "again") return "run again";
  // The whole list where it fits, and fewer names in a narrow terminal.
  for (let count = namedAtMost; count > 1; count--) {
    const text = changesText(reason, count);
    if (displayWidth(text) <= room) return text;
  }
  return changesText(reason, 1);
}

/** `changed: a.yaml, b.yaml; removed: c.yaml`. */
function changesText(changes: readonly Change[], atMost: number): string {
  return changeKinds
    .flatMap((kind) => {
      const paths = changes.filter((change) => change.kind === kind).map(({ path }) => path);
      return paths.length === 0 ? [] : [`${kind}: ${nameSome(paths.map(printableName), atMost)}`];
    })
    .join("; ");
}
