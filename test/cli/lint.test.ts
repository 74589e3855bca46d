import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const crd = "generated-samples/either-or/crd.yaml";

function lint(args: readonly string[]): Outcome {
  return runCli(root, ["lint", ...args]);
}

it("counts CRDs and says who judged them", () => {
  expect(
    lint([crd, "--kubernetes-version", "1.30", "--ignore", "portability/newer-server"]),
  ).toEqual({ code: 0, out: "", err: "✓ 1 CRD is accepted by Kubernetes 1.30\n" });
});

it("does not take a code that switches nothing off", () => {
  const { code, err } = lint([crd, "--ignore", "portability/newer-servers"]);
  expect(err).toMatch(
    /^error: --ignore: there is no warning 'portability\/newer-servers'; there is 'portability\/newer-server'$/m,
  );
  expect(code).toBe(2);
});

it("counts the updates of stored CRDs", () => {
  const args = [crd, "--ignore", "portability/newer-server"];
  expect(lint([...args, "--old", crd]).err).toBe(
    "✓ 1 CRD (1 update) is accepted by Kubernetes 1.37\n",
  );
  expect(lint([...args, "--old", "generated-samples/crontab/crd.yaml"]).err).toBe(
    "✓ 1 CRD (0 updates) is accepted by Kubernetes 1.37\n",
  );
});

it("tells what may not replace the stored CRD", () => {
  const stored = readFileSync(join(root, crd), "utf8");
  const scope = stored.replace("scope: Namespaced", "scope: Cluster");
  const { code, out, err } = runCli(root, ["lint", "-", "--old", crd], scope);
  expect(out).toContain("error[crd/field-immutable]: spec.scope:");
  expect(err).toBe("✗ 1 CRD (1 update) is refused by Kubernetes 1.37: 1 error\n");
  expect(code).toBe(1);
});

it("counts no update where no server can have the old CRD", () => {
  const text = readFileSync(join(root, crd), "utf8").replace("scope: Namespaced", "scope: 1");
  const { code, out, err } = runCli(root, ["lint", crd, "--old", "-"], text);
  expect(out).toContain("error[crd/cannot-decode]");
  expect(err).toBe("✗ 1 CRD (0 updates) is refused by Kubernetes 1.37: 1 error\n");
  expect(code).toBe(1);
});

it("reads standard input once", () => {
  expect(lint(["-", "--old", "-"])).toEqual({
    code: 2,
    out: "",
    err: "error: standard input (-) can be read only once\n",
  });
});

it("wants a CRD", () => {
  expect(lint(["package.json"])).toEqual({
    code: 2,
    out: "",
    err: "error: no CustomResourceDefinition in package.json (1 document without apiVersion and kind)\n",
  });
});

it("takes codes that are retired", () => {
  expect(lint([crd, "--ignore", "portability/default-surprise"])).toMatchObject({ code: 0 });
  const { code, out } = runCli(root, ["explain", "portability/default-surprise"]);
  expect(out).toContain("crdgen no longer gives this warning");
  expect(code).toBe(0);
});

it("says that errors cannot be ignored", () => {
  const { code, err } = lint([crd, "--ignore", "crd/name-mismatch"]);
  expect(err).toBe(
    "error: --ignore: 'crd/name-mismatch' is an error, and only warnings can be ignored: the API server would refuse the CRD all the same\n",
  );
  expect(code).toBe(2);
});

const scratch = new Scratch();

/** A CRD with an empty `metadata`, and a rule that servers take from 1.34 on. */
function smallCrd(plural: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: ${plural}, kind: ${plural.slice(0, -1)} }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            none: { type: object }
            template:
              type: object
              properties:
                metadata: { type: object }
            version:
              type: string
              maxLength: 9
              x-kubernetes-validations:
                - rule: isSemver(self)
