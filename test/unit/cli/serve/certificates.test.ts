import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  authorityIn,
  faultOfAuthority,
  makeAuthority,
  makeCertificates,
} from "../../../../src/cli/serve/certificates.js";

const read = (pem: string): X509Certificate => new X509Certificate(pem);

describe("certificates", () => {
  const made = makeCertificates("fe80::12:3");
  const [authority, server, client] = [
    read(made.authority),
    read(made.certificate),
    read(made.client.certificate),
  ];

  it("are leaves that an authority has signed", () => {
    expect([authority.ca, server.ca, client.ca]).toEqual([true, false, false]);
    for (const leaf of [server, client]) {
      expect(leaf.checkIssued(authority)).toBe(true);
      expect(leaf.verify(authority.publicKey)).toBe(true);
    }
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(server.checkPrivateKey(createPrivateKey(made.key))).toBe(true);
    expect(client.checkPrivateKey(createPrivateKey(made.client.key))).toBe(true);
  });

  it("are for a server or for a client", () => {
    expect(server.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(client.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
  });

  it("name this machine, and where the server listens", () => {
    for (const ip of ["127.0.0.1", "::1", "fe80::12:3"]) expect(server.checkIP(ip)).toBe(ip);
    expect(server.checkHost("localhost")).toBe("localhost");
    expect(server.checkIP("10.1.2.3")).toBe(undefined);
    expect(read(makeCertificates("a.example").certificate).checkHost("a.example")).toBeTruthy();
    expect(read(makeCertificates("10.1.2.3").certificate).checkIP("10.1.2.3")).toBe("10.1.2.3");
    const names = read(makeCertificates("0.0.0.0").certificate).subjectAltName;
    expect(names).toContain("IP Address:0.0.0.0");
  });

  it("are good for a year, the authority for ten", () => {
    const years = (one: X509Certificate): number =>
      (Date.parse(one.validTo) - Date.now()) / 86_400_000 / 365;
    expect([authority, server, client].map((one) => years(one).toFixed(2))).toEqual([
      "10.00",
      "1.00",
      "1.00",
    ]);
    expect(Date.parse(server.validFrom)).toBeLessThan(Date.now() - 3_000_000);
  });

  it("of an authority are refused once they end, and if they are another's", () => {
    const { certificate, key } = makeAuthority();
    const end = Date.parse(read(certificate).validTo);
    expect(faultOfAuthority({ certificate, key }, Date.now())).toBe(undefined);
    expect(faultOfAuthority({ certificate, key }, end)).toMatch(/^valid only until /);
    expect(faultOfAuthority({ certificate, key: makeAuthority().key }, 0)).toMatch(/together/);
    expect(faultOfAuthority({ certificate: made.certificate, key: made.key }, 0)).toMatch(/none/);
    expect(faultOfAuthority({ certificate, key: "" }, 0)).toBe("they cannot be read");
  });
});

describe("a folder with an authority", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "crdgen-authority-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("keeps it, and its key for the owner alone", () => {
    const place = join(folder, "deep", "tls");
    const first = authorityIn(place);
    expect(authorityIn(place)).toEqual(first);
    expect(statSync(join(place, "ca.key")).mode & 0o777).toBe(0o600);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    const leaf = read(makeCertificates("localhost", first).certificate);
    expect(leaf.verify(read(readFileSync(join(place, "ca.crt"), "utf8")).publicKey)).toBe(true);
  });

  it("is left as it is if it cannot be used", () => {
    authorityIn(folder);
    writeFileSync(join(folder, "ca.crt"), "mine");
    expect(() => authorityIn(folder)).toThrow(/--cert-dir: ca.crt and ca.key in .* cannot be read/);
    rmSync(join(folder, "ca.crt"));
    expect(() => authorityIn(folder)).toThrow(/delete both/);
    expect(() => authorityIn(join(folder, "ca.key"))).toThrow(/--cert-dir: E(NOTDIR|EXIST)/);
  });
});
