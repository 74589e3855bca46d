import { urlFrom } from "../client/transport.js";
import { addressOf, portOf } from "./proxy.js";

/** The variables of the environment, by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The URL of an HTTP proxy, or a function that finds it for the address of a server. */
export type ProxyUrl = string | ((server: URL) => string | undefined);

/**
 * The proxy that is given for a server, else the one of the environment.
 *
 * @throws TypeError if the proxy of the environment is none for HTTP
 */
export function chosenProxy(
  given: ProxyUrl | undefined,
  server: string,
  environment: Environment,
): string | undefined {
  if (typeof given === "string") return given;
  const url = urlFrom(server);
  if (url === undefined) return undefined;
  return given === undefined ? proxyFor(url, environment) : given(url);
}

/**
 * The proxy that the environment names for a server, read as Go does for client-go
 * (`golang.org/x/net/http/httpproxy`): `HTTPS_PROXY`, or `HTTP_PROXY` for servers without TLS,
 * unless `NO_PROXY` or a name of this machine makes an exception. Lower case counts where upper
 * case is not set. A proxy without a scheme is one for `http:`.
 *
 * @throws TypeError if the proxy is none for HTTP, such as one for SOCKS
 */
export function proxyFor(server: URL, environment: Environment): string | undefined {
  const variable = (name: string): string => {
    const value = environment[name];
    return (value === "" ? undefined : value) ?? environment[name.toLowerCase()] ?? "";
  };
  const name = server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const proxy = variable(name);
  if (proxy === "" || isDirect(server, variable("NO_PROXY"))) return undefined;
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  if (/^https?:$/.test(urlFrom(url)?.protocol ?? "")) return url;
  // Without the value, which may hold a password.
  throw new TypeError(
    `the proxy of ${name} must have an http or https URL, such as "http://proxy:3128"; ` +
      `NO_PROXY=${server.hostname} makes an exception`,
  );
}

/** Tells whether a server is reached without a proxy. */
function isDirect(server: URL, exceptions: string): boolean {
  const host = addressOf(server).hostname;
  if (host === "localhost") return true;
  const entries = `127.0.0.0/8,::1/128,${exceptions.toLowerCase()}`.split(",");
  return entries.some((entry) => isExcepted(entry.trim(), host, portOf(server)));
}

/**
 * One entry of `NO_PROXY`: all, a range of addresses, or a host with the hosts below it; perhaps
 * for one port alone.
 */
function isExcepted(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInRange(host, entry);
  // The last number of an IPv6 address is no port.
  const [, bracketed, plain, only = ""] = /^(?:\[(.*)\]|([^:]*)):([^:]*)$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  if (name === "" || (only !== "" && only !== port)) return false;
  const address = addressBits(host);
  if (address !== undefined) return address === addressBits(name);
  const domain = name.replace(/^\*\./, ".");
  return domain.startsWith(".") ? host.endsWith(domain) : `.${host}`.endsWith(`.${domain}`);
}

function isInRange(host: string, range: string): boolean {
  const [network = "", length = ""] = range.split("/");
  const [address, start] = [addressBits(host), addressBits(network)];
  const width = network.includes(":") ? 128 : 32;
  if (address === undefined || start === undefined) return false;
  if (!/^\d{1,3}$/.test(length) || Number(length) > width) return false;
  const fixed = 128 - width + Number(length);
  return (
    address.startsWith(version4) === start.startsWith(version4) &&
    address.startsWith(start.slice(0, fixed))
  );
}

/** How IPv4 addresses begin that are written as IPv6. */
const version4 = "0000000000000000".repeat(5) + "1111111111111111";

/** The 128 bits of an IP address as a text, IPv4 as IPv6; `undefined` for names. */
function addressBits(text: string): string | undefined {
  const address = /^\d+\.[\d.]+$/.test(text) ? `::ffff:${text}` : text;
  if (!address.includes(":")) return undefined;
  const hostname = urlFrom(`http://[${address}]`)?.hostname;
  if (hostname === undefined) return undefined;
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":")));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...gap, ...tail]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0"))
    .join("");
}
