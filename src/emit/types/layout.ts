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

interface Step {
  readonly depth: number;
  readonly broken: boolean;
  readonly layout: Layout;
}

/** The text of a layout that begins at a column, at most `width` columns wide where that is possible. */
export function printLayout(layout: Layout, depth: number, column: number, width: number): string {
  const steps: Step[] = [{ depth, broken: true, layout }];
  let text = "";
  /** The last line, with the line break before it. */
  let last = "";
  let position = column;
  const write = (part: string): void => {
    last += part;
    position += textWidth(part);
  };
  const breakLine = (indentation: number): void => {
    text += last.trimEnd();
    last = "\n" + " ".repeat(indentation);
    position = indentation;
  };
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { broken, layout: current } = step;
    if (typeof current === "string") write(current);
    else if (isList(current)) pushAll(steps, current, step.depth, broken);
    else if (current.kind === "group") {
      const flat: Step = { ...step, broken: false, layout: current.content };
      const stays = !broken || fits(flat, steps, width - position);
      steps.push(stays ? flat : { ...flat, broken: true });
    } else if (current.kind === "indent") {
      steps.push({ depth: step.depth + 2, broken, layout: current.content });
    } else if (current.kind === "hang") {
      const content: Step = { ...step, layout: group(current.content) };
      const stays = fits({ ...step, layout: " " }, [...steps, content], width - position);
      if (stays) write(" ");
      else breakLine(step.depth + 2);
      steps.push(stays ? content : { ...content, depth: step.depth + 2 });
    } else if (current.kind === "ifBroken") {
      if (broken) write(current.text);
    } else if (broken) breakLine(step.depth);
    else write(current.flat);
  }
  return text + last;
}

function fits(first: Step, rest: readonly Step[], width: number): boolean {
  const steps: Step[] = [first];
  let room = width;
  let next = rest.length;
  while (room >= 0) {
    const step = steps.pop() ?? rest[--next];
    if (step === undefined) return true;
    const { broken, layout } = step;
    if (typeof layout === "string") room -= textWidth(layout);
    else if (isList(layout)) pushAll(steps, layout, step.depth, broken);
    else if (layout.kind === "line") {
      if (broken) return true;
      room -= layout.flat.length;
    } else if (layout.kind === "ifBroken") room -= broken ? layout.text.length : 0;
    else {
      if (layout.kind === "hang") room--;
      steps.push({ ...step, layout: layout.content });
    }
  }
  return false;
}

function pushAll(steps: Step[], parts: readonly Layout[], depth: number, broken: boolean): void {
  for (let index = parts.length - 1; index >= 0; index--) {
    steps.push({ depth, broken, layout: parts[index] ?? "" });
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
