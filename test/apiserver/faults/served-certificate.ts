import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { waitUntil } from "../server.js";

/** The certificate that a server on this machine shows to those who come now. */
export function certificateAt(port: number): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate();
      socket.on("close", () => {
        resolve(new X509Certificate(raw));
      });
      // To break it off would tell the server that its certificate was not taken.
      socket.resume();
      socket.end();
    });
    socket.on("error", reject);
  });
}

/** Resolves when a server shows this certificate; gives the seconds for which it did not. */
export async function untilServed(port: number, pem: string): Promise<number> {
  const start = performance.now();
  const { fingerprint256 } = new X509Certificate(pem);
  await waitUntil("the new certificate is served", async () => {
    const shown = await certificateAt(port).catch(() => undefined);
    return shown?.fingerprint256 === fingerprint256;
  });
  return (performance.now() - start) / 1_000;
}
