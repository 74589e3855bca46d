import { BlockList, isIP } from "node:net";
import type { Environment } from "../../runtime/v1/node/in-cluster.js";
import { addressOf, portOf } from "../../runtime/v1/node/proxy.js";

/**
 * The proxy that the environment names for a server, read as Go does for kubectl
 * (`golang.org/x/net/http/httpproxy`): `HTTPS_PROXY`, or `HTTP_PROXY` for servers without TLS,
 * unless `NO_PROXY` or a name of this machine makes an exception. Lower case counts where upper
 * case is not set. A proxy without a scheme is one for `http:`.
 */
export function proxyFor(server: URL, environment: Environment): string | undefined {
  const variable = (name: string): string =>
    [environment[name], environment[name.toLowerCase()]].find((value) => value) ?? "";
  const proxy = variable(server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
  if (proxy === "" || isDirect(server, variable("NO_PROXY"))) return undefined;
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

/** Whether a proxy is one that `nodeTransport` can use; there are others, such as for SOCKS. */
export function isHttpProxy(proxy: string): boolean {
  return URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol);
}

function isDirect(server: URL, exceptions: string): boolean {
  const host = addressOf(server).hostname;
  if (host === "localhost" || isInRange(host, "127.0.0.0/8") || host === "::1") return true;
  return exceptions
    .toLowerCase()
    .split(",")
    .some((exception) => matches(exception.trim(), host, portOf(server)));
}

/**
 * One entry of `NO_PROXY`: all, a range of addresses, or a host with the hosts below it; perhaps
 * for one port alone.
 */
function matches(exception: string, host: string, port: string): boolean {
  if (exception === "*") return true;
  if (exception.includes("/")) return isInRange(host, exception);
  // The last number of an IPv6 address is no port.
  const [, name, only = port] = isIP(exception) === 0 ? (/^(.+):(\d+)$/.exec(exception) ?? []) : [];
  const plain = name === undefined ? exception : name.replace(/^\[(.*)\]$/, "$1");
  if (plain === "" || only !== port) return false;
  if (isIP(plain) !== 0) return isInRange(host, `${plain}/${bitsOf(plain)}`);
  return isIP(host) === 0 && isAtOrBelow(host, plain.replace(/^\*\./, "."));
}

function isAtOrBelow(host: string, domain: string): boolean {
  return domain.startsWith(".")
    ? host.endsWith(domain)
    : host === domain || host.endsWith(`.${domain}`);
}

function isInRange(host: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  if (isIP(host) === 0 || isIP(network) === 0) return false;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > bitsOf(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), familyOf(network));
  return isVersion4(host) === isVersion4(network) && list.check(host, familyOf(host));
}

/** IPv4 addresses that are written as IPv6 are what they stand for. */
function isVersion4(address: string): boolean {
  return isIP(address) === 4 || address.startsWith("::ffff:");
}

function bitsOf(address: string): 32 | 128 {
  return isIP(address) === 6 ? 128 : 32;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
