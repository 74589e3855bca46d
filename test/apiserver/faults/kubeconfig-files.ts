import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Issued } from "./authority.js";

/** A kubeconfig that names files of certificates, which others replace. */
export class KubeconfigFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), "crdgen-kubeconfig-"));

  /** Gives its path. */
  write(server: string): string {
    const file = (name: string): string => join(this.#folder, name);
    const cluster = { server, "certificate-authority": file("ca.crt") };
    const user = { "client-certificate": file("client.crt"), "client-key": file("client.key") };
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "test",
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      clusters: [{ name: "test", cluster }],
      users: [{ name: "test", user }],
    };
    this.#replace("kubeconfig", JSON.stringify(config));
    return file("kubeconfig");
  }

  writeAuthority(cert: string): void {
    this.#replace("ca.crt", cert);
  }

  writeClient({ cert, key }: Issued): void {
    this.#replace("client.crt", cert);
    this.#replace("client.key", key);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Nobody sees half of a file. */
  #replace(name: string, text: string): void {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
}
