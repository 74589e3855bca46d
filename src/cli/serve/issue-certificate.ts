import type { KeyObject } from "node:crypto";
import { createHash, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/*
 * Values in DER (X.690), as far as certificates have them: each is its tag, its length and its
 * content.
 */

/** A value with any tag. */
function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, ...lengthOf(content.length)), content]);
}

/** The bytes of a length: one below 128, or their number and then themselves. */
function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

/** SEQUENCE. */
function sequence(...members: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...members);
}

/** SET with one member. */
function setOf(member: Uint8Array): Buffer {
  return tagged(0x31, member);
}

/** INTEGER that is not negative, of its bytes. */
function unsigned(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, ...(isNegative ? [Buffer.of(0)] : []), bytes);
}

/** BOOLEAN that is true: one that is false is left out. */
const yes: Buffer = /* @__PURE__ */ tagged(0x01, /* @__PURE__ */ Buffer.of(0xff));

/** BIT STRING; `unused` counts the bits at its end that mean nothing. */
function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Buffer.of(unused), bytes);
}

/** OCTET STRING. */
function octetString(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

/** UTF8String. */
function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value));
}

/** OBJECT IDENTIFIER, written with dots. */
function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.of(first * 40 + second, ...rest.flatMap(inSevens)));
}

/** Seven bits each, all but the last with a mark. */
function inSevens(number: number): readonly number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest % 128));
  }
  return bytes;
}

/** A time in seconds; from 2050 on it has four digits for the year (RFC 5280, 4.1.2.5). */
function time(value: Date): Buffer {
  const digits = `${value.toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
  const isEarly = value.getUTCFullYear() < 2050;
  return isEarly ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

/** The contents of a certificate (RFC 5280). */
export interface CertificateFacts {
  /** Of whom it is. */
  readonly commonName: string;
  /** The group that it is in. Default: none. */
  readonly organization?: string | undefined;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The uses that its key may have. */
  readonly usage: CertificateUsage;
}

/** A key signs certificates, or is that of a server with these names, or that of a client. */
export type CertificateUsage =
  | { readonly of: "authority" }
  | { readonly of: "server"; readonly names: readonly string[] }
  | { readonly of: "client" };

/** Who signs certificates: with a key on the curve P-256. */
export interface Issuer {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/**
 * A signed certificate, as PEM. It has all that strict readers ask for: rustls takes no authority
 * for a server, Python's `VERIFY_X509_STRICT` wants identifiers of keys.
 */
export function issueCertificate(facts: CertificateFacts, issuer: Issuer): string {
  const version3 = tagged(0xa0, unsigned(Buffer.of(2)));
  const content = sequence(
    version3,
    unsigned(serialNumber()),
    ecdsaWithSha256,
    nameOf(issuer.commonName),
    sequence(time(facts.notBefore), time(facts.notAfter)),
    nameOf(facts.commonName, facts.organization),
    facts.publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensionsOf(facts, issuer))),
  );
  const signature = sign("sha256", content, issuer.privateKey);
  const certificate = sequence(content, ecdsaWithSha256, bitString(signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const ecdsaWithSha256 = /* @__PURE__ */ sequence(/* @__PURE__ */ identifier("1.2.840.10045.4.3.2"));

/** Positive, and never 0 at its beginning. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function nameOf(commonName: string, organization?: string): Buffer {
  const attribute = (type: string, value: string): Buffer =>
    setOf(sequence(identifier(type), text(value)));
  const groups = organization === undefined ? [] : [attribute("2.5.4.10", organization)];
  return sequence(...groups, attribute("2.5.4.3", commonName));
}

function extensionsOf({ publicKey, usage }: CertificateFacts, issuer: Issuer): readonly Buffer[] {
  const signer = sequence(tagged(0x80, keyIdentifier(issuer.publicKey)));
  const common = [
    extension("2.5.29.14", false, octetString(keyIdentifier(publicKey))),
    extension("2.5.29.35", false, signer),
  ];
  if (usage.of === "authority") {
    const signsCertificatesAndLists = bitString(Buffer.of(0b0000_0110), 1);
    return [
      ...common,
      extension("2.5.29.19", true, sequence(yes)),
      extension("2.5.29.15", true, signsCertificatesAndLists),
    ];
  }
  const signsMessages = bitString(Buffer.of(0b1000_0000), 7);
  const purpose = usage.of === "server" ? "1.3.6.1.5.5.7.3.1" : "1.3.6.1.5.5.7.3.2";
  return [
    ...common,
    extension("2.5.29.19", true, sequence()),
    extension("2.5.29.15", true, signsMessages),
    extension("2.5.29.37", false, sequence(identifier(purpose))),
    ...(usage.of === "server"
      ? [extension("2.5.29.17", false, sequence(...usage.names.map(alternativeName)))]
      : []),
  ];
}

function extension(name: string, isCritical: boolean, value: Uint8Array): Buffer {
  return sequence(identifier(name), ...(isCritical ? [yes] : []), octetString(value));
}

/** RFC 7093, 2, method 4. */
function keyIdentifier(key: KeyObject): Uint8Array {
  const bytes = key.export({ type: "spki", format: "der" });
  return createHash("sha256").update(bytes).digest().subarray(0, 20);
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? tagged(0x82, Buffer.from(name)) : tagged(0x87, addressBytes(name));
}

function addressBytes(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split(".").map(Number));
  // URLs have them in one form: in hexadecimal, and with `::` at most once.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, "")}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((half) => half.split(":").filter((part) => part !== ""));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].map((part) => parseInt(part, 16));
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
