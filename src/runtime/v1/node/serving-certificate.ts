import { errorText } from "../client/error-text.js";
import type { FileModule } from "./fresh-file.js";
import { loadModule } from "./http-module.js";

/** Paths of files in PEM, such as `tls.crt` and `tls.key` of a mounted Secret. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate, followed by those of its issuers, and its private key; both in PEM. */
export interface ServingCertificate {
  readonly cert: string | Uint8Array;
  readonly key: string | Uint8Array;
}

/** Reads a certificate from where it is. */
export async function readServingCertificate(
  source: CertificateFiles | (() => ServingCertificate | Promise<ServingCertificate>),
): Promise<ServingCertificate> {
  try {
    if (typeof source === "function") return await source();
    const files = await loadModule<FileModule>("node:fs/promises");
    const [cert, key] = await Promise.all([
      files.readFile(source.certFile, "utf8"),
      files.readFile(source.keyFile, "utf8"),
    ]);
    return { cert, key };
  } catch (error) {
    throw unusableCertificate(error);
  }
}

/** The error for a certificate that cannot be read or used. */
export function unusableCertificate(cause: unknown): Error {
  return new Error(`the webhooks' certificate: ${errorText(cause)}`, { cause });
}
