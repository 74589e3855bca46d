import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { listCode } from "../../emit/object-code.js";

/** What a member may hold; nothing is said by undefined, false and an empty list. */
type Said = Expr | string | number | boolean | readonly string[] | undefined;

/** The members of an object literal that say something. */
export function given(said: Readonly<Record<string, Said>>): readonly Member[] {
  const members: Member[] = [];
  for (const key in said) {
    const value = said[key];
    if (isTexts(value)) {
      if (value.length > 0)
        members.push({ key, value: listCode(value.map((text) => expr`${text}`)) });
    } else if (value !== undefined && value !== false) {
      members.push({ key, value: expr`${value}` });
    }
  }
  return members;
}

function isTexts(said: Said): said is readonly string[] {
  return Array.isArray(said);
}
