import type { ts } from "ts-morph";
import { isIdentifier, propertyKey } from "../../../codegen/emit/identifiers.js";
import type { TypeScript } from "./compiler.js";
import type { Usage } from "./find-usages.js";

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The new texts of files that use a field which was renamed. Local variables keep their names:
 * `{ old }` becomes `{ renamed: old }`.
 */
export function renameUsages(
  typeScript: TypeScript,
  usages: readonly Usage[],
): ReadonlyMap<ts.SourceFile, string> {
  const edits = new Map<ts.SourceFile, Edit[]>();
  for (const usage of usages) {
    const renamedTo = usage.changes.find((change) => change.renamedTo !== undefined)?.renamedTo;
    if (renamedTo === undefined) continue;
    const ofFile = edits.get(usage.file) ?? [];
    edits.set(usage.file, [...ofFile, editOf(typeScript, usage, renamedTo)]);
  }
  return new Map([...edits].map(([file, list]) => [file, applyEdits(file.text, list)]));
}

function editOf(typeScript: TypeScript, { file, name }: Usage, renamedTo: string): Edit {
  const [start, end] = [name.getStart(file), name.getEnd()];
  if (typeScript.isStringLiteralLike(name)) return { start, end, text: JSON.stringify(renamedTo) };
  const { parent } = name;
  if (typeScript.isPropertyAccessExpression(parent)) {
    if (isIdentifier(renamedTo)) return { start, end, text: renamedTo };
    // `a.b` becomes `a["b-c"]`, and `a?.b` `a?.["b-c"]`.
    const dot = parent.questionDotToken === undefined ? parent.expression.getEnd() : start;
    return { start: dot, end, text: `[${JSON.stringify(renamedTo)}]` };
  }
  const text = propertyKey(renamedTo);
  if (typeScript.isShorthandPropertyAssignment(parent)) {
    return { start, end, text: `${text}: ${name.getText(file)}` };
  }
  const isShort = typeScript.isBindingElement(parent) && parent.propertyName === undefined;
  return { start, end, text: isShort ? `${text}: ${name.getText(file)}` : text };
}

/** From the end on, so that places before an edit stay where they are; each place once. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  let last = Infinity;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => b.start - a.start)) {
    if (end > last) continue;
    result = result.slice(0, start) + inserted + result.slice(end);
    last = start;
  }
  return result;
}
