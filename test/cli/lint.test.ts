import { join } from "node:path";
import { expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const crd = "generated-samples/either-or/crd.yaml";

function lint(args: readonly string[]): Outcome {
  return runCli(root, ["lint", ...args]);
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
