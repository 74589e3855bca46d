import type { FieldTable } from "../../docs/model/page.js";
import type { CodeLine, Token, TokenKind } from "./code-lines.js";
import { FieldPlace } from "./code-lines.js";

/**
 * The lines of the types of a kind, with what they are about. The first declaration is the object;
 * another one belongs to the field that names it first.
 */
export function typeLines(text: string, table: FieldTable): readonly CodeLine[] {
  const places = new Map<string, FieldPlace>();
  let outer = new FieldPlace(table);
  let here = outer;
  let isFirst = true;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const [, declared] =
        /^export (?:interface|type|const|enum) ([\p{L}\p{N}_$]+)/u.exec(line) ?? [];
      if (declared !== undefined) {
        outer = places.get(declared) ?? new FieldPlace(table, "", isFirst ? 0 : undefined);
        here = outer;
        isFirst = false;
      }
      const [, name] = memberForm.exec(line) ?? [];
      if (name !== undefined) here = outer.member(memberName(name));
      else if (!line.startsWith("   ")) here = outer;
      for (const [word] of line.matchAll(names)) {
        if (word !== declared && !places.has(word)) places.set(word, here.inner());
      }
      return { path: line === "" ? "" : here.path, tokens: tokensOf(line, name) };
    });
}

/** A member stands two columns from the left, what belongs to it further to the right. */
const memberForm = /^ {2}(?:readonly )?([\p{L}\p{N}_$]+|"(?:\\.|[^"\\])*")\??:/u;

const names = /\p{Lu}[\p{L}\p{N}_$]*/gu;

function memberName(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string; // keys are quoted as JSON quotes
  } catch {
    return text;
  }
}

const parts =
  /("(?:\\.|[^"\\])*")|\b(export|interface|type|extends|readonly|undefined|null|const|enum)\b|([\p{L}_$][\p{L}\p{N}_$]*)|\b(\d[\d.]*)\b/gu;

function tokensOf(line: string, member: string | undefined): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let isKeyOpen = member !== undefined;
  for (const match of line.matchAll(parts)) {
    const [text, quoted, word, , number] = match;
    const isKey = isKeyOpen && text === member;
    if (isKey) isKeyOpen = false;
    const kind: TokenKind = isKey
      ? "key"
      : quoted !== undefined
        ? "string"
        : word !== undefined
          ? "word"
          : number !== undefined
            ? "number"
            : "type";
    tokens.push(["", line.slice(end, match.index)], [kind, text]);
    end = match.index + text.length;
  }
  return [...tokens, ["", line.slice(end)]];
}
