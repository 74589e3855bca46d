import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { processHost } from "../../../src/cli/host.js";
import { installArgument, installedFrom, repositoryAddress } from "../../../src/cli/init/init.js";
import { isPublished, version } from "../../../src/codegen/pipeline/settings.js";

const root = mkdtempSync(join(tmpdir(), "crdgen-from-"));
const project = join(root, "project");
mkdirSync(project);

afterAll(() => {
  rmSync(root, { recursive: true });
});

it.each([
  ["file:../crdgen-0.1.0.tgz", "file:../../crdgen-0.1.0.tgz"],
  ["../a folder/crdgen-0.1.0.tgz", "file:../../a folder/crdgen-0.1.0.tgz"],
  ["./crdgen", "file:../crdgen"],
  ["link:../crdgen", "link:../../crdgen"],
  ["git+https://example.com/me/crdgen.git#main", "git+https://example.com/me/crdgen.git#main"],
  ["github:me/crdgen", "github:me/crdgen"],
  ["https://example.com/crdgen-0.1.0.tgz", "https://example.com/crdgen-0.1.0.tgz"],
  ["^0.1.0", "^0.1.0"],
  ["latest", "latest"],
])("a project that has crdgen from %s hands that on", async (named, expected) => {
  for (const own of ["node_modules/crdgen", "node_modules/.pnpm/crdgen@1/node_modules/crdgen"]) {
    for (const kind of ["dependencies", "devDependencies"]) {
      write(JSON.stringify({ [kind]: { crdgen: named } }));
      const folder = join(project, "my-client");
      expect(await installedFrom(folder, processHost(), join(project, own))).toBe(expected);
    }
  }
});

it.each(["", "{", "null", "[]", '{"devDependencies":{"crdgen":"catalog:"}}', '{"dependencies":7}'])(
  "a package.json of %j tells nothing",
  async (manifest) => {
    write(manifest);
    const source = await installedFrom(
      project,
      processHost(),
      join(project, "node_modules/crdgen"),
    );
    expect(source).toBe(isPublished ? `^${version}` : repositoryAddress);
  },
);

it("a checkout is a folder", async () => {
  const own = join(root, "crdgen");
  expect(await installedFrom(join(project, "my-client"), processHost(), own)).toBe(
    "file:../../crdgen",
  );
});

it("the repository is that of package.json", () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
  ) as { repository: { url: string } }; // the repository's own
  expect(repositoryAddress).toBe(manifest.repository.url);
});

it.each([
  ["^0.1.0", "crdgen@^0.1.0"],
  ["latest", "crdgen@latest"],
  ["file:../crdgen", "file:../crdgen"],
  ["github:me/crdgen", "github:me/crdgen"],
])("npm install takes %s as %s", (source, argument) => {
  expect(installArgument(source)).toBe(argument);
});

function write(manifest: string): void {
  writeFileSync(join(project, "package.json"), manifest);
}