`;
}

/** Lints in a folder with two CRDs and these files. */
function lintIn(files: Readonly<Record<string, string>>, args: readonly string[]): Outcome {
  const folder = scratch.next();
  writeBelow(folder, "crd/cats.yaml", smallCrd("cats"));
  writeBelow(folder, "crd/dogs.yaml", smallCrd("dogs"));
  for (const [path, text] of Object.entries(files)) writeBelow(folder, path, text);
  return runCli(folder, ["lint", ...args]);
}

/** Codes and places of what was told. */
function told(text: string): readonly string[] {
  return [...text.matchAll(/\w+\[([\w/-]+)\]: .*\n +--> (\S+?:\d+):/g)].map(
    ([, code, place]) => `${place ?? ""} ${code ?? ""}`,
  );
}

const empty = "portability/field-unsettable";
const newer = "portability/newer-server";

describe("--minimum-version", () => {
  it("aims the warnings about newer servers", () => {
    const of = (...args: readonly string[]): readonly string[] =>
      told(lintIn({}, ["crd/cats.yaml", ...args]).out);
    expect(of()).toEqual([`crd/cats.yaml:20 ${empty}`]);
    expect(of("--kubernetes-version", "1.34")).toEqual([`crd/cats.yaml:20 ${empty}`]);
    expect(of("--minimum-version", "1.33")).toEqual([
      `crd/cats.yaml:20 ${empty}`,
      `crd/cats.yaml:25 ${newer}`,
    ]);
  });

  it("says what to do", () => {
    const { out } = lintIn({}, ["crd/cats.yaml", "--minimum-version", "1.30"]);
    expect(out).toContain(
      "= help: older servers refuse the CRD (undeclared reference to 'isSemver' (in container '')); if you need none of them, lint with `--minimum-version 1.34`\n",
    );
  });

  it.each([
    [["1.27"], "'1.27' is not one of 1.28 to 1.37"],
    [["1.31", "--kubernetes-version", "1.30"], "'1.31' is newer than the Kubernetes version, 1.30"],
  ])("%j is refused", (args, reason) => {
    expect(lint([crd, "--minimum-version", ...args])).toEqual({
      code: 2,
      out: "",
      err: `error: --minimum-version: ${reason}\n`,
    });
  });
});

describe("--max-warnings", () => {
  it("makes warnings fail the command", () => {
    const { code, err } = lintIn({}, ["crd", "--max-warnings", "1"]);
    expect(err).toBe(
      "✗ 2 CRDs are accepted by Kubernetes 1.37, 2 with warnings: 2 warnings\n2 warnings, and --max-warnings allows 1: correct them, or ignore those that you mean\n",
    );
    expect(code).toBe(1);
    expect(lintIn({}, ["crd", "--max-warnings", "2"]).code).toBe(0);
  });

  it("counts what --quiet does not show, and says so", () => {
    expect(lintIn({}, ["crd", "--max-warnings", "0", "--quiet"])).toEqual({
      code: 1,
      out: "",
      err: "✗ 2 CRDs are accepted by Kubernetes 1.37, 2 with warnings: 2 warnings\n2 warnings, and --max-warnings allows 0: correct them, or ignore those that you mean\n",
    });
  });

  it("is a number", () => {
    for (const wrong of ["-1", "some", "1.5", ""]) {
      const { code, err } = lint([crd, `--max-warnings=${wrong}`]);
      expect(err).toBe(`error: --max-warnings: '${wrong}' is not a whole number\n`);
      expect(code).toBe(2);
    }
  });
});

describe("the configuration", () => {
  const config = `inputs: [crd]
kubernetesVersion: "1.36"
lint:
  minimumVersion: "1.30"
  maxWarnings: 0
  ignore:
    - ${newer}
    - { code: ${empty}, crd: "cats.*", path: template }
`;

  it("says what to lint, and how", () => {
    const { code, out, err } = lintIn({ "crdgen.config.yaml": config }, []);
    expect(told(out)).toEqual([`crd/dogs.yaml:20 ${empty}`]);
    expect(err).toContain("✗ 2 CRDs are accepted by Kubernetes 1.36, 1 with warnings: 1 warning\n");
    expect(code).toBe(1);
  });

  it("gives way to flags", () => {
    const args = ["crd/cats.yaml", "--kubernetes-version", "1.29", "--max-warnings", "3"];
    const { code, out, err } = lintIn({ "crdgen.config.yaml": config }, args);
    expect(out).toContain("error[cel/undeclared-reference]");
    expect(err).toContain("✗ 1 CRD is refused by Kubernetes 1.29: 1 error\n");
    expect(code).toBe(1);
  });

  it("may have another name", () => {
    const { code } = lintIn({ "other.yaml": config }, ["--config", "other.yaml"]);
    expect(code).toBe(1);
    expect(lintIn({}, ["--config", "other.yaml"])).toMatchObject({
      code: 2,
      err: "error: 'other.yaml': no such file\n",
    });
  });

  it("is told what it ignores for nothing, with its place; such notices are no warnings", () => {
    const more = `${config}    - schema/format-unknown
    - { crd: birds.example.com }
    - { crd: dogs.example.com, path: template }
`;
    const { code, out, err } = lintIn({ "crdgen.config.yaml": more }, []);
    expect(told(out)).toEqual(["crdgen.config.yaml:9 lint/unused-ignore"]);
    expect(out).toContain(
      "notice[lint/unused-ignore]: there is no warning 'schema/format-unknown' to ignore\n",
    );
    expect(err).toContain("✓ 2 CRDs are accepted by Kubernetes 1.36: 1 notice\n");
    expect(code).toBe(0);
    // Of a part of the CRDs nothing follows.
    const part = lintIn({ "crdgen.config.yaml": more }, ["crd/dogs.yaml"]);
    expect(part).toEqual({ code: 0, out: "", err: "✓ 1 CRD is accepted by Kubernetes 1.36\n" });
  });

  it("shows notices as GitHub does", () => {
    const json = JSON.stringify({ inputs: ["crd"], lint: { ignore: ["schema/format-unknown"] } });
    const { out } = lintIn({ "crdgen.config.json": json }, ["--format", "github"]);
    expect(out).toContain(
      "::notice file=crdgen.config.json,line=1,col=37,endColumn=60,title=lint/unused-ignore::",
    );
  });

  it("is refused where the oldest server is newer than the one that is asked", () => {
    const wrong = 'lint:\n  minimumVersion: "1.36"\nkubernetesVersion: "1.30"\n';
    const { code, out } = lintIn({ "crdgen.config.yaml": wrong }, ["crd"]);
    expect(told(out)).toEqual(["crdgen.config.yaml:2 config/invalid"]);
    expect(out).toContain("must not be newer than kubernetesVersion, 1.30");
    expect(code).toBe(2);
  });

  it("is refused at the place of its faults", () => {
    const wrong = `lint:
  maxWarning: 0
  ignore:
    - portability/newer-servers
    - { code: crd/name-mismatch }
    - { patch: spec }
