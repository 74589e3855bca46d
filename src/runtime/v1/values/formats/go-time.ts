import { isPlainTime } from "../go/time.js";
import { isDate } from "./date.js";

/** What `parseGoTime` reads, but for the number of days of the month. */
const goTimePattern =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.,][0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-4]):(?:[0-5][0-9]|60))$/;

/** Whether Go reads a text as a time of RFC 3339, as it does in metadata. */
export function isGoTime(text: string): boolean {
  return isPlainTime(text) || (goTimePattern.test(text) && isDate(text.slice(0, 10)));
}
