import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const main = join(root, "dist/cli/main.js");
const crd = "generated-samples/either-or/crd.yaml";

function lint(args: readonly string[]): {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "lint", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

it("counts CRDs and says who judged them", () => {
  expect(
    lint([crd, "--kubernetes-version", "1.30", "--ignore", "portability/newer-server"]),
  ).toEqual({ code: 0, out: "", err: "1 CRD, 0 refused by Kubernetes 1.30\n" });
});

it("does not take a code that switches nothing off", () => {
  const { code, err } = lint([crd, "--ignore", "portability/newer-servers"]);
  expect(err).toMatch(
    /^crdgen: --ignore: 'portability\/newer-servers' is no portability warning; there are: portability\//,
  );
  expect(code).toBe(2);
});

it("wants a CRD", () => {
  expect(lint(["package.json"])).toEqual({
    code: 2,
    out: "",
    err: "crdgen: no CustomResourceDefinition in package.json\n",
  });
});
