import { parse } from "yaml";
import { goJson } from "../../../src/runtime/v1/values/go/json.js";
import { decodeObject, protobufType } from "../../../src/server/protobuf/envelope.js";
import type { GrammarRequest } from "./request.js";

/**
 * Gives ids of a server names, in the order in which they were seen: two servers that say the same
 * name theirs alike.
 */
export class IdNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  nameOf(kind: "uid" | "rv", id: string): string {
    const key = `${kind} ${id}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      const count = (this.#counts.get(kind) ?? 0) + 1;
      this.#counts.set(kind, count);
      name = `<${kind} ${count}>`;
      this.#names.set(key, name);
    }
    return name;
  }
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const time = /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** In lists they are numbers of the whole store, which others write too. */
const listVersion =
  /("?metadata"?:\s*(?:\{\s*)?(?:"?continue"?: ?\S*?,?\s+|"continue":"[^"]*",)?(?:"?remainingItemCount"?: ?\d+,?\s*)?"?resourceVersion"?: ?)"\d+"/g;
const objectVersion = /(\\*"?resourceVersion\\*"?: ?\\*")(\d+)/g;

/** Objects of the system, such as its Leases, change all the time. */
const systemVersion =
  /("namespace":\s*"kube-system",(?:\s*"uid":\s*"[^"]*",)?\s*"resourceVersion":\s*")\d+|(namespace: kube-system\n +resourceVersion: ")\d+/g;

/** The text of an answer without what differs between two servers that say the same. */
export function normaliseText(text: string, request: GrammarRequest, names: IdNames): string {
  return (
    maskGenerated(text, request.body)
      .replace(systemVersion, "$1$2<system rv>")
      .replace(listVersion, '$1"<list rv>"')
      .replace(objectVersion, (_, start: string, id: string) => start + names.nameOf("rv", id))
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
      .replace(uuid, (id) => names.nameOf("uid", id))
      .replace(time, "<time>")
      .replace(/("continue": ?")[^"]+/g, "$1<continue>")
      // Bytes that are no text are escaped: the same JSON.
      .replaceAll("\\ufffd", "\ufffd")
      .replace(/(\n {2}continue: )\S{3,}/g, "$1<continue>")
      .replace(/("creationTimestamp":"<time>","generation":)/g, "$1")
      .replace(/("serverAddress":\s*")[^"]*|(serverAddress: )\S+/g, "$1$2<address>")
      // What a binary was built of.
      .replace(/("(?:gitCommit|goVersion)":\s*")[^"]*/g, "$1<build>")
      .replace(/("ca\.crt":\s*")(?:[^"\\]|\\.)*/g, "$1<certificate>")
      .replace(/(ca\.crt: )(?:""|\|(?:\n +[^:\n]*(?=\n))+)/g, "$1<certificate>")
      .replace(/"manager":"server"/g, '"manager":"kube-apiserver"')
      .replace(/manager: server$/gm, "manager: kube-apiserver")
      .replace(/"(?:\d+|<invalid>)(?:s|m\d*s?)"/g, '"<age>"')
      .replace(/(Too large resource version: )\d+(, current: )\d+/g, "$1<rv>$2<rv>")
      .replace(/(too old resource version: )\d+ \(\d+\)/g, "$1<rv> (<rv>)")
      .replace(
        /(ResourceVersion\s+in\s+(?:the\s+precondition|record|object\s+meta):?\s?\(?)\d+/g,
        "$1<rv>",
      )
      .replace(/(Precondition failed: (?:(?!<rv>).)*?)\d+/g, "$1<rv>")
      // Parts of a patch keep the order of their keys, others do not.
      .replace(/(Invalid value: \\*")\{.*\}(\\*":\s)/gs, "$1<patched>$2")
      .replace(/('Kind' is missing in )'\{\\*"apiVersion.*\}'/gs, "$1<patched>")
      .replaceAll("Key: /registry/apiextensions.kubernetes.io/", "Key: /")
      .replaceAll("Key: /registry/", "Key: /")
  );
}

/** The body of an answer as text, whatever its type is. */
export function bodyText(bytes: Uint8Array, type: string): string {
  if (!type.startsWith(protobufType)) return new TextDecoder().decode(bytes);
  try {
    return `protobuf ${goJson(decodeObject(bytes, { apiVersion: "", kind: "" }))}`;
  } catch {
    return "<protobuf>";
  }
}

/** What the server appended to the name that a body asks for. */
function maskGenerated(text: string, body = ""): string {
  const [, prefix] = /generateName"?: ?"?([^"\n]+)/.exec(body) ?? [];
  if (prefix === undefined) return text;
  const base = prefix.slice(0, 58).replace(/[^\w-]/g, "\\$&");
  return text.replace(new RegExp(`(${base})[bcdfghjklmnpqrstvwxz2456789]{5}`, "g"), "$1<any>");
}

/**
 * A Status with several faults, with them in one order: the server goes through maps of Go, whose
 * order is any. Other texts stay as they are.
 */
export function orderFaults(text: string): string {
  const status = readStatus(text);
  if (status === undefined) return text;
  const { message = "", details } = status;
  const causes = details?.causes ?? [];
  const ordered = orderMessage(message);
  if (ordered === undefined && causes.length < 2) return text;
  const sorted = causes.map(asText).sort();
  const whole = { ...details, causes: sorted.length === 0 ? undefined : sorted };
  return JSON.stringify({
    ...status,
    message: ordered ?? message,
    details: JSON.stringify(whole) === "{}" ? undefined : whole,
  });
}

/** What was ordered before is text already. */
function asText(cause: unknown): string {
  return typeof cause === "string" ? cause : JSON.stringify(cause);
}

interface StatusText {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly unknown[] };
}

/** Undefined for what is none. */
function readStatus(text: string): StatusText | undefined {
  const isYaml = text.startsWith("apiVersion: v1\ncode: ");
  const isStatus = /^(?:protobuf )?\{\s*"(?:kind": ?"Status"|apiVersion":"v1","code")/.test(text);
  if (!isYaml && !isStatus) return undefined;
  try {
    const value: unknown = isYaml ? parse(text) : JSON.parse(text.replace(/^protobuf /, ""));
    return value as StatusText; // it says so
  } catch {
    return undefined;
  }
}

/** Undefined for a message that has one order. */
function orderMessage(message: string): string | undefined {
  if (message.includes(" is invalid: [")) {
    return message.split(/, |: \[|\]/).sort().join(" | "); // prettier-ignore
  }
  if (!/failed to (?:create typed|convert)/.test(message)) return undefined;
  // An unknown field hides other faults.
  if (message.includes("field not declared in schema")) {
    return message.replace(/: (?:errors:|\.)[^]*/, ": <faults>");
  }
  const [first = "", ...lines] = message.split("\n");
  // So are maps that stand in the place of keys.
  if (/\[[^\]=]*=(?:\[|[^",\s]*=)/.test(message)) return Array.from(message).sort().join("");
  return lines.length === 0 ? undefined : [first, ...lines.sort()].join("\n");
}
