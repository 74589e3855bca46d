import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A process of `crdgen serve`. */
export interface Serving {
  readonly kubeconfig: string;
  readonly stop: () => void;
}

/** Serves CRDs, and Leases, in a process of its own. */
export async function startServing(crds: readonly object[]): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), "leadership-server-"));
  const input = join(folder, "crds.json");
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(input, JSON.stringify({ apiVersion: "v1", kind: "List", items: crds }));
  const main = join(import.meta.dirname, "../../dist/cli/main.js");
  const server = spawn(
    process.execPath,
    [
      ...[main, "serve", input, "--built-in", "coordination.k8s.io", "--port", "0"],
      ...["--kubeconfig", kubeconfig],
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "inherit"] },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (code) => {
      reject(new Error(`crdgen serve has ended with ${code}`));
    });
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("KUBECONFIG") || text.includes("kubeconfig")) resolve();
    });
  });
  return {
    kubeconfig,
    stop() {
      server.removeAllListeners("exit");
      server.kill("SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}
