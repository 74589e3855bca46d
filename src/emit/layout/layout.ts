/**
 * A document that can be laid out in several ways, and the way that fits: the pretty printer of
 * Wadler and Oppen in the variant that prettier uses (a group stays on its line if it fits up to
 * the next place where the rest may break).
 */
export type Layout =
  | string
  | readonly Layout[]
  /** `broken`: does not stay on its line, since something in it does not. */
  | { readonly kind: "group"; readonly content: Layout; readonly broken: boolean }
  /** The first of several ways that fits on its line; the last one where none does. */
  | { readonly kind: "choice"; readonly ways: readonly Layout[]; readonly broken: boolean }
  /** Items with a line between two of them where the next one does not fit. */
  | { readonly kind: "fill"; readonly items: readonly string[] }
  /** A line break in any case; `blank`: with an empty line. */
  | { readonly kind: "hardLine"; readonly blank: boolean }
  | { readonly kind: "indent"; readonly content: Layout }
  /** A line break, or `flat` where the group stays on one line. */
  | { readonly kind: "line"; readonly flat: string }
  /** Behind a space if it fits up to its first break, else indented on the next line. */
  | { readonly kind: "hang"; readonly content: Layout }
  /** Text only where the group is broken. */
  | { readonly kind: "ifBroken" | "ifFlat"; readonly text: string }
  /** Nothing, but no group around it stays on its line. */
  | { readonly kind: "breakOutside" };

/** Prettier's default. */
export const lineWidth = 80;

/** A line break, or a space. */
export const line: Layout = { kind: "line", flat: " " };
/** A line break, or nothing. */
export const softLine: Layout = { kind: "line", flat: "" };

/** A line break in any case. */
export const hardLine: Layout = { kind: "hardLine", blank: false };
/** An empty line. */
export const blankLine: Layout = { kind: "hardLine", blank: true };
/** Breaks every group around it. */
export const breakOutside: Layout = { kind: "breakOutside" };

/** Stays on its line if it fits; else all line breaks that are directly in it are made. */
export function group(...content: readonly Layout[]): Layout {
  return { kind: "group", content, broken: willBreak(content) };
}

/** A group that never stays on its line. */
export function brokenGroup(...content: readonly Layout[]): Layout {
  return { kind: "group", content, broken: true };
}

/** The first way that fits on its line, else the last; `broken`: the last one in any case. */
export function choice(ways: readonly Layout[]): Layout {
  return { kind: "choice", ways, broken: false };
}

/** As many items to a line as fit. */
export function fill(items: readonly string[]): Layout {
  return { kind: "fill", items };
}

/** Whether a layout has a line break in any case. */
export function willBreak(layout: Layout): boolean {
  if (typeof layout === "string") return false;
  if (isList(layout)) return layout.some(willBreak);
  switch (layout.kind) {
    case "group":
    case "choice":
      return layout.broken;
    case "indent":
    case "hang":
      return willBreak(layout.content);
    case "hardLine":
    case "breakOutside":
      return true;
    default:
      return false;
  }
}

/** Two columns further in, after each line break in it. */
export function indent(...content: readonly Layout[]): Layout {
  return { kind: "indent", content };
}

/** The right side of a declaration: behind what comes before it, or on the next line. */
export function hang(content: Layout): Layout {
  return { kind: "hang", content };
}

/** Text for broken groups alone, such as the comma after the last of several lines. */
export function ifBroken(text: string): Layout {
  return { kind: "ifBroken", text };
}

/** Text only where the group is not broken. */
export function ifFlat(text: string): Layout {
  return { kind: "ifFlat", text };
}

/** The parts with a separator between them. */
export function separated(parts: readonly Layout[], ...separator: readonly Layout[]): Layout {
  return parts.map((part, index) => (index === 0 ? part : [separator, part]));
}

/**
 * A list that is being printed; what stands in it from `next` on comes behind all that was opened
 * since.
 */
interface Frame {
  readonly parts: readonly Layout[];
  readonly depth: number;
  readonly broken: boolean;
  readonly outer: Frame | undefined;
  next: number;
}

/**
 * The text of a layout that begins at a column, at most `width` columns wide where that is
 * possible.
 */
export function printLayout(layout: Layout, depth: number, column: number, width: number): string {
  return new LayoutPrinter(column, width).print(layout, depth);
}

/** Prints with a stack of its own, so that no layout is too deep. */
class LayoutPrinter {
  readonly #width: number;
  #column: number;
  #text = "";
  /** The last line, with the line break before it. */
  #last = "";
  #frame: Frame | undefined;

  constructor(column: number, width: number) {
    this.#column = column;
    this.#width = width;
  }

  print(layout: Layout, depth: number): string {
    this.#open(layout, depth, true);
    for (let frame = this.#frame; frame !== undefined; frame = this.#frame) {
      const part = frame.parts[frame.next++];
      if (part === undefined) this.#frame = frame.outer;
      else this.#printPart(part, frame);
    }
    return this.#text + this.#last;
  }

