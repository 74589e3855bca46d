import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { listCode } from "../../emit/object-code.js";

/** What a member may hold; nothing is said by undefined, false and an empty list. */
type Said = Expr | string | number | boolean | readonly string[] | undefined;

/** The members of an object literal that say something. */
export function given(members: Readonly<Record<string, Said>>): readonly Member[] {
  return Object.entries(members).flatMap(([key, said]) =>
    said === undefined || said === false || (isTexts(said) && said.length === 0)
      ? []
      : [
          {
            key,
            value: isTexts(said) ? listCode(said.map((text) => expr`${text}`)) : expr`${said}`,
          },
        ],
  );
}

function isTexts(said: Said): said is readonly string[] {
  return Array.isArray(said);
}
