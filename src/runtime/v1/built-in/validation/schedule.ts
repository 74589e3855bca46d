import { quote } from "../../values/go/quote.js";

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const days = "sun mon tue wed thu fri sat".split(" ");
const fields: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: ["", ...months] },
  { least: 0, most: 6, names: days },
];
const descriptors = [
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
];

/** What is wrong with the schedule of a CronJob, in the words of robfig/cron's ParseStandard. */
export function scheduleFault(text: string): string | undefined {
  const schedule = text.replace(/^(?:CRON_)?TZ=\S*\s+/, "").trim();
  if (schedule.startsWith("@")) {
    if (descriptors.includes(schedule)) return undefined;
    if (/^@every (?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/.test(schedule)) return undefined;
    return `unrecognized descriptor: ${schedule}`;
  }
  const parts = schedule.split(/\s+/);
  if (parts.length !== 5) {
    const found = schedule === "" ? 0 : parts.length;
    return `expected exactly 5 fields, found ${found}: [${schedule === "" ? "" : parts.join(" ")}]`;
  }
  for (const [index, part] of parts.entries()) {
    const bounds = fields[index];
    for (const range of part.split(/,/)) {
      const fault = bounds === undefined ? undefined : rangeFault(range, bounds);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function rangeFault(range: string, { least, most, names = [] }: Bounds): string | undefined {
  const [body = "", step, ...moreSteps] = range.split("/");
  const [first = "", last, ...more] = body.split("-");
  if (more.length > 0) return `too many hyphens: ${range}`;
  if (moreSteps.length > 0) return `too many slashes: ${range}`;
  const isAll = first === "*" || first === "?";
  const numbers = [...(isAll ? [] : [first, ...(last === undefined ? [] : [last])])];
  const values: number[] = [];
  for (const text of numbers) {
    const value = numberOf(text, names);
    if (typeof value === "string") return value;
    values.push(value);
  }
  const every = step === undefined ? 1 : numberOf(step, []);
  if (typeof every === "string") return every;
  const [start = least, given = isAll || step !== undefined ? most : start] = values;
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${range}`;
  if (given > most) return `end of range (${given}) above maximum (${most}): ${range}`;
  if (start > given)
    return `beginning of range (${start}) beyond end of range (${given}): ${range}`;
  return every === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

/** A number, or why it is none. */
function numberOf(text: string, names: readonly string[]): number | string {
  const named = text === "" ? -1 : names.indexOf(text.toLowerCase());
  if (named >= 0) return named;
  if (/^[+]?\d+$/.test(text)) return Number(text);
  if (/^-\d+$/.test(text)) return `negative number (${Number(text)}) not allowed: ${text}`;
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`;
}
