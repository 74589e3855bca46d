/**
 * A document that can be laid out in several ways, and the way that fits: the pretty printer of Wadler and Oppen in the
 * variant that prettier uses (a group stays on its line if it fits up to the next place where the rest may break).
 */
export type Layout =
  | string
  | readonly Layout[]
  | { readonly kind: "group"; readonly content: Layout }
  | { readonly kind: "indent"; readonly content: Layout }
  /** A line break, or `flat` where the group stays on one line. */
  | { readonly kind: "line"; readonly flat: string }
  /** Behind a space if it fits up to its first break, else indented on the next line. */
  | { readonly kind: "hang"; readonly content: Layout }
  /** Text only where the group is broken. */
  | { readonly kind: "ifBroken"; readonly text: string };

export const line: Layout = { kind: "line", flat: " " };
export const softLine: Layout = { kind: "line", flat: "" };

export function group(...content: readonly Layout[]): Layout {
  return { kind: "group", content };
}

export function indent(...content: readonly Layout[]): Layout {
  return { kind: "indent", content };
}

export function hang(content: Layout): Layout {
  return { kind: "hang", content };
}

export function ifBroken(text: string): Layout {
  return { kind: "ifBroken", text };
}

/** The parts with a separator between them. */
export function separated(parts: readonly Layout[], ...separator: readonly Layout[]): Layout {
  return parts.map((part, index) => (index === 0 ? part : [separator, part]));
}

/** What is still to be printed, the next on top: layouts, each with its indentation and whether its group is broken. */
class Stack {
  readonly layouts: Layout[] = [];
  readonly depths: number[] = [];
  readonly modes: boolean[] = [];

  push(layout: Layout, depth: number, broken: boolean): void {
    this.layouts.push(layout);
    this.depths.push(depth);
    this.modes.push(broken);
  }

  pushAll(parts: readonly Layout[], depth: number, broken: boolean): void {
    for (let index = parts.length - 1; index >= 0; index--) {
      this.push(parts[index] ?? "", depth, broken);
    }
  }

  clear(): void {
    this.layouts.length = 0;
    this.depths.length = 0;
    this.modes.length = 0;
  }
}

/** The text of a layout that begins at a column, at most `width` columns wide where that is possible. */
export function printLayout(layout: Layout, depth: number, column: number, width: number): string {
  return new Printer(column, width).print(layout, depth);
}

class Printer {
  readonly #stack = new Stack();
  /** What `#fits` is looking at; empty in between. */
  readonly #ahead = new Stack();
  readonly #width: number;
  #position: number;
  readonly #parts: string[] = [];

  constructor(column: number, width: number) {
    this.#position = column;
    this.#width = width;
  }

  print(layout: Layout, depth: number): string {
    const { layouts, depths, modes } = this.#stack;
    this.#stack.push(layout, depth, true);
    for (let next = layouts.pop(); next !== undefined; next = layouts.pop()) {
      this.#step(next, depths.pop() ?? 0, modes.pop() ?? true);
    }
    return this.#parts.join("");
  }

  #step(layout: Layout, depth: number, broken: boolean): void {
    const stack = this.#stack;
    if (typeof layout === "string") this.#write(layout);
    else if (isList(layout)) stack.pushAll(layout, depth, broken);
    else if (layout.kind === "group") {
      stack.push(layout.content, depth, broken && !this.#fits(layout.content, depth, false));
    } else if (layout.kind === "indent") stack.push(layout.content, depth + 2, broken);
    else if (layout.kind === "hang") this.#hang(layout.content, depth, broken);
    else if (layout.kind === "ifBroken") {
      if (broken) this.#write(layout.text);
    } else if (broken) this.#breakLine(depth);
    else this.#write(layout.flat);
  }

  #hang(content: Layout, depth: number, broken: boolean): void {
    this.#stack.push(group(content), depth, broken);
    if (this.#fits(" ", depth, broken)) {
      this.#write(" ");
      return;
    }
    this.#stack.depths[this.#stack.depths.length - 1] = depth + 2;
    this.#breakLine(depth + 2);
  }

  #write(part: string): void {
    this.#parts.push(part);
    this.#position += textWidth(part);
  }

  #breakLine(indentation: number): void {
    const parts = this.#parts;
    for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
      const kept = last.trimEnd();
      if (kept === "") continue;
      parts.push(kept);
      break;
    }
    parts.push("\n" + " ".repeat(indentation));
    this.#position = indentation;
  }

  /** Whether a layout, and what follows it up to the first place where that may break, fits on the rest of the line. */
  #fits(layout: Layout, depth: number, broken: boolean): boolean {
    const ahead = this.#ahead;
    ahead.clear();
    ahead.push(layout, depth, broken);
    let below = this.#stack.layouts.length;
    let room = this.#width - this.#position;
    while (room >= 0) {
      let next = ahead.layouts.pop();
      let isBroken = ahead.modes.pop() === true;
      if (next === undefined) {
        next = this.#stack.layouts[--below];
        isBroken = this.#stack.modes[below] === true;
      }
      if (next === undefined) return true;
      if (typeof next === "string") room -= textWidth(next);
      else if (isList(next)) ahead.pushAll(next, 0, isBroken);
      else if (next.kind === "line") {
        if (isBroken) return true;
        room -= next.flat.length;
      } else if (next.kind === "ifBroken") room -= isBroken ? next.text.length : 0;
      else {
        if (next.kind === "hang") room--;
        ahead.push(next.content, 0, isBroken);
      }
    }
    return false;
  }
}

// Array.isArray does not narrow readonly arrays.
function isList(layout: Exclude<Layout, string>): layout is readonly Layout[] {
  return Array.isArray(layout);
}

/** Columns of a text: wide East Asian characters and emoji take two, combining marks none. */
export function textWidth(text: string): number {
  return narrow.test(text) ? text.length : wideTextWidth(text);
}

const narrow = /^[\x20-\x7e]*$/;
const wide = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u; // prettier-ignore

function wideTextWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
