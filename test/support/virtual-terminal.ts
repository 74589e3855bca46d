import { stripVTControlCharacters } from "node:util";
import type { IUnicodeVersionProvider } from "@xterm/headless";
import xterm from "@xterm/headless";
import stringWidth from "string-width";

/** Where the cursor stands, from 0 on; rows are counted from the first that was ever shown. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

/** A row of a screen, as wide as its text is. */
export interface Row {
  readonly text: string;
  /** It goes on with a line that was too wide for the row above. */
  readonly isWrapped: boolean;
}

/** A terminal without a window: what is written to it can be read as people see it. */
export class VirtualTerminal {
  readonly #terminal: xterm.Terminal;
  #raw = "";

  /** `isRaw`: line ends come without a carriage return, as no pseudo-terminal adds one. */
  constructor(columns: number, rows = 24, isRaw = false) {
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 100_000,
      convertEol: isRaw,
      allowProposedApi: true,
    });
    this.#terminal.unicode.register(graphemes);
    this.#terminal.unicode.activeVersion = graphemes.version;
  }

  /** All that was written, with its escape codes. */
  get raw(): string {
    return this.#raw;
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  write(text: string): void {
    this.#raw += text;
    this.#terminal.write(text);
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** All rows that were ever shown, but for empty ones at the end. */
  async rows(): Promise<readonly Row[]> {
    await this.#settle();
    const buffer = this.#terminal.buffer.active;
    const rows: Row[] = [];
    for (let index = 0; index < buffer.length; index++) {
      const line = buffer.getLine(index);
      const text = line?.translateToString(true).trimEnd() ?? "";
      rows.push({ text, isWrapped: line?.isWrapped ?? false });
    }
    while (rows.at(-1)?.text === "") rows.pop();
    return rows;
  }

  /** The same with marks where colours begin and end: `‹red bold›error‹/›`. */
  async markedRows(): Promise<readonly Row[]> {
    const rows = await this.rows();
    const { active } = this.#terminal.buffer;
    return rows.map(({ text, isWrapped }, index) => ({
      text: text === "" ? "" : markedText(active.getLine(index)),
      isWrapped,
    }));
  }

  /** What people see: each row as text, with what has scrolled out of sight. */
  async screen(): Promise<readonly string[]> {
    return (await this.rows()).map(({ text }) => text);
  }

  async cursor(): Promise<Cursor> {
    await this.#settle();
    const { baseY, cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: baseY + cursorY, column: cursorX };
  }

  /** The terminal takes what is written a little later. */
  #settle(): Promise<void> {
    return new Promise((resolve) => {
      this.#terminal.write("", resolve);
    });
  }
}

const joiner = 0x200d;
const emojiStyle = 0xfe0f;
const keycap = 0x20e3;

/** What came before, in the bits that the terminal keeps for us. */
const before = { other: 0, joiner: 1, flag: 2, picture: 3 } as const;

/**
 * Measures as `string-width` does: by grapheme. The terminal's own tables count each part of an
 * emoji, as terminals of old did.
 */
const graphemes: IUnicodeVersionProvider = {
  version: "graphemes",
  wcwidth: widthOf,
  charProperties(code, preceding) {
    const state = preceding >> 3;
    const width = widthOf(code);
    const isFlag = code >= 0x1f1e6 && code <= 0x1f1ff;
    const endsFlag = isFlag && state === before.flag;
    if (preceding !== 0 && (state === before.joiner || endsFlag || width === 0)) {
      const isPicture = code === emojiStyle && state === before.picture;
      const wide = isPicture || endsFlag || code === keycap ? 2 : (preceding >> 1) & 3;
      return properties(code === joiner ? before.joiner : before.other, wide, true);
    }
    const isPicture = /\p{Extended_Pictographic}/u.test(String.fromCodePoint(code));
    const next = isFlag ? before.flag : isPicture ? before.picture : before.other;
    return properties(next, width, false);
  },
};

