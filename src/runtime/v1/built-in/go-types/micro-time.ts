import type { GoTime } from "../../values/go/time.js";
import { parseGoTime, quoteTime, TimeFault } from "../../values/go/time.js";

/** An instant, with the digits of its microseconds. */
interface MicroTime extends GoTime {
  readonly micros: string;
}

/** The zero time of Go. */
export const zeroMicroTime = "0001-01-01T00:00:00.000000Z";

const layout = "2006-01-02T15:04:05.000000Z07:00";

const secondsPattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{1,2}:[0-9]{2}:[0-9]{2})/;

/**
 * Reads a time as Go's `time.Parse` does in the layout of `metav1.MicroTime` (`RFC3339Micro`):
 * exactly six digits stand behind the second.
 */
export function parseMicroTime(text: string): MicroTime | TimeFault {
  const [, start = ""] = secondsPattern.exec(text) ?? [];
  const whole = start === "" ? parseGoTime(text) : parseGoTime(`${start}Z`);
  // A date that does not exist is noticed last.
  const isEarly =
    start === "" || (whole instanceof TimeFault && !whole.message.includes("day out"));
  if (isEarly && whole instanceof TimeFault) return relabelled(whole, text, start);
  const rest = text.slice(start.length);
  const [, micros] = /^[.,]([0-9]{6})/.exec(rest) ?? [];
  if (micros === undefined) return cannotParse(text, rest, ".000000");
  const time = parseGoTime(start + rest.slice(micros.length + 1));
  if (time instanceof TimeFault) return relabelled(time, text, start, rest.slice(7));
  return { ...time, micros };
}

/** The same fault of the whole text, in the layout with a fraction. */
function relabelled({ message }: TimeFault, text: string, start: string, rest = ""): TimeFault {
  const [, fault = ""] = /: ((?:[a-z ]+ out of range|extra text: .*))$/s.exec(message) ?? [];
  if (fault !== "") return new TimeFault(`parsing time ${quoteTime(text)}: ${fault}`);
  if (start !== "") return cannotParse(text, rest, "Z07:00");
  const [, where = ""] = /(: cannot parse .*)$/s.exec(message) ?? [];
  return new TimeFault(`parsing time ${quoteTime(text)} as ${quoteTime(layout)}${where}`);
}

function cannotParse(text: string, rest: string, element: string): TimeFault {
  const where = `${quoteTime(text)} as ${quoteTime(layout)}`;
  return new TimeFault(
    `parsing time ${where}: cannot parse ${quoteTime(rest)} as ${quoteTime(element)}`,
  );
}
