import type { ServingCertificate } from "../../node/serving-certificate.js";

/**
 * A certificate that nobody has signed but itself, for `localhost` and 127.0.0.1, as
 * controller-runtime's metrics have by default: it encrypts, and proves nothing, so that scrapers
 * must not look (`insecure_skip_verify`). The function gives the same one for half a year, and then
 * another.
 */
export function selfSigned(): () => Promise<ServingCertificate> {
  let current: Promise<ServingCertificate> | undefined;
  let renewal = 0;
  return () => {
    if (current === undefined || Date.now() >= renewal) {
      current = makeSelfSigned(Date.now());
      renewal = Date.now() + validity / 2;
    }
    return current;
  };
}

/** Milliseconds: a year. */
const validity = 365 * 86_400_000;

/** Makes a key on the curve P-256, and a certificate of it (RFC 5280). */
async function makeSelfSigned(now: number): Promise<ServingCertificate> {
  const { subtle } = crypto;
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const keys = await subtle.generateKey(curve, true, ["sign", "verify"]);
  const publicKey = new Uint8Array(await subtle.exportKey("spki", keys.publicKey));
  const content = toBeSigned(publicKey, now);
  const signing = { name: "ECDSA", hash: "SHA-256" };
  const signature = new Uint8Array(await subtle.sign(signing, keys.privateKey, bufferOf(content)));
  const numbers = derSequence(
    derInteger(signature.subarray(0, 32)),
    derInteger(signature.subarray(32)),
  );
  const certificate = derSequence(content, signatureAlgorithm(), derBits(numbers));
  const key = new Uint8Array(await subtle.exportKey("pkcs8", keys.privateKey));
  return { cert: pemOf("CERTIFICATE", certificate), key: pemOf("PRIVATE KEY", key) };
}

/** A copy whose type says that no other thread has it. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const buffer = new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

function toBeSigned(publicKey: Uint8Array, now: number): Uint8Array {
  const serial = crypto.getRandomValues(new Uint8Array(16));
  const name = derSequence(
    der(0x31, derSequence(der(0x06, commonName), der(0x0c, utf8("crdgen metrics")))),
  );
  const isAuthority = derSequence(der(0x01, [0xff]));
  // For digital signatures and for certificates.
  const uses = der(0x03, [2, 0b1000_0100]);
  const names = derSequence(der(0x82, utf8("localhost")), der(0x87, [127, 0, 0, 1]));
  const extensions = derSequence(
    derSequence(der(0x06, basicConstraints), der(0x01, [0xff]), der(0x04, isAuthority)),
    derSequence(der(0x06, keyUsage), der(0x01, [0xff]), der(0x04, uses)),
    derSequence(der(0x06, alternativeNames), der(0x04, names)),
  );
  return derSequence(
    der(0xa0, derInteger(Uint8Array.of(2))),
    derInteger(serial),
    signatureAlgorithm(),
    name,
    // Clocks differ.
    derSequence(derTime(now - 300_000), derTime(now + validity)),
    name,
    publicKey,
    der(0xa3, extensions),
  );
}

/** Identifiers of objects, as they are encoded. */
const ecdsaWithSha256: readonly number[] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const commonName: readonly number[] = [0x55, 0x04, 0x03];
const keyUsage: readonly number[] = [0x55, 0x1d, 0x0f];
const alternativeNames: readonly number[] = [0x55, 0x1d, 0x11];
const basicConstraints: readonly number[] = [0x55, 0x1d, 0x13];

function signatureAlgorithm(): Uint8Array {
  return derSequence(der(0x06, ecdsaWithSha256));
}

/** A value in DER (X.690): its tag, its length and its content. */
function der(tag: number, ...contents: readonly Iterable<number>[]): Uint8Array {
  const content = contents.flatMap((each) => [...each]);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([tag, ...size, ...content]);
}

function derSequence(...members: readonly Uint8Array[]): Uint8Array {
  return der(0x30, ...members);
}

/** An integer that is not negative: without zeros before it, but for one that keeps the sign. */
function derInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  return der(0x02, (digits[0] ?? 0) >= 0x80 ? [0] : [], digits);
}

function derBits(bytes: Uint8Array): Uint8Array {
  return der(0x03, [0], bytes);
}

/** In seconds; years have two digits until 2049 (RFC 5280, 4.1.2.5). */
function derTime(time: number): Uint8Array {
  const digits = `${new Date(time).toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
  return digits < "2050" ? der(0x17, utf8(digits.slice(2))) : der(0x18, utf8(digits));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function pemOf(label: string, bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
