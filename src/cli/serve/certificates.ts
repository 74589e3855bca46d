import type { KeyObject } from "node:crypto";
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { mastersGroup } from "../../runtime/v1/testing/authorization/user.js";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";
import type { CertificateUsage, Issuer } from "./issue-certificate.js";
import { issueCertificate } from "./issue-certificate.js";

/**
 * The keys and certificates that a server needs for TLS, as PEM, and those that its clients need to
 * trust it.
 */
export interface Certificates {
  readonly certificate: string;
  readonly key: string;
  /**
   * The authority that clients trust: it has signed the certificates of the server and of the
   * client.
   */
  readonly authority: string;
  /** A client's certificate and key. */
  readonly client: KeyPair;
}

/** A certificate and its key, as PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const authorityName = "crdgen serve";
const day = 86_400_000;
/** Of certificates of servers and clients, which each start makes anew. */
const validDays = 365;
/** Of an authority, which may be kept. */
const authorityDays = 3650;

/** Makes an authority, which is good for ten years. */
export function makeAuthority(): KeyPair {
  const keys = generateKeys();
  const issuer: Issuer = { commonName: authorityName, ...keys };
  return issue(authorityName, { of: "authority" }, authorityDays, keys, issuer);
}

/**
 * Why a key pair cannot be the authority of a server; undefined if it can.
 *
 * @param now in ms since 1970
 */
export function faultOfAuthority({ certificate, key }: KeyPair, now: number): string | undefined {
  try {
    const read = new X509Certificate(certificate);
    const privateKey = createPrivateKey(key);
    if (read.subject !== `CN=${authorityName}` || !read.ca) return "they are none of crdgen's";
    if (!read.checkPrivateKey(privateKey)) return "they do not belong together";
    if (Date.parse(read.validTo) < now + day) return `valid only until ${read.validTo}`;
    return undefined;
  } catch {
    return "they cannot be read";
  }
}

/**
 * Makes certificates of a server and a client, which are good for a year.
 *
 * @param host where the server listens; at `0.0.0.0` and `::` it has all names of this machine
 * @param authority that signs them; default: one of its own
 */
export function makeCertificates(host: string, authority: KeyPair = makeAuthority()): Certificates {
  const privateKey = createPrivateKey(authority.key);
  const publicKey = createPublicKey(privateKey);
  const issuer: Issuer = { commonName: authorityName, privateKey, publicKey };
  const usage = { of: "server", names: namesOf(host) } as const;
  const server = issue("crdgen serve server", usage, validDays, generateKeys(), issuer);
  return {
    ...server,
    authority: authority.certificate,
    client: issue("crdgen", { of: "client" }, validDays, generateKeys(), issuer, mastersGroup),
  };
}

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function generateKeys(): Keys {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function issue(
  commonName: string,
  usage: CertificateUsage,
  days: number,
  { publicKey, privateKey }: Keys,
  issuer: Issuer,
  organization?: string,
): KeyPair {
  const now = Date.now();
  // Clocks of other machines may be behind.
  const [notBefore, notAfter] = [new Date(now - 3_600_000), new Date(now + days * day)];
  const facts = { commonName, organization, publicKey, notBefore, notAfter, usage };
  // As in kubeconfigs of kubeadm: clients in Java take what PKCS#8 wraps for a key of RSA.
  const key = String(privateKey.export({ type: "sec1", format: "pem" }));
  return { certificate: issueCertificate(facts, issuer), key };
}

function namesOf(host: string): readonly string[] {
  const names = ["localhost", "127.0.0.1", "::1", host];
  if (isIP(host) === 0 || !/^[0.:]+$/.test(host)) return [...new Set(names)];
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) =>
    some.map(({ address }) => address),
  );
  return [...new Set([...names, hostname(), ...addresses])];
}

/**
 * The authority that a folder keeps in `ca.crt` and `ca.key`, so that clients that trust one start
 * of a server trust the next; made where there is none. The key can be read by its owner alone.
 *
 * @throws UsageError for what cannot be read or written, and for another authority than crdgen's
 */
export function authorityIn(folder: string): KeyPair {
  try {
    return readAuthority(folder) ?? make(folder);
  } catch (error) {
    if (error instanceof UsageError || errorCode(error) === undefined) throw error;
    throw new UsageError(`--cert-dir: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readAuthority(folder: string): KeyPair | undefined {
  const [certificate, key] = [textOf(folder, "ca.crt"), textOf(folder, "ca.key")];
  if (certificate === undefined && key === undefined) return undefined;
  const found = { certificate: certificate ?? "", key: key ?? "" };
  const fault = faultOfAuthority(found, Date.now());
  if (fault === undefined) return found;
  const advice = "delete both or name another folder";
  throw new UsageError(`--cert-dir: ca.crt and ca.key in ${folder}: ${fault}; ${advice}`);
}

function textOf(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Of two servers that start at once one makes it, and the other ends by an error. */
function make(folder: string): KeyPair {
  const made = makeAuthority();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = join(folder, "ca.key");
  writeFileSync(key, made.key, { flag: "wx", mode: 0o600 });
  writeFileSync(join(folder, "ca.crt"), made.certificate, { flag: "wx", mode: 0o644 });
  return made;
}
