import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path, SourceDocument, Span } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { AddedField, DroppedField } from "../contract.js";
import type { ChangedField } from "./compare.js";

/** Where the fields of an object stand in its text, and where those would that it has not. */
export class FormLines {
  readonly #document: SourceDocument;

  /** Of a document that `writeYaml` wrote. */
  constructor(document: SourceDocument) {
    this.#document = document;
  }

  /** The lines of a field, or of an item, with all that it holds. */
  of(path: Path): Pick<AddedField, "line" | "lastLine"> {
    const { key, value } = this.#document.locate(path);
    return { line: this.#position(key).line, lastLine: this.#lastLine(value) };
  }

  /**
   * Where a field that is gone would stand: behind the one before it, else before the one behind
   * it, but never between a dash and the first field of its item.
   */
  dropped({ path, value }: ChangedField, sent: Json): DroppedField {
    const parent = path.slice(0, -1);
    const { before, behind } = this.#neighbours(path, sent);
    const sibling = before ?? behind;
    const column =
      sibling === undefined
        ? this.#columnOf(parent) + 2
        : this.#position(this.#document.locate([...parent, sibling]).key).column;
    return {
      line: this.#lineFor(parent, before, behind),
      text: fieldText(path, value, column - 1),
    };
  }

  #lineFor(parent: Path, before: string | undefined, behind: string | undefined): number {
    if (before !== undefined) return this.of([...parent, before]).lastLine + 1;
    if (behind === undefined) return this.of(parent).line + 1;
    const { line, lastLine } = this.of([...parent, behind]);
    return typeof parent.at(-1) === "number" ? lastLine + 1 : line;
  }

  /** The nearest fields beside one as it was sent that are still there. */
  #neighbours(
    path: Path,
    sent: Json,
  ): { readonly before: string | undefined; readonly behind: string | undefined } {
    const parent = path.slice(0, -1);
    const [holder, now] = [followSteps(sent, parent), followSteps(this.#document.value, parent)];
    const keys = isObject(holder) ? Object.keys(holder) : [];
    const isKept = (key: string): boolean => isObject(now) && Object.hasOwn(now, key);
    const at = keys.indexOf(String(path.at(-1)));
    return {
      before: keys.slice(0, at).findLast(isKept),
      behind: keys.slice(at + 1).find(isKept) ?? (isObject(now) ? Object.keys(now)[0] : undefined),
    };
  }

  /** Of a key; of an item, of its dash. */
  #columnOf(path: Path): number {
    const { key, head } = this.#document.locate(path);
    return this.#position(typeof path.at(-1) === "number" ? head : key).column;
  }

  #position({ start, file }: Span): { readonly line: number; readonly column: number } {
    return positionAt(file, start);
  }

  /** Of the last character that is no line break. */
  #lastLine({ file, start, end }: Span): number {
    let last = end;
    while (last > start && "\n ".includes(file.text.charAt(last - 1))) last--;
    return positionAt(file, Math.max(start, last - 1)).line;
  }
}

/** Lines of one field beyond these are only counted. */
const mostLines = 40;

function fieldText(path: Path, value: Json, indent: number): string {
  const lines = writeYaml({ [String(path.at(-1))]: value }).trimEnd().split("\n"); // prettier-ignore
  const left = lines.length - mostLines;
  const shown = left > 0 ? [...lines.slice(0, mostLines), `# ${left} more lines`] : lines;
  return shown.map((line) => " ".repeat(Math.max(0, indent)) + line).join("\n");
}