  #printPart(part: Layout, { depth, broken }: Frame): void {
    if (typeof part === "string") this.#write(part);
    else if (isList(part)) this.#open(part, depth, broken);
    else {
      switch (part.kind) {
        case "group":
          this.#open(
            part.content,
            depth,
            part.broken || (broken && !this.#stays(part.content, false)),
          );
          break;
        case "choice":
          this.#choose(part.ways, depth, broken);
          break;
        case "fill":
          this.#fill(part.items, depth);
          break;
        case "hardLine":
          this.#breakLine(depth);
          if (part.blank) this.#breakLine(depth);
          break;
        case "breakOutside":
          break;
        case "indent":
          this.#open(part.content, depth + 2, broken);
          break;
        case "hang":
          this.#hang(part.content, depth, broken, this.#stays(part, broken));
          break;
        case "ifBroken":
          if (broken) this.#write(part.text);
          break;
        case "ifFlat":
          if (!broken) this.#write(part.text);
          break;
        case "line":
          if (broken) this.#breakLine(depth);
          else this.#write(part.flat);
          break;
      }
    }
  }

  #hang(content: Layout, depth: number, broken: boolean, isBehind: boolean): void {
    if (isBehind) this.#write(" ");
    else this.#breakLine(depth + 2);
    this.#open(group(content), isBehind ? depth : depth + 2, broken);
  }

  #choose(ways: readonly Layout[], depth: number, broken: boolean): void {
    const [first = ""] = ways;
    if (!broken) {
      this.#open(first, depth, false);
      return;
    }
    const found = ways.slice(0, -1).find((way) => this.#stays(way, false));
    if (found === undefined) this.#open(ways.at(-1) ?? "", depth, true);
    else this.#open(found, depth, false);
  }

  #fill(items: readonly string[], depth: number): void {
    for (const [index, item] of items.entries()) {
      const isBehind = this.#column + 1 + textWidth(item) <= this.#width;
      if (index > 0 && isBehind) this.#write(" ");
      else if (index > 0) this.#breakLine(depth);
      this.#write(item);
    }
  }

  #open(part: Layout, depth: number, broken: boolean): void {
    const parts = typeof part !== "string" && isList(part) ? part : [part];
    this.#frame = { parts, depth, broken, outer: this.#frame, next: 0 };
  }

  #write(part: string): void {
    this.#last += part;
    this.#column += textWidth(part);
  }

  #breakLine(indentation: number): void {
    this.#text += this.#last.endsWith(" ") ? this.#last.replace(/ +$/, "") : this.#last;
    const column = Math.min(indentation, maxIndentation);
    this.#last = "\n" + " ".repeat(column);
    this.#column = column;
  }

  #stays(part: Layout, broken: boolean): boolean {
    return fits(part, broken, this.#frame, this.#width - this.#column);
  }
}

/**
 * Whether a part fits on its line, with what follows up to the first place where that may break.
 */
function fits(part: Layout, broken: boolean, rest: Frame | undefined, width: number): boolean {
  let room = roomBehind(part, broken, width);
  for (let next = rest; next !== undefined && room >= 0 && room < Infinity; next = next.outer) {
    room = roomBehindAll(next.parts, next.next, next.broken, room);
  }
  return room >= 0;
}

/**
 * How many columns are left behind a part, less than none where it does not fit; endless once a
 * line may end.
 */
function roomBehind(part: Layout, broken: boolean, room: number): number {
  if (typeof part === "string") return room - textWidth(part);
  if (isList(part)) return roomBehindAll(part, 0, broken, room);
  switch (part.kind) {
    case "group":
      return roomBehind(part.content, part.broken || broken, room);
    case "choice": {
      const way = part.broken || broken ? part.ways.at(-1) : part.ways[0];
      return roomBehind(way ?? "", part.broken || broken, room);
    }
    case "fill":
      return room - part.items.join(" ").length;
    case "hardLine":
      return Infinity;
    case "breakOutside":
      return room;
    case "indent":
      return roomBehind(part.content, broken, room);
    case "hang":
      return roomBehind(part.content, broken, room - 1);
    case "ifBroken":
      return broken ? room - part.text.length : room;
    case "ifFlat":
      return broken ? room : room - part.text.length;
    case "line":
      return broken ? Infinity : room - part.flat.length;
  }
}

function roomBehindAll(
  parts: readonly Layout[],
  from: number,
  broken: boolean,
  room: number,
): number {
  let left = room;
  for (let index = from; index < parts.length && left >= 0 && left < Infinity; index++) {
    left = roomBehind(parts[index] ?? "", broken, left);
  }
  return left;
}

// Array.isArray does not narrow readonly arrays.
function isList(layout: Exclude<Layout, string>): layout is readonly Layout[] {
  return Array.isArray(layout);
}

/**
 * What is nested more deeply than any code of people is indented no more: indentation would be most
 * of the text.
 */
export const maxIndentation = 80;

/** Columns of a text: wide East Asian characters and emoji take two, combining marks none. */
export function textWidth(text: string): number {
  return beyondAscii.test(text) ? wideTextWidth(text) : text.length;
}

const beyondAscii = /[^\0-~]/;
const wide = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u; // prettier-ignore

function wideTextWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
