import { errorText } from "../client/error-text.js";
import type { FileModule } from "./credentials.js";
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

/** Files, or a function that gives what they would hold; either is read anew again and again. */
export type CertificateSource =
  CertificateFiles | (() => ServingCertificate | Promise<ServingCertificate>);

/** Reads a certificate from where it is. */
export async function readServingCertificate(
  source: CertificateSource,
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
  return new Error(`the serving certificate: ${errorText(cause)}`, { cause });
}

/** How a certificate is looked at again and again. */
export interface ReloadOptions {
  readonly certificate: CertificateSource;
  /** Milliseconds between two looks; the default is 10,000. */
  readonly reloadInterval?: number | undefined;
  /** Told of a fault once, not every ten seconds. */
  readonly onFault: (error: unknown) => void;
  /** Told of every look, for metrics. */
  readonly onRead?: ((hasFailed: boolean) => void) | undefined;
}

/** Milliseconds between two looks at a certificate that clients do not take. */
const shortestReload = 250;

/** How a certificate is looked at. */
export interface Reloading {
  /** Looks at once: a client has not taken the certificate. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Looks at the certificate at times. */
export function reloadRegularly(
  { certificate, reloadInterval = 10_000, onFault, onRead }: ReloadOptions,
  first: ServingCertificate,
  take: (next: ServingCertificate) => void,
): Reloading {
  let current = identityOf(first);
  let lastFault = "";
  let nextLook = 0;
  const reload = async (): Promise<void> => {
    nextLook = performance.now() + shortestReload;
    try {
      const next = await readServingCertificate(certificate);
      const identity = identityOf(next);
      if (identity !== current) {
        take(next);
        current = identity;
      }
      lastFault = "";
      onRead?.(false);
    } catch (error) {
      onRead?.(true);
      const fault = errorText(error);
      if (fault !== lastFault) onFault(error);
      lastFault = fault;
    }
  };
  const timer = setInterval(() => void reload(), reloadInterval);
  const { unref } = timer as { unref?: () => void }; // elsewhere than on Node.js it is a number
  unref?.call(timer);
  return {
    look() {
      if (performance.now() >= nextLook) void reload();
    },
    stop() {
      clearInterval(timer);
    },
  };
}

function identityOf({ cert, key }: ServingCertificate): string {
  return [cert, key].map(String).join("\n");
}
