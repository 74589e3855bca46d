import { createServer } from "node:https";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCertificates } from "../../../../src/cli/serve/certificates.js";
import type { NodeTransportOptions } from "../../../../src/runtime/v1/node/node-transport.js";
import { nodeTransport } from "../../../../src/runtime/v1/node/node-transport.js";
import { cert, key } from "../../../support/certificate.js";
import type { Listening } from "../../../support/listen.js";
import { listen } from "../../../support/listen.js";
import { firstLocal } from "../../../support/local-certificates.js";

const server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false });
let listening: Listening;
let baseUrl: string;

beforeAll(async () => {
  server.on("request", ({ socket }, outgoing) => {
    if (!(socket instanceof TLSSocket)) throw new Error("no TLS");
    const { servername } = socket as { servername?: unknown }; // declared for clients alone
    const client = socket.getPeerCertificate().subject as { CN?: string } | undefined; // none without one
    outgoing.end(`${String(servername)} ${client?.CN ?? "nobody"}`);
  });
  listening = await listen(server);
  baseUrl = `https://${listening.host}`;
});

afterAll(() => {
  listening.stop();
});

it("TLS: connections are kept", async () => {
  let connections = 0;
  server.on("secureConnection", () => connections++);
  const transport = nodeTransport({ baseUrl, ca: cert, tlsServerName: "crdgen.test" });
  for (let call = 0; call < 3; call++) {
    await (await transport.send({ method: "GET", path: "/", headers: [] })).text();
  }
  transport.close();
  expect(connections).toBe(1);
});

/** The name that was asked for and who asked, or the fault. */
async function answerTo(options: Partial<NodeTransportOptions>, stream: boolean): Promise<string> {
  const transport = nodeTransport({ baseUrl, ...options });
  try {
    const response = await transport.send({ method: "GET", path: "/", headers: [], stream });
    return await response.text();
  } catch (error) {
    return String(error);
  } finally {
    transport.close();
  }
}

const tlsServerName = "crdgen.test";
const stranger =
  /^TransportError: GET \/: self-signed certificate; https:\/\/127\.0\.0\.1:\d+ has a certificate of an authority that is not known here: name it with 'ca'/;
const otherName = /^TransportError: GET \/: .*does not match certificate's altnames/;

it.each<[string, Partial<NodeTransportOptions>, RegExp]>([
  ["an authority that nobody named", { tlsServerName }, stranger],
  ["an authority that is checked", { tlsServerName, insecureSkipTlsVerify: false }, stranger],
  ["another name", { ca: cert }, otherName],
  ["another name that was told", { ca: cert, tlsServerName: "example.com" }, otherName],
  ["the name that was told", { ca: cert, tlsServerName }, /^crdgen\.test nobody$/],
  ["whoever answers", { insecureSkipTlsVerify: true }, /^(undefined|false) nobody$/],
  [
    "a client with a certificate",
    { ca: cert, tlsServerName, cert, key },
    /^crdgen\.test crdgen\.test$/,
  ],
])("TLS: %s", async (_, options, answer) => {
  expect(await answerTo(options, false)).toMatch(answer);
  expect(await answerTo(options, true)).toMatch(answer);
});

it("TLS: the server's own certificate is trusted, as in Go", async () => {
  const [own, other] = [makeCertificates("127.0.0.1"), makeCertificates("127.0.0.1")];
  const leaf = createServer({ cert: own.certificate, key: own.key }, (_, outgoing) => {
    outgoing.end("hello");
  });
  const { host, stop } = await listen(leaf);
  const trusting = (ca: string): Promise<string> =>
    answerTo({ baseUrl: `https://${host}`, ca }, false);
  expect(await trusting(own.certificate)).toBe("hello");
  expect(await trusting(own.authority)).toBe("hello");
  expect(await trusting(other.certificate)).toMatch(/has a certificate of another authority/);
  stop();
});

it("TLS: a function for authorities that fails says for which request", async () => {
  const ca = (): never => {
    throw Object.assign(new Error("no file"), { code: "ENOENT" });
  };
  const call = nodeTransport({ baseUrl, ca }).send({ method: "GET", path: "/a", headers: [] });
  await expect(call).rejects.toMatchObject({
    name: "TransportError",
    message: "GET /a: no file",
    code: "ENOENT",
  });
});

it("TLS: authorities are asked for again once a server has shown a certificate of others", async () => {
  let ca = firstLocal.cert;
  let asked = 0;
  const source = (): string => {
    asked++;
    return ca;
  };
  const transport = nodeTransport({ baseUrl, ca: source, tlsServerName });
  const ask = async (): Promise<string> =>
    (await transport.send({ method: "GET", path: "/", headers: [] })).text();
  await expect(ask()).rejects.toThrow("has a certificate of another authority");
  ca = cert;
  expect(await ask()).toContain("crdgen.test");
  expect(await ask()).toContain("crdgen.test");
  transport.close();
  expect(asked).toBe(2);
});