/** As the terminal packs them. */
function properties(state: number, width: number, joins: boolean): number {
  return (state << 3) | (width << 1) | (joins ? 1 : 0);
}

const widths = new Map<number, 0 | 1 | 2>();

function widthOf(code: number): 0 | 1 | 2 {
  if (code >= 0x20 && code < 0x7f) return 1;
  // Colours of skin stand behind who has it, and vowels and ends of Korean behind their consonants.
  if ((code >= 0x1f3fb && code <= 0x1f3ff) || (code >= 0x1160 && code <= 0x11ff)) return 0;
  let width = widths.get(code);
  if (width === undefined) {
    const character = String.fromCodePoint(code);
    const isMark = /\p{M}/u.test(character);
    width = isMark ? 0 : (Math.min(2, stringWidth(character)) as 0 | 1 | 2); // never below 0
    widths.set(code, width);
  }
  return width;
}

const colours = [
  ...["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"],
  ...["grey", "bright red", "bright green", "bright yellow", "bright blue"],
  ...["bright magenta", "bright cyan", "bright white"],
] as const;

/** The text of a row, with marks where the style changes. */
function markedText(line: xterm.IBufferLine | undefined): string {
  let [text, style] = ["", ""];
  for (let column = 0; line !== undefined && column < line.length; column++) {
    const cell = line.getCell(column);
    // The second column of a wide character is empty.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const now = cell.getChars() === "" ? "" : styleOf(cell);
    if (now !== style) text += `${style === "" ? "" : "‹/›"}${now === "" ? "" : `‹${now}›`}`;
    text += cell.getChars() || " ";
    style = now;
  }
  return (style === "" ? text : `${text}‹/›`).trimEnd();
}

function styleOf(cell: xterm.IBufferCell): string {
  const styles = [
    cell.isFgPalette() ? (colours[cell.getFgColor()] ?? `colour ${cell.getFgColor()}`) : "",
    cell.isFgRGB() ? "rgb" : "",
    cell.isBgDefault() ? "" : "on a colour",
    cell.isBold() === 0 ? "" : "bold",
    cell.isDim() === 0 ? "" : "dim",
    cell.isUnderline() === 0 ? "" : "underlined",
    cell.isInverse() === 0 ? "" : "inverse",
  ];
  return styles.filter((name) => name !== "").join(" ");
}

/** What takes a line away again, also one that took several rows. */
const erasure = /\r?(?:\u001B\[\d*A)*\u001B\[\d*[JK]\r?/g;

/**
 * The lines of what was written that take more than so many columns: also what stood in a line for
 * a moment.
 */
export function linesTooWide(raw: string, columns: number): readonly string[] {
  return raw
    .replace(erasure, "\n")
    .split(/[\r\n]+/)
    .map((line) => stripVTControlCharacters(line))
    .filter((line) => stringWidth(line) > columns);
}

/** The texts that stood in the line of progress: what was erased, and what has no end. */
export function framesOf(raw: string): readonly string[] {
  const lines = raw.replace(erasure, "\0").split("\n");
  return lines.flatMap((line, index) => {
    const parts = line.split("\0").map((part) => stripVTControlCharacters(part));
    const last = parts.pop() ?? "";
    // A terminal shows the keys Ctrl-C behind what stands there.
    const isOpen = index === lines.length - 1 || last.includes("^C");
    if (isOpen) parts.push(last.replace(/\^C.*/s, ""));
    return parts.map((part) => part.trim()).filter((part) => part !== "");
  });
}

/**
 * The rows of a screen that are progress, which should have been taken away: they are a whole frame
 * with what may follow, or as much of one as the row takes.
 */
export function framesLeft(raw: string, rows: readonly string[]): readonly string[] {
  const frames = framesOf(raw);
  const isFrame = (row: string): boolean =>
    frames.some((text) => row.startsWith(text) || (row.length > 9 && text.startsWith(row)));
  return rows.filter((row) => row !== "" && isFrame(row));
}
