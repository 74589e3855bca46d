import { describe, expect, it } from "vitest";
import { proxyFor } from "../../../../src/runtime/v1/node/proxy-environment.js";

const proxyOf = (server: string, environment: Record<string, string>): string | undefined =>
  proxyFor(new URL(server), environment);

describe("the proxy of the environment", () => {
  it.each<[server: string, environment: Record<string, string>, proxy: string | undefined]>([
    ["https://a.b", { HTTPS_PROXY: "http://p:1", HTTP_PROXY: "http://q" }, "http://p:1"],
    ["http://a.b", { HTTPS_PROXY: "http://p:1", HTTP_PROXY: "http://q" }, "http://q"],
    ["https://a.b", { HTTP_PROXY: "http://q" }, undefined],
    ["https://a.b", { https_proxy: "p:3128" }, "http://p:3128"],
    ["https://a.b", { HTTPS_PROXY: "", https_proxy: "http://p" }, "http://p"],
    ["https://a.b", { HTTPS_PROXY: "https://me:word@p:1/" }, "https://me:word@p:1/"],
    ["https://a.b", {}, undefined],
    ["https://localhost:6443", { HTTPS_PROXY: "p" }, undefined],
    ["https://127.3.3.3", { HTTPS_PROXY: "p" }, undefined],
    ["https://[::1]", { HTTPS_PROXY: "p" }, undefined],
    ["https://[::ffff:127.0.0.1]", { HTTPS_PROXY: "p" }, undefined],
    ["https://localhost.example.com", { HTTPS_PROXY: "p" }, "http://p"],
    ["https://a.b", { HTTPS_PROXY: "p", no_proxy: "a.b" }, undefined],
    ["https://a.b", { HTTPS_PROXY: "p", NO_PROXY: "c", no_proxy: "a.b" }, "http://p"],
    ["https://a.b", { ALL_PROXY: "p" }, undefined],
  ])("for %s of %j", (server, environment, proxy) => {
    expect(proxyOf(server, environment)).toBe(proxy);
  });

  // What Go's ProxyFromEnvironment answers.
  it.each<[exceptions: string, direct: string[], proxied: string[]]>([
    ["c, *", ["a.b"], []],
    ["example.com:", ["example.com:1"], ["example.org"]],
    ["*.example.com:6443", ["a.example.com:6443"], ["a.example.com", "example.com:6443"]],
    ["*example.com", [], ["a.example.com", "example.com"]],
    ["::ffff:10.1.2.3", ["10.1.2.3"], ["10.1.2.4"]],
    ["::ffff:10.1.2.0/120", ["10.1.2.3"], ["10.1.3.3", "[fd00::1]"]],
    ["10.1.2.3/31", ["10.1.2.2", "10.1.2.3"], ["10.1.2.4", "10.1.2.1"]],
    ["10.01.2.3, 10.1.2, 10.1.2.256, ::g", [], ["10.1.2.3"]],
    ["*", ["a.b", "10.1.2.3", "[fd00::1]"], []],
    ["example.com", ["example.com", "a.example.com"], ["badexample.com", "com"]],
    [".example.com", ["a.example.com"], ["example.com", "badexample.com"]],
    ["*.example.com", ["a.example.com"], ["example.com"]],
    ["x, EXAMPLE.com ,y", ["Example.COM:1"], ["z"]],
    ["example.com:443", ["example.com", "a.example.com:443"], ["example.com:6443"]],
    ["10.0.0.0/8", ["10.1.2.3", "10.1.2.3:1", "[::ffff:10.1.2.3]"], ["11.1.2.3", "a.b"]],
    ["10.0.0.0/33,10.0.0.0/,/8,10.0.0.0/a,:443,,", [], ["10.1.2.3", "a.b"]],
    ["10.1.2.3:6443", ["10.1.2.3:6443"], ["10.1.2.3", "10.1.2.4:6443"]],
    ["fd00::/8", ["[fd00::1]:6443"], ["[fe00::1]", "10.1.2.3"]],
    ["fd00:0::1", ["[fd00::1]", "[fd00::1]:6443"], ["[fd00::2]"]],
    ["[fd00::1]:6443", ["[fd00::1]:6443"], ["[fd00::1]"]],
    ["[fd00::1]", [], ["[fd00::1]"]],
    ["0.0.0.0/0", ["10.1.2.3"], ["[fd00::1]", "a.b"]],
    ["::/0", ["[fd00::1]"], ["10.1.2.3"]],
    [".1,3,1.2.3", [], ["10.1.2.3", "1.2.3.1"]],
  ])("with NO_PROXY=%s", (exceptions, direct, proxied) => {
    const environment = { HTTPS_PROXY: "http://p", NO_PROXY: exceptions };
    const isProxied = (host: string): boolean =>
      proxyOf(`https://${host}`, environment) !== undefined;
    expect(direct.filter(isProxied)).toEqual([]);
    expect(proxied.filter((host) => !isProxied(host))).toEqual([]);
  });

  it.each(["socks5://me:word@p:1", "http://", "https://a b"])(
    "is one for HTTP, not %s",
    (proxy) => {
      const asked = (): unknown => proxyOf("https://a.b", { HTTPS_PROXY: proxy });
      expect(asked).toThrow(
        new TypeError(
          'the proxy of HTTPS_PROXY must have an http or https URL, such as "http://proxy:3128"; ' +
            "NO_PROXY=a.b makes an exception",
        ),
      );
    },
  );
});
