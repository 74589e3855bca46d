import { generate } from "selfsigned";

/** What a server needs for TLS, as PEM, and what its clients need to trust it. */
export interface Certificates {
  readonly certificate: string;
  readonly key: string;
  /** What clients trust; it signs their certificates too. */
  readonly authority: string;
  /** A client's certificate and key. */
  readonly client: { readonly certificate: string; readonly key: string };
}

const validDays = 365;

/** Makes certificates for a server on this machine, which are good for a year. */
export async function makeCertificates(host: string): Promise<Certificates> {
  const now = Date.now();
  // Clocks of other machines may be behind.
  const notBeforeDate = new Date(now - 3_600_000);
  const notAfterDate = new Date(now + validDays * 86_400_000);
  const made = await generate([{ name: "commonName", value: "crdgen serve" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate,
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true, clientAuth: true },
      { name: "subjectAltName", altNames: names(host) },
    ],
    clientCertificate: {
      cn: "crdgen",
      keyType: "ec",
      algorithm: "sha256",
      notBeforeDate,
      notAfterDate,
    },
  });
  const { clientcert, clientprivate } = made;
  if (clientcert === undefined || clientprivate === undefined) {
    throw new Error("no certificate was made for clients");
  }
  return {
    certificate: made.cert,
    key: made.private,
    authority: made.cert,
    client: { certificate: clientcert, key: clientprivate },
  };
}

const dnsName = 2;
const address = 7;

function names(host: string): ({ type: 2; value: string } | { type: 7; ip: string })[] {
  const isAddress = /^[\d.]+$|:/.test(host);
  return [
    { type: dnsName, value: "localhost" },
    { type: address, ip: "127.0.0.1" },
    { type: address, ip: "::1" },
    isAddress ? { type: address, ip: host } : { type: dnsName, value: host },
  ];
}
