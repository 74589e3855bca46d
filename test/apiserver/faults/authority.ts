import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate and its private key, in PEM. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority, which signs for a month. */
export class Authority {
  readonly cert: string;
  readonly key: string;
  readonly #folder: string;
  #count = 0;

  /** Makes it, or takes one that is there. */
  constructor(name: string, given?: Issued) {
    this.#folder = mkdtempSync(join(tmpdir(), "crdgen-authority-"));
    if (given === undefined) {
      const files = ["-keyout", this.#path("ca.key"), "-out", this.#path("ca.crt")];
      openssl("req", "-x509", ...newKey, "-days", "30", "-subj", `/CN=${name}`, ...files);
    } else {
      writeFileSync(this.#path("ca.crt"), given.cert);
      writeFileSync(this.#path("ca.key"), given.key);
    }
    this.cert = this.#read("ca.crt");
    this.key = this.#read("ca.key");
  }

  /** Signs for a server on this machine, or for a user: `/CN=bob/O=team-b`. */
  issue(subject = "/CN=localhost"): Issued {
    const name = `issued-${++this.#count}`;
    const request = ["-keyout", this.#path(`${name}.key`), "-out", this.#path(`${name}.csr`)];
    openssl("req", "-new", ...newKey, "-subj", subject, ...request);
    const extensions = ["basicConstraints=CA:FALSE", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    writeFileSync(this.#path("extensions"), extensions.join("\n"));
    const signed = ["-CA", this.#path("ca.crt"), "-CAkey", this.#path("ca.key"), "-days", "30"];
    const files = ["-in", this.#path(`${name}.csr`), "-out", this.#path(`${name}.crt`)];
    openssl("x509", "-req", ...signed, "-extfile", this.#path("extensions"), ...files);
    return { cert: this.#read(`${name}.crt`), key: this.#read(`${name}.key`) };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #read(name: string): string {
    return readFileSync(this.#path(name), "utf8");
  }
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

function openssl(...args: readonly string[]): void {
  execFileSync("openssl", args, { stdio: ["ignore", "ignore", "pipe"] });
}
