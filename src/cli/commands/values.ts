import { Argument, Option } from "commander";
import { splitPatterns } from "../../codegen/pipeline/pattern.js";
import { similarName } from "../../crd/diagnostics/wording.js";
import { didYouMean, UsageError } from "../usage-error.js";

/** Reads the text behind an option; `before` is what stood behind it so far. */
type Parse<T> = (text: string, before: T | undefined) => T;

/** An option whose value is read from its text. */
function valued<T>(flags: string, description: string, parse: (name: string) => Parse<T>): Option {
  const option = new Option(flags, description);
  return option.argParser(parse(option.long ?? flags));
}

/** A switch, which is off unless it is given. */
export function toggle(flags: string, description: string): Option {
  return new Option(flags, description).default(false);
}

/** An option that may be repeated, with one value each time. */
export function repeated(flags: string, description: string): Option {
  return valued<readonly string[]>(flags, `${description}; may be repeated`, () => each);
}

/** An option that takes a list with commas, and may be repeated. */
export function listed(flags: string, description: string): Option {
  return valued<readonly string[]>(flags, description, () => list);
}

/** Likewise; `none` stands for an empty list. */
export function listedOrNone(flags: string, description: string): Option {
  return valued<readonly string[]>(
    flags,
    description,
    () =>
      (text, before = []) =>
        text.trim().toLowerCase() === "none" ? before : list(text, before),
  );
}

/** An option that takes patterns with commas between them: never none, which would mean all. */
export function patterns(flags: string, description: string): Option {
  return valued<readonly string[]>(flags, description, (name) => (text, before = []) => {
    const named = trimmed(splitPatterns(text));
    if (named.length === 0) throw new UsageError(`${name}: name at least one pattern`);
    return [...before, ...named];
  });
}

/** An option that takes a whole number. */
export function wholeNumber(flags: string, description: string): Option {
  return valued<number>(flags, description, (name) => (text) => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new UsageError(`${name}: '${text}' is not a whole number`);
  });
}

/** An option that takes a whole number from 1 on, or `none`, which is no limit. */
export function limit(flags: string, description: string): Option {
  return valued<number>(flags, description, (name) => (text) => {
    if (text.toLowerCase() === "none") return Infinity;
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new UsageError(`${name}: '${text}' is neither a whole number from 1 on nor none`);
  });
}

/** Other spellings of values: `{ md: "markdown" }`. */
type Spellings = Readonly<Record<string, string>>;

/**
 * An option with a closed set of values, in upper or lower case. `spellings` are taken too, and
 * shown nowhere.
 */
export function choice(
  flags: string,
  description: string,
  values: readonly string[],
  spellings: Spellings = {},
): Option {
  const option = valued(flags, description, (name) => oneOf(name, values, spellings));
  // Named for the help and for completions; `choices` would bring a check of its own.
  option.argChoices = [...values];
  return option;
}

/** Likewise, where the first value is the default. */
export function choiceOrFirst(
  flags: string,
  description: string,
  values: readonly string[],
  spellings: Spellings = {},
): Option {
  return choice(flags, description, values, spellings).default(values[0]);
}

/** An argument with a closed set of values, in upper or lower case. */
export function chosenArgument(
  name: string,
  description: string,
  values: readonly string[],
): Argument {
  const argument = new Argument(name, description).argParser(oneOf(name, values, {}));
  argument.argChoices = [...values];
  return argument;
}

/** @throws UsageError, which proposes the nearest value */
function oneOf(name: string, values: readonly string[], spellings: Spellings): Parse<string> {
  return (text) => {
    const wanted = text.toLowerCase();
    const found = values.find((value) => value.toLowerCase() === wanted);
    if (found !== undefined) return found;
    const spelled = Object.hasOwn(spellings, wanted) ? spellings[wanted] : undefined;
    if (spelled !== undefined) return spelled;
    const help = didYouMean(similarName(values, text));
    throw new UsageError(`${name}: '${text}' is not one of ${values.join(", ")}`, { help });
  };
}

function each(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...trimmed(text.split(","))];
}

function trimmed(items: readonly string[]): readonly string[] {
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
