import type { Transport } from "../../runtime/v1/client/transport.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { parseYaml } from "./connect.js";

/** A server's answer that is none of what was asked for. */
export class RefusedRequest extends Error {
  override readonly name = "RefusedRequest";
  readonly status: number;

  constructor(path: string, status: number, reason: string) {
    super(`GET ${path}: the server answered ${status}: ${reason}`);
    this.status = status;
  }
}

/**
 * The text that a server answers to GET.
 *
 * @throws RefusedRequest with the server's reason
 */
export async function ask(
  transport: Transport,
  path: string,
  accept: string,
  query?: string,
): Promise<string> {
  const response = await transport.send({
    method: "GET",
    path,
    ...(query === undefined ? {} : { query }),
    headers: [["accept", accept]],
  });
  const text = await response.text();
  if (response.status === 200) return text;
  throw new RefusedRequest(path, response.status, await reasonIn(text));
}

/** So much of an answer is shown that is no Status, as by client-go. */
const longestReason = 2048;

/** The whole message of a Status in JSON or YAML; the text itself where it is none. */
async function reasonIn(text: string): Promise<string> {
  const status = await parseYaml(text).catch(() => undefined);
  const message = isObject(status) ? status["message"] : undefined;
  return typeof message === "string" ? message : text.trim().slice(0, longestReason);
}

/** An answer in JSON; without members where it is no object, such as a page that wants a log-in. */
export function parseAnswer(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
