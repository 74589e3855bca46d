// npm run bench:validate: generated validators against ajv standalone, typebox and zod on ten CRDs, schema part only.
// All contenders run in one process, in turns; figures are microseconds per object, ratios are against ajv.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { compile } from "../../dist/index.js";
import { geomean, median, shared } from "../shared.js";
import { ajv, jsonSchema, typebox, zod } from "./peers.js";

const folder = join(shared, "bench/validate");
const only = process.argv.slice(2);
const noRules = { rules: false };
const rounds = 9;

/** Results must go somewhere, or an engine leaves the work out. */
let sink = 0;

/** Microseconds per object of each contender: the medians of alternating rounds. */
function measure(contenders, objects) {
  const repeats = Math.ceil(2000 / objects.length);
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, work] of Object.entries(contenders)) {
      const start = performance.now();
      for (let repeat = 0; repeat < repeats; repeat++) {
        for (const object of objects) sink += work(object) ? 1 : 0;
      }
      const perObject = ((performance.now() - start) * 1000) / repeats / objects.length;
      if (round >= 2) times[name].push(perObject);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

async function load(name, file) {
  const text = readFileSync(join(folder, "crds", file), "utf8");
  const { resources } = await compile({ sources: [{ path: file, text }] });
  const crd = parse(text, { maxAliasCount: -1 });
  const version = crd.spec.versions.find(({ storage }) => storage);
  const schema = jsonSchema(version.schema.openAPIV3Schema);
  const objects = JSON.parse(readFileSync(join(folder, "objects", `${name}.json`), "utf8"));
  return {
    generated: resources[0].versions[version.name],
    schema,
    real: objects.valid.slice(0, objects.real),
    invalid: objects.invalid,
  };
}

function measureAll({ generated, schema, real, invalid }) {
  const box = typebox(schema);
  const object = zod(schema);
  const quick = ajv(schema, false);
  const thorough = ajv(schema, true);
  const texts = real.map((value) => JSON.stringify(value));
  const parsing = measure(
    {
      parse: (text) => JSON.parse(text),
      everything: (text) => {
        const value = JSON.parse(text);
        generated.prune(value);
        generated.default(value);
        return generated.is(value, noRules);
      },
    },
    texts,
  );
  return {
    real: measure(
      {
        crdgen: (value) => generated.is(value, noRules),
        ajv: quick,
        typebox: box.is,
        zod: object.is,
      },
      real,
    ),
    errors: measure(
      {
        crdgen: (value) => generated.validate(value, noRules).length,
        ajv: thorough,
        typebox: (value) => box.errors(value).length,
        zod: (value) => object.errors(value).length,
      },
      invalid,
    ),
    toParse: (parsing.everything - parsing.parse) / parsing.parse,
  };
}

function ratios(times) {
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, times.ajv / time]));
}

function row(name, mix, values) {
  const cells = Object.entries(values).map(
    ([key, value]) => `${key} ${value.toFixed(2).padStart(7)}`,
  );
  console.log(`${name.padEnd(20)} ${mix.padEnd(12)} ${cells.join("  ")}`);
}

const all = [];
for (const file of readdirSync(join(folder, "crds")).sort()) {
  const name = file.replace(/\.\w+$/, "");
  if (only.length > 0 && !only.includes(name)) continue;
  const result = measureAll(await load(name, file));
  all.push(result);
  row(name, "real, us", result.real);
  row(name, "errors, us", result.errors);
}
for (const mix of ["real", "errors"]) {
  const names = Object.keys(all[0][mix]);
  const means = names.map((name) => [
    name,
    geomean(all.map((result) => ratios(result[mix])[name])),
  ]);
  row("geomean", `${mix}, x ajv`, Object.fromEntries(means));
}
const share = geomean(all.map(({ toParse }) => Math.max(toParse, 0.01)));
console.log(`prune + default + validate take ${share.toFixed(2)} x the time of JSON.parse`);
if (sink < 0) throw new Error("unreachable");
