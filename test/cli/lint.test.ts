import { readFileSync } from "node:fs";
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

it("counts the updates of stored CRDs", () => {
  const args = [crd, "--ignore", "portability/newer-server"];
  expect(lint([...args, "--old", crd]).err).toBe(
    "1 CRD (1 update), 0 refused by Kubernetes 1.37\n",
  );
  expect(lint([...args, "--old", "generated-samples/crontab/crd.yaml"]).err).toBe(
    "1 CRD (0 updates), 0 refused by Kubernetes 1.37\n",
  );
});

it("tells what may not replace the stored CRD", () => {
  const stored = readFileSync(join(root, crd), "utf8");
  const scope = stored.replace("scope: Namespaced", "scope: Cluster");
  const { code, err } = runCli(root, ["lint", "-", "--old", crd], scope);
  expect(err).toContain("error[crd/field-immutable]: spec.scope:");
  expect(err).toContain("1 CRD (1 update), 1 refused by Kubernetes 1.37");
  expect(code).toBe(1);
});

it("counts no update where no server can have the old CRD", () => {
  const text = readFileSync(join(root, crd), "utf8").replace("scope: Namespaced", "scope: 1");
  const { code, err } = runCli(root, ["lint", crd, "--old", "-"], text);
  expect(err).toContain("error[crd/cannot-decode]");
  expect(err).toContain("1 CRD (0 updates), 1 refused by Kubernetes 1.37");
  expect(code).toBe(1);
});

it("reads standard input once", () => {
  expect(lint(["-", "--old", "-"])).toEqual({
    code: 2,
    out: "",
    err: "crdgen: standard input (-) can be read only once\n",
  });
});

it("wants a CRD", () => {
  expect(lint(["package.json"])).toEqual({
    code: 2,
    out: "",
    err: "crdgen: no CustomResourceDefinition in package.json (1 document without apiVersion and kind)\n",
  });
});
