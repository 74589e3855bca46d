import { quoteTime } from "./time.js";

/** Go's text for a time that `time.Parse` cannot read in a layout. */
export function parseTimeFault(text: string, layout: string): string {
  const { rest, element, fault } = firstFault(text, layout);
  if (fault !== "") return `parsing time ${quoteTime(text)}${fault}`;
  return `parsing time ${quoteTime(text)} as ${quoteTime(layout)}: cannot parse ${quoteTime(rest)} as ${quoteTime(element)}`;
}

interface Fault {
  readonly rest: string;
  readonly element: string;
  readonly fault: string;
}

const elements = /2006|01|02|15|04|05|-|T|:/g;

function firstFault(text: string, layout: string): Fault {
  let rest = text;
  for (const [element] of layout.matchAll(elements)) {
    const part = partOf(rest, element);
    if (part === undefined) return { rest, element, fault: "" };
    const range = rangeFault(element, Number(part));
    if (range !== "") return { rest, element, fault: `: ${range} out of range` };
    rest = rest.slice(part.length);
    // A fraction is read behind seconds, whether the layout has one or not.
    if (element === "05") rest = rest.replace(/^[.,]\d+/, "");
  }
  const fault = rest === "" ? dayFault(text) : `: extra text: ${quoteTime(rest)}`;
  return { rest, element: "", fault };
}

const numbers: Readonly<Record<string, RegExp>> = { "2006": /^\d{4}/, "15": /^\d\d?/ };

/**
 * Returns the beginning of a text that an element of the layout reads; Go takes one digit for an
 * hour, too.
 */
function partOf(rest: string, element: string): string | undefined {
  if (!/\d/.test(element)) return rest.startsWith(element) ? element : undefined;
  return (numbers[element] ?? /^\d\d/).exec(rest)?.[0];
}

function rangeFault(element: string, value: number): string {
  if (element === "01" && (value < 1 || value > 12)) return "month";
  if (element === "15" && value > 23) return "hour";
  if (element === "04" && value > 59) return "minute";
  return element === "05" && value > 59 ? "second" : "";
}

function dayFault(text: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (match === null) return "";
  const [, year, month, day] = match.map(Number);
  const days = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate();
  return (day ?? 0) < 1 || (day ?? 0) > days ? ": day out of range" : "";
}
