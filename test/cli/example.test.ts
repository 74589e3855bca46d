import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const samples = join(import.meta.dirname, "../../generated-samples");
const crd = readFileSync(join(samples, "crontab/crd.yaml"), "utf8");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  writeBelow(folder, "crd.yaml", crd);
});

function example(...args: readonly string[]): Outcome {
  return runCli(folder, ["example", "crontabs", "--crd", "crd.yaml", ...args]);
}

const minimal = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: example
  namespace: default
spec:
  # Schedule in cron format, five fields.
  cronSpec: 0 3 * * *
  # Container image to run.
  image: nginx:1.29
`;

const full = `${minimal}  replicas: 1
  # What to do when a run is due while another is still going.
  concurrency: Allow
  # Environment of the container.
  env:
  - name: LOG_LEVEL
    value: info
  # Port of the health check, by number or by name.
  port: 8080
`;

it("has what is required, with comments", () => {
  expect(example()).toEqual({ code: 0, out: minimal, err: "" });
});

it("has all fields on request", () => {
  expect(example("--full").out).toBe(full);
});

it("leaves comments out, and is JSON, on request", () => {
  expect(example("--no-comments").out).toBe(minimal.replace(/^ *#.*\n/gm, ""));
  expect(JSON.parse(example("--output", "json").out)).toEqual({
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name: "example", namespace: "default" },
    spec: { cronSpec: "0 3 * * *", image: "nginx:1.29" },
  });
});

it("tells editors where its schema is, on request", () => {
  const modeline = "# yaml-language-server: $schema=../schemas/crontabs.schema.json\n";
  const flags = ["--schema", "../schemas/crontabs.schema.json"];
  expect(example(...flags)).toEqual({ code: 0, out: modeline + minimal, err: "" });
  expect(example(...flags, "--no-comments").out).toBe(modeline + minimal.replace(/^ *#.*\n/gm, ""));
});

it.each([
  [["--schema", "a", "--output", "json"], "--schema writes a comment"],
  [
    ["--schema", "a\nkind: Pod"],
    "--schema: 'a\\u000akind: Pod' is not a path or a URL without blanks",
  ],
  [["--schema", ""], "--schema: '' is not a path"],
])("refuses %j, which is no comment", (flags, reason) => {
  const { code, out, err } = example(...flags);
  expect(err).toContain(`error: ${reason}`);
  expect([code, out]).toEqual([2, ""]);
});

it("has the values that are demanded, and others that go with them", () => {
  const { out } = example(
    ...["--set", "spec.replicas=7", "--set", "metadata.name=nightly"],
    ...["--set", "spec.env[0].name=A", "--set", "spec.image='1.0'"],
  );
  expect(out).toContain("  name: nightly\n");
  expect(out).toContain('  image: "1.0"\n');
  expect(out).toContain("  replicas: 7\n");
  expect(out).toContain("  concurrency: Forbid\n");
  expect(out).toContain("  - name: A\n");
});

it("differs with the seed, and is the same for each", () => {
  const [one, again, other] = [1, 1, 2].map(
    (seed) => example("--full", "--seed", String(seed)).out,
  );
  expect(one).toBe(again);
  expect(one).not.toBe(other);
});

it("is what validate accepts", () => {
  writeBelow(folder, "object.yaml", example("--full").out);
  const { code } = runCli(folder, [
    ...["validate", "--crd", "crd.yaml", "object.yaml"],
    ...["--field-validation", "Strict"],
  ]);
  expect(code).toBe(0);
});

it("says which rule stands in the way", () => {
  const impossible = "      - rule: self.image == 'a' && self.image == 'b'\n";
  const text = crd.replace(/( *)(- rule: self\.replicas)/, (_, blanks: string, rule: string) => {
    return `${blanks}${impossible.trim()}\n${blanks}${rule}`;
  });
  writeBelow(folder, "crd.yaml", text);
  const { code, out, err } = example();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(
    "error[object/no-example]: no example of kind 'CronTab' was found that the API server accepts: nothing was found for which this rule holds at 'spec': self.image == 'a' && self.image == 'b'",
  );
  expect(err).toMatch(/crd\.yaml:\d+:\d+/);
});

it("keeps a demanded value that no object can have, and says so", () => {
  const { code, err } = example("--set", "spec.replicas=99");
  expect(code).toBe(1);
  expect(err).toContain("spec.replicas: Invalid value: 99");
});

it.each([
  ["spec.nope=1", "'spec' has no field 'nope'"],
  ["spec.image.name=x", "'spec.image' has no field 'name'"],
])("finds no place for %s", (text, message) => {
  const { code, err } = example("--set", text);
  expect(code).toBe(1);
  expect(err).toContain(message);
});

it.each([
  [["--set", "spec"], "--set: 'spec' is not path=value"],
  [["--set", "spec.env=[a"], "--set: the value of 'spec.env' is not YAML"],
  [
    ["--api-version", "v9"],
    "crontabs.stable.example.com has no version 'v9' that is served; served: v1",
  ],
])("refuses %j", (args, message) => {
  expect(example(...args)).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
});
