// The ten CRDs of the comparison with their objects.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { compile } from "../../dist/index.js";
import { shared } from "../shared.js";

const folder = join(shared, "bench/validate");

/** Names and files of the CRDs, or of those that were asked for. */
export function listCrds(wanted) {
  return readdirSync(join(folder, "crds"))
    .sort()
    .map((file) => ({ name: file.replace(/\.\w+$/, ""), path: join(folder, "crds", file) }))
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

/**
 * The generated functions, the CRD for the peers, and the objects by mix: those that the server
 * accepts, and others.
 */
export async function loadCrd({ name, path }) {
  const text = readFileSync(path, "utf8");
  const { resources } = await compile({ sources: [{ path, text }] });
  const crd = parse(text, { maxAliasCount: -1 });
  const version = crd.spec.versions.find(({ storage }) => storage);
  const generated = resources[0].versions[version.name];
  const { valid, real, invalid, unknown } = JSON.parse(
    readFileSync(join(folder, "objects", `${name}.json`), "utf8"),
  );
  const isGood = (object) => generated.is(object, { rules: false });
  return {
    crd,
    version,
    generated,
    real: valid.slice(0, real).filter(isGood),
    invalid: invalid.filter((object) => !isGood(object)),
    unknown,
    all: [...valid, ...invalid, ...unknown],
  };
}
