import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const samples = join(import.meta.dirname, "../../generated-samples");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  writeBelow(folder, "crd.yaml", readFileSync(join(samples, "crontab/crd.yaml"), "utf8"));
});

function explain(...args: readonly string[]): Outcome {
  return runCli(folder, ["explain", ...args, "--crd", "crd.yaml"]);
}

const spec = `GROUP:      stable.example.com
KIND:       CronTab
VERSION:    v1

FIELD: spec <Object>
RULES:
    self.replicas <= 5 || self.concurrency == 'Forbid' (more than 5 replicas need concurrency Forbid)
    self.image == oldSelf.image (image is immutable)

DESCRIPTION:
    <empty>
FIELDS:
  concurrency\t<string>
  enum: Allow, Forbid, Replace
  default: "Allow"
    What to do when a run is due while another is still going.

  cronSpec\t<string> -required-
  maxLength: 100, pattern: ^(\\d+|\\*)(\\s+(\\d+|\\*)){4}$
    Schedule in cron format, five fields.

  env\t<[]Object>
  maxItems: 16, list type: map, list map keys: name
    Environment of the container.

  image\t<string> -required-
  minLength: 1
    Container image to run. Immutable.

  port\t<Object>
  int or string: true
    Port of the health check, by number or by name.

  replicas\t<integer>
  default: 1
  format: int32, minimum: 0, maximum: 10
    <no description>


`;

const recursive = `GROUP:      stable.example.com
KIND:       CronTab
VERSION:    v1

FIELD: spec <Object>


DESCRIPTION:
    <empty>
FIELDS:
  concurrency\t<string>
  enum: Allow, Forbid, Replace
  cronSpec\t<string> -required-
  env\t<[]Object>
    name\t<string> -required-
    value\t<string>
  image\t<string> -required-
  port\t<Object>
  replicas\t<integer>

`;

const asV2 = `KIND:     CronTab
VERSION:  stable.example.com/v1

FIELD:    concurrency <string>

DESCRIPTION:
     What to do when a run is due while another is still going.
`;

describe("a resource", () => {
  it("is described with what kubectl leaves out", () => {
    expect(explain("crontabs.spec")).toEqual({ code: 0, out: spec, err: "" });
  });

  it("is described as kubectl does it, on request", () => {
    const { out } = explain("crontabs.spec", "--kubectl", "--recursive");
    expect(out).toBe(recursive);
    const v2 = explain("crontabs.spec.concurrency", "-o", "plaintext-openapiv2");
    expect(v2.out).toBe(asV2);
  });

  it.each([
    ["crontab.spec"],
    ["CronTab.spec"],
    ["ct.spec"],
    ["crontabs.stable.example.com.spec"],
    ["crontabs.v1.stable.example.com.spec"],
    ["crontabs['spec']"],
    ["crontabs.spec."],
  ])("is found by %s", (name) => {
    expect(explain(name).out).toBe(spec);
  });

  it("is found in the inputs of the configuration", () => {
    writeBelow(folder, "crdgen.config.yaml", "inputs: [crd.yaml]\n");
    expect(runCli(folder, ["explain", "crontabs.spec"]).out).toBe(spec);
  });

  it("is found in inputs behind its name", () => {
    expect(runCli(folder, ["explain", "crontabs.spec", "crd.yaml"]).out).toBe(spec);
  });

  it("is found by its version", () => {
    expect(explain("crontabs", "--api-version", "stable.example.com/v1").code).toBe(0);
    expect(explain("crontabs", "--api-version", "v1").code).toBe(0);
    expect(explain("crontabs", "--api-version", "stable.example.com/v2")).toEqual({
      code: 2,
      out: "",
      err: "error: crontabs.stable.example.com has no version 'v2' that is served; served: v1\n",
    });
  });
});

describe("what does not exist", () => {
  it.each([
    ["crontabs.spec.imagee", "field \"imagee\" does not exist\n(did you mean 'image'?)"],
    ["crontabs.spec.env.xyz", 'field "xyz" does not exist'],
    ["crontab5", "none of the CRDs defines 'crontab5'\n(did you mean 'crontabs'?)"],
    [
      "source/not-yamll",
      "'source/not-yamll' is not a diagnostic\n(did you mean 'source/not-yaml'?)",
    ],
    ["a[b", "'a[b' is not a path of names"],
  ])("is said of %s", (name, message) => {
    expect(explain(name)).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
  });

  it("is said as kubectl says it", () => {
    const header = "GROUP:      stable.example.com\nKIND:       CronTab\nVERSION:    v1\n\n";
    const err = 'error: field "imagee" does not exist\n';
    expect(explain("crontabs.spec.imagee", "--kubectl")).toEqual({ code: 1, out: header, err });
    const old = ["--kubectl", "--output", "plaintext-openapiv2"];
    expect(explain("crontabs.spec.imagee", ...old)).toEqual({ code: 1, out: "", err });
  });

  it("asks for CRDs where there are none", () => {
    const { code, err } = runCli(folder, ["explain", "crontabs"]);
    expect([code, err.split(":")[1]]).toEqual([2, " name the CRDs with --crd"]);
  });
});

it("does not explain what the API server refuses", () => {
  const crd = readFileSync(join(samples, "crontab/crd.yaml"), "utf8");
  writeBelow(
    folder,
    "crd.yaml",
    crd.replace("maximum: 10", "maximum: 10\n                  type: x"),
  );
  const { code, out, err } = explain("crontabs");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("nothing is explained");
});

it("takes names that two resources share only with their groups", () => {
  const crd = readFileSync(join(samples, "crontab/crd.yaml"), "utf8");
  const other = crd.replaceAll("stable.example.com", "other.example.com");
  writeBelow(folder, "crd.yaml", `${crd}\n---\n${other}`);
  expect(explain("crontabs").err).toContain(
    "'crontabs' can be any of 'crontabs.stable.example.com', 'crontabs.other.example.com'",
  );
  expect(explain("crontabs.other.example.com.spec").out).toContain(
    "GROUP:      other.example.com\n",
  );
});

it("shows no control characters", () => {
  const crd = readFileSync(join(samples, "crontab/crd.yaml"), "utf8");
  writeBelow(
    folder,
    "crd.yaml",
    crd
      .replace("Environment of", '"\\u001B[2JEnvironment of')
      .replace(" of the container.", ' of the container."'),
  );
  expect(explain("crontabs.spec", "--kubectl").out).not.toContain("\u001B");
});
