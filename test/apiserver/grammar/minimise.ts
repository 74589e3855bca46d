import { stringifyJson } from "../../../src/runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../../src/runtime/v1/values/go/parse-json.js";
import type { Json, JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import type { GrammarRequest } from "./request.js";

/** Tells whether requests in a row still show what is to be shown. */
export type Shows = (requests: readonly GrammarRequest[]) => Promise<boolean>;

/**
 * As few requests as possible, and as little in them, that show the same: first without requests,
 * then without their parts, then with smaller bodies.
 *
 * @param tries how often it may ask; what was found by then is given
 */
export async function minimise(
  requests: readonly GrammarRequest[],
  shows: Shows,
  tries = 250,
): Promise<readonly GrammarRequest[]> {
  let left = tries;
  const asks: Shows = async (candidate) => left-- > 0 && (await shows(candidate));
  let smallest = await fewerRequests(requests, asks);
  for (let before = ""; before !== JSON.stringify(smallest) && left > 0;) {
    before = JSON.stringify(smallest);
    for (let index = smallest.length - 1; index >= 0; index--) {
      smallest = await smallerRequest(smallest, index, asks);
    }
  }
  return smallest;
}

async function fewerRequests(
  requests: readonly GrammarRequest[],
  shows: Shows,
): Promise<readonly GrammarRequest[]> {
  const last = requests.slice(-1);
  if (await shows(last)) return last;
  let kept = requests;
  // The last one shows it.
  for (let size = Math.ceil((kept.length - 1) / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let end = kept.length - 1; end > 0; end -= size) {
      const fewer = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      if (fewer.length < kept.length && (await shows(fewer))) kept = fewer;
    }
  }
  return kept;
}

async function smallerRequest(
  requests: readonly GrammarRequest[],
  index: number,
  shows: Shows,
): Promise<readonly GrammarRequest[]> {
  let kept = requests;
  for (let next = true; next;) {
    next = false;
    const request = kept[index];
    if (request === undefined) break;
    for (const smaller of smallerThan(request)) {
      const candidate = kept.with(index, smaller);
      if (!(await shows(candidate))) continue;
      kept = candidate;
      next = true;
      break;
    }
  }
  return kept;
}

/** The request with one part less, those first that take away most. */
function* smallerThan(request: GrammarRequest): Generator<GrammarRequest, void, undefined> {
  const { query = [], headers = [], body, ...rest } = request;
  const whole = { ...rest, query, headers, ...(body !== undefined && { body }) };
  for (const index of query.keys()) yield { ...whole, query: query.toSpliced(index, 1) };
  for (const [index, [name, value]] of headers.entries()) {
    if (name === "accept" && value === "application/json") continue;
    yield { ...whole, headers: headers.toSpliced(index, 1) };
    if (name === "accept") {
      yield { ...whole, headers: headers.with(index, [name, "application/json"]) };
      const clauses = value.split(",");
      if (clauses.length < 2) continue;
      for (const clause of clauses)
        yield { ...whole, headers: headers.with(index, [name, clause]) };
    }
  }
  if (body === undefined) return;
  yield { ...rest, query, headers };
  for (const smaller of smallerBodies(body)) yield { ...whole, body: smaller };
}

function* smallerBodies(body: string): Generator<string, void, undefined> {
  const parsed = parseJson(body);
  if (parsed instanceof JsonFault) {
    yield* shorterTexts(body);
    return;
  }
  // What is written otherwise than JSON is written may be what matters.
  const written = stringifyJson(parsed.value);
  if (written !== body && body.length > 40) {
    yield* shorterTexts(body);
    return;
  }
  for (const smaller of smallerValues(parsed.value)) yield stringifyJson(smaller);
}

function* shorterTexts(text: string): Generator<string, void, undefined> {
  for (let size = text.length >> 1; size >= 4; size >>= 1) {
    for (let at = 0; at < text.length; at += size) {
      yield text.slice(0, at) + text.slice(at + size);
    }
  }
}

/** The value without one of its members, at any depth, from the outside to the inside. */
function* smallerValues(value: Json): Generator<Json, void, undefined> {
  const keys = isObject(value) ? Object.keys(value) : Array.isArray(value) ? [...value.keys()] : [];
  for (const key of keys) yield without(value as JsonObject, key); // lists too, which have such keys
  for (const key of keys) {
    const member = (value as JsonObject)[key] ?? null; // as above
    for (const smaller of smallerValues(member)) yield replaced(value as JsonObject, key, smaller); // as above
  }
}

function without(value: JsonObject | readonly Json[], key: string | number): Json {
  if (isList(value)) return value.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

function replaced(value: JsonObject | readonly Json[], key: string | number, member: Json): Json {
  if (isList(value)) return value.with(Number(key), member);
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? member : old]));
}

function isList(value: JsonObject | readonly Json[]): value is readonly Json[] {
  return Array.isArray(value);
}
