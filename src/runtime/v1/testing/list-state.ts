import { storeVersion } from "../admission/write-conflict.js";
import { jsonKind } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import { isObject } from "../values/json/json.js";
import { badRequestFailure, expired, failed, Failure, tooLargeVersion } from "./failure.js";
import type { ListSettings } from "./options-of-request.js";
import type { ObjectSelection } from "./selection.js";
import type { Collection, Revision } from "./store.js";

/** The state that a list shows, and where in it the list begins. */
export interface ListState {
  readonly revisions: readonly Revision[];
  readonly resourceVersion: number;
}

/**
 * Chooses the state by the rules of Kubernetes' concepts, "Resource versions" (apiserver
 * `storage/interfaces.go`, ValidateListOptions).
 *
 * @throws Failure 400, 410 or 504
 */
export function listState(
  collection: Collection,
  { prefix, isOfOne }: Pick<ObjectSelection, "prefix" | "isOfOne">,
  settings: ListSettings,
  current: number,
  isCached = true,
): ListState {
  const { resourceVersion, match, limit } = settings;
  if (settings.continue !== "") return continuedState(collection, prefix, settings, current);
  const wanted = parseVersion(resourceVersion, "invalid resource version: ");
  const asksExactly = match === "Exact" || (match === "" && limit > 0);
  // One object alone is read from etcd itself, which does not wait for versions to come.
  const waits = isCached && !(asksExactly && isOfOne);
  if (wanted > current) throw tooLargeVersion(resourceVersion, current, waits);
  const isExact = wanted > 0 && asksExactly && (match === "Exact" || !isOfOne);
  if (!isExact) return { revisions: collection.list(prefix), resourceVersion: current };
  if (wanted < collection.compacted) {
    throw expired("The resourceVersion for the provided list is too old.");
  }
  return { revisions: collection.listAt(prefix, wanted), resourceVersion: wanted };
}

/** 0 for none. */
export function parseVersion(text: string, context?: string): number {
  const version = storeVersion(text);
  if (typeof version === "bigint") return Number(version);
  const fault = `resourceVersion: Invalid value: ${quote(text)}: ${version}`;
  throw context === undefined ? failed(500, undefined, fault) : badRequestFailure(context + fault);
}

function continuedState(
  collection: Collection,
  prefix: string,
  settings: ListSettings,
  current: number,
): ListState {
  const { start, version } = decodeContinue(settings.continue);
  if (settings.resourceVersion !== "" && settings.resourceVersion !== "0") {
    throw badRequestFailure("specifying resource version is not allowed when using continue");
  }
  if (version > current) throw tooLargeVersion(String(version), current);
  if (version > 0 && version < collection.compacted) {
    const { status } = expired(
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    );
    throw new Failure({ ...status, metadata: { continue: encodeContinue(start, -1) } });
  }
  const resourceVersion = version < 0 ? current : version;
  const from = prefix.replace(/\/$/, "") + (prefix === "" ? start.slice(1) : start);
  return { revisions: collection.listAt(prefix, resourceVersion, from), resourceVersion };
}

/** Where the next page begins: behind the key. */
export function continueAfter(key: string, prefix: string, resourceVersion: number): string {
  return encodeContinue(`/${key.slice(prefix.length)}\0`, resourceVersion);
}

function encodeContinue(start: string, resourceVersion: number): string {
  const json = JSON.stringify({ v: "meta.k8s.io/v1", rv: resourceVersion, start });
  const bytes = String.fromCharCode(...new TextEncoder().encode(json));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** apiserver `storage/continue.go`, DecodeContinue */
function decodeContinue(token: string): { readonly start: string; readonly version: number } {
  const parsed = parseJson(decodeToken(token));
  if (parsed instanceof JsonFault) refuseToken(`: ${parsed.message}`);
  const value = parsed instanceof JsonFault ? null : parsed.value;
  if (value !== null && !isObject(value)) {
    const type = "storage.continueToken";
    refuseToken(`: json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`);
  }
  const { v = "", rv = 0, start = "" } = isObject(value) ? value : {};
  if (v !== "meta.k8s.io/v1") {
    return refuseToken(`: server does not recognize this encoded version ${String(v)}`);
  }
  if (typeof rv !== "number" || rv === 0) {
    return refuseToken(": incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (typeof start !== "string" || start === "") {
    return refuseToken(": encoded start key empty (version meta.k8s.io/v1)");
  }
  const key = start.replace(/^\/?/, "/");
  if (/\/\/|\/\.\.?(\/|$)|.\/$/.test(key)) return refuseToken(`: ${start}`);
  return { start: key, version: rv };
}

function decodeToken(token: string): string {
  const wrong = /[^\w-]/.exec(token);
  if (wrong !== null || token.length % 4 === 1) {
    refuseToken(`: illegal base64 data at input byte ${wrong?.index ?? token.length - 1}`);
  }
  const bytes = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

function refuseToken(fault: string): never {
  throw badRequestFailure(`invalid continue token: continue key is not valid${fault}`);
}