`;
    const { code, out, err } = lintIn({ "crdgen.config.yaml": wrong }, ["crd"]);
    expect(told(out)).toEqual([
      "crdgen.config.yaml:2 config/invalid",
      "crdgen.config.yaml:4 config/invalid",
      "crdgen.config.yaml:5 config/invalid",
      "crdgen.config.yaml:6 config/invalid",
    ]);
    expect(out).toContain("lint.maxWarning: there is no such option\n");
    expect(out).toContain('= help: did you mean "maxWarnings"?\n');
    expect(out).toContain("there is 'portability/newer-server'\n");
    expect(out).toContain("lint.ignore[1].code: 'crd/name-mismatch' is an error");
    expect(out).toContain("lint.ignore[2].patch: there is no such option; there is 'path'\n");
    expect(err).toBe("✗ nothing was checked: 4 errors\n");
    expect(code).toBe(2);
  });

  it("does not ask for a minimum above the server", () => {
    const wrong = 'kubernetesVersion: "1.30"\nlint: { minimumVersion: "1.36" }\n';
    const { code, out } = lintIn({ "crdgen.config.yaml": wrong }, ["crd"]);
    expect(out).toContain(
      "error[config/invalid]: crdgen.config.yaml: lint.minimumVersion: must not be newer than kubernetesVersion, 1.30\n --> crdgen.config.yaml:2:25\n",
    );
    expect(code).toBe(2);
  });

  it("tells of that beside other faults, unless one of the two is itself no version", () => {
    const both = `lint:
  minimumVersion: "1.36"
  maxWarnings: many
kubernetesVersion: "1.30"
partz: [types]
`;
    expect(told(lintIn({ "crdgen.config.yaml": both }, ["crd"]).out)).toEqual([
      "crdgen.config.yaml:2 config/invalid",
      "crdgen.config.yaml:3 config/invalid",
      "crdgen.config.yaml:5 config/invalid",
    ]);
    const wrong =
      'extends: ./base.yaml\nlint: { minimumVersion: "1.36" }\nkubernetesVersion: "x"\n';
    const base = 'kubernetesVersion: "1.30"\n';
    const files = { "crdgen.config.yaml": wrong, "base.yaml": base };
    expect(told(lintIn(files, ["crd"]).out)).toEqual(["crdgen.config.yaml:3 config/invalid"]);
  });

  it("is followed by generate, too, as comments are", () => {
    const folder = scratch.next();
    const odd = smallCrd("cats").replace("maxLength: 9", "format: odd\n              maxLength: 9");
    writeBelow(folder, "cats.yaml", odd);
    const args = ["generate", "cats.yaml", "--out", "out", "--parts", "types"];
    expect(told(runCli(folder, args).err)).toEqual(["cats.yaml:23 schema/format-unknown"]);
    writeBelow(
      folder,
      "dogs.yaml",
      odd.replace("odd", "odd # crdgen-ignore schema/format-unknown"),
    );
    expect(told(runCli(folder, args.with(1, "dogs.yaml")).err)).toEqual([]);
    writeBelow(folder, "crdgen.config.yaml", "lint: { ignore: [schema/format-unknown] }\n");
    expect(told(runCli(folder, args).err)).toEqual([]);
  });
});

describe("comments in CRDs", () => {
  it("ignore warnings, and are told where there are none", () => {
    const commented = smallCrd("cats")
      .replace(
        "metadata: { type: object }",
        `metadata: { type: object } # crdgen-ignore ${empty} so it is`,
      )
      .replace(
        "            version:",
        `            # crdgen-ignore ${newer}\n            version:`,
      );
    const files = { "crd/cats.yaml": commented };
    const args = ["crd/cats.yaml", "--max-warnings", "0"];
    expect(lintIn(files, [...args, "--minimum-version", "1.30"])).toEqual({
      code: 0,
      out: "",
      err: "✓ 1 CRD is accepted by Kubernetes 1.37\n",
    });
    const { code, out } = lintIn(files, args);
    expect(told(out)).toEqual(["crd/cats.yaml:21 lint/unused-ignore"]);
    expect(code).toBe(0);
    // Nothing is known of what the command line ignores.
    expect(told(lintIn(files, [...args, "--ignore", newer]).out)).toEqual([]);
  });
});
