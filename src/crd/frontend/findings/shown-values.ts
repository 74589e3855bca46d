import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/**
 * Returns the bad value that a message of the server shows, if that is a text:
 * `Invalid value: "a b": …`.
 */
export function shownText(message: string): string | undefined {
  const quoted = /: ("(?:[^"\\]|\\.)*"):/.exec(message)?.[1];
  if (quoted === undefined) return undefined;
  try {
    return JSON.parse(quoted) as string; // of a text in quotes
  } catch {
    return quoted.slice(1, -1);
  }
}

/** The entry of a map or a list that a message is about, and whether its key is at fault. */
export interface ShownEntry {
  readonly step: string | number;
  readonly part: "key" | "value";
}

const named = /(?:^|\.)metadata\.(?:labels|annotations|finalizers)$/;

/**
 * Finds the labels, annotations and finalizers that a message is about. The server names all labels
 * as the field, and shows the key or the value that is wrong; it tells once what is wrong with
 * several. Empty for other fields.
 */
export function shownEntries(
  field: string,
  entries: Json | undefined,
  message: string,
): readonly ShownEntry[] {
  const shown = named.test(field) ? shownText(message) : undefined;
  if (shown === undefined || typeof entries !== "object" || entries === null) return [];
  const keys: ShownEntry[] =
    isObject(entries) && Object.hasOwn(entries, shown) ? [{ step: shown, part: "key" }] : [];
  const values = stepsTo(shown, entries).map((step): ShownEntry => ({ step, part: "value" }));
  const [likely, others] = aboutKey.test(message) ? [keys, values] : [values, keys];
  return likely.length > 0 ? likely : others;
}

const aboutKey = /\b(?:name|prefix) part\b/;

type Steps = (string | number)[];

/** One object may have as many faults as entries: it is searched once. */
const indexes = new WeakMap<object, ReadonlyMap<Json, Steps>>();

function stepsTo(value: string, entries: Json & object): Readonly<Steps> {
  let index = indexes.get(entries);
  if (index === undefined) indexes.set(entries, (index = byValue(entries)));
  return index.get(value) ?? [];
}

function byValue(entries: Json & object): ReadonlyMap<Json, Steps> {
  const index = new Map<Json, Steps>();
  const add = (step: string | number, value: Json): void => {
    const known = index.get(value);
    if (known === undefined) index.set(value, [step]);
    else known.push(step);
  };
  if (Array.isArray(entries)) for (const [step, value] of entries.entries()) add(step, value);
  else if (isObject(entries))
    for (const key of Object.keys(entries)) add(key, entries[key] ?? null);
  return index;
}

/**
 * How templates write what is still to be put in: `${NAME}`, `$(NAME)`, `{{ .name }}`,
 * `<% name %>`, `<your name>`.
 */
const placeholder =
  /\$\{\w[^}\n]{0,60}\}+|\$\(\w[\w.]{0,60}\)|\{\{[^}\n]{1,60}\}\}|<%[^%\n]{1,60}%>|(?<!\w)<[A-Za-z][\w ./-]{0,60}>(?!\w)/;

/**
 * Returns the help for a text that is wrong because it is a template; undefined where nothing in it
 * looks like one.
 */
export function adviceForPlaceholder(text: string | undefined): string | undefined {
  const found = text === undefined ? undefined : placeholder.exec(text)?.[0];
  return found === undefined ? undefined : `fill in the placeholder \`${found}\` first`;
}
