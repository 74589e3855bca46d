/** An address of an API server, for the examples in errors. */
const example = '"https://10.0.0.1:6443"';

/**
 * The address that a transport was given.
 *
 * @param options what the transport is made from, which callers in JavaScript may have left out
 * @param caller the function, for the error: `fetchTransport`
 * @throws TypeError that says what is missing, with an example
 */
export function baseUrlOf(options: unknown, caller: string): URL {
  const given = typeof options === "object" && options !== null ? options : {};
  const { baseUrl } = given as { readonly baseUrl?: unknown }; // an object may have it
  if (baseUrl === undefined || baseUrl === "") {
    throw new TypeError(
      `${caller} needs the address of the API server: ${caller}({ baseUrl: ${example} })`,
    );
  }
  return httpUrl(baseUrl, "baseUrl", example);
}

/**
 * An http or https URL.
 *
 * @throws TypeError that shows an example, and no credentials that may be in the text
 */
export function httpUrl(text: unknown, option: string, sample: string): URL {
  const is =
    typeof text === "string" ? shown(text) : `of type ${text === null ? "null" : typeof text}`;
  const url = typeof text === "string" ? urlFrom(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new TypeError(`${option} must be an http or https URL, such as ${sample}, but is ${is}`);
}

/** `undefined` for what is no URL. `URL.canParse` is newer than TypeScript 5.0. */
export function urlFrom(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.replace(/^.*@/s, "…@"));
}
