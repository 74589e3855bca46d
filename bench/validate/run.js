// npm run bench:validate [NAME…]: generated code against ajv standalone, typebox, zod,
// kubernetes-models and hand-written validators on ten CRDs: the schema part with formats and
// metadata, no rules. Everything is measured in one process, in turns; only ratios mean something.
// Exits with 1 if a target is missed.
import { geomean, row } from "../shared.js";
import { listCrds, loadCrd } from "./crds.js";
import { isCertificate, isServiceMonitor } from "./hand-written.js";
import { resourceSchema } from "./json-schema.js";
import { kubernetesModel } from "./kubernetes-models.js";
import { measure, measureInPlace, useResults } from "./measure.js";
import { ajv, typebox, zod } from "./peers.js";
import { measureSizes } from "./size.js";

const noRules = { rules: false };
const handWritten = new Map([
  ["certificate", isCertificate],
  ["servicemonitor", isServiceMonitor],
]);

function measureReal(loaded, peers, model, hand) {
  const { generated, real, all, bare } = loaded;
  return measure(
    defined({
      crdgen: (object) => generated.is(object, noRules),
      ajv: peers.ajv,
      "ajv, no metadata": bare,
      typebox: peers.typebox.is,
      zod: peers.zod.is,
      "kubernetes-models": model,
      "hand-written": hand,
    }),
    real,
    all,
  );
}

/** Objects that are not accepted: the first error is enough. */
function measureRefused({ generated, invalid, all, bare }, peers) {
  return measure(
    {
      crdgen: (object) => !generated.is(object, noRules),
      ajv: peers.ajv,
      "ajv, no metadata": bare,
      typebox: peers.typebox.is,
      zod: peers.zod.is,
    },
    invalid,
    all,
  );
}

/** Unknown fields are errors. Objects without any are measured, so that nothing is changed. */
function measureClosed({ generated, real, closed }) {
  const peers = { ajv: ajv(closed, {}), typebox: typebox(closed), zod: zod(closed) };
  return measure(
    {
      crdgen: (object) => generated.prune(object).length === 0 && generated.is(object, noRules),
      ajv: peers.ajv,
      typebox: peers.typebox.is,
      zod: peers.zod.is,
    },
    real,
  );
}

/**
 * All errors of objects as they are sent are listed, as people ask for them, those of rules among
 * them. The peers have no rules, prune nothing and fill in no defaults.
 */
function measureErrors({ generated, schema, invalid, all }, peers) {
  return measure(
    {
      crdgen: (object) => generated.validate(object).length,
      ajv: ajv(schema, { allErrors: true }),
      typebox: peers.typebox.errors,
      zod: peers.zod.errors,
    },
    invalid,
    all,
  );
}

/** Defaults are filled in where the peers can do it, by them without the rules about null. */
function measureDefaults({ generated, real, withDefaults }) {
  const fill = typebox(withDefaults).fill;
  return measureInPlace(
    {
      crdgen: (object) => generated.default(object),
      ajv: ajv(withDefaults, { useDefaults: true }),
      typebox: fill,
    },
    real,
  );
}

/** Unknown fields are removed. */
function measurePrune({ generated, unknown, closed }) {
  return measureInPlace(
    {
      crdgen: (object) => generated.prune(object),
      ajv: ajv(closed, { removeAdditional: true }),
      typebox: typebox(closed).prune,
    },
    unknown,
  );
}

/** What pruning, filling in and checking add to the time of parsing, as a share of that. */
function measureToParse({ generated, real }) {
  const texts = real.map((object) => JSON.stringify(object));
  const times = measure(
    {
      parse: (text) => JSON.parse(text),
      everything: (text) => {
        const object = JSON.parse(text);
        generated.prune(object);
        generated.default(object);
        return generated.is(object, noRules);
      },
    },
    texts,
  );
  return Math.max(times.everything / times.parse - 1, 0.01);
}

async function measureCrd(entry) {
  const loaded = await loadCrd(entry);
  const { crd, version } = loaded;
  const schema = resourceSchema(crd, version);
  const closed = resourceSchema(crd, version, { closed: true });
  const withDefaults = resourceSchema(crd, version, { defaults: true });
  const bare = ajv({ ...schema, properties: { ...schema.properties, metadata: true } }, {});
  const subject = { ...loaded, schema, closed, withDefaults, bare };
  const peers = { ajv: ajv(schema, {}), typebox: typebox(schema), zod: zod(schema) };
  const model = await kubernetesModel(entry.name);
  const result = {
    real: measureReal(subject, peers, model, handWritten.get(entry.name)),
    refused: measureRefused(subject, peers),
    closed: measureClosed(subject),
    errors: measureErrors(subject, peers),
    default: measureDefaults(subject),
    prune: measurePrune(subject),
    toParse: measureToParse(subject),
  };
  for (const mix of mixes) print(entry.name, mix, result[mix], "us");
  reportRefusals(entry.name, subject.real, {
    ...peers,
    typebox: peers.typebox.is,
    zod: peers.zod.is,
    "kubernetes-models": model,
  });
  return result;
}

/** A peer that refuses what the server accepts stops early, so its time means less. */
function reportRefusals(name, objects, contenders) {
  for (const [contender, accepts] of Object.entries(defined(contenders))) {
    const refused = objects.filter((object) => !accepts(object)).length;
    if (refused > 0)
      console.log(
        `${name.padEnd(20)} ${contender} refuses ${refused} of ${objects.length} real objects`,
      );
  }
}

function defined(contenders) {
  return Object.fromEntries(Object.entries(contenders).filter(([, work]) => work !== undefined));
}

function print(name, mix, times, unit) {
  const cells = Object.entries(times).map(([key, time]) => `${key} ${time.toFixed(2)}`);
  console.log(`${name.padEnd(20)} ${`${mix}, ${unit}`.padEnd(15)} ${cells.join("   ")}`);
}

const mixes = ["real", "refused", "closed", "errors", "default", "prune"];
const results = [];
for (const entry of listCrds(process.argv.slice(2))) results.push(await measureCrd(entry));

console.log("");
for (const mix of mixes) {
  const names = new Set(results.flatMap((result) => Object.keys(result[mix])));
  const means = [...names].map((name) => {
    const having = results.filter((result) => result[mix][name] !== undefined);
    return [name, geomean(having.map(({ [mix]: times }) => times.ajv / times[name]))];
  });
  print("geomean", mix, Object.fromEntries(means), "x ajv");
}

/** How many times longer a contender takes than crdgen, over all CRDs that have it. */
function factor(mix, name) {
  const having = results.filter((result) => result[mix][name] !== undefined);
  return geomean(having.map(({ [mix]: times }) => times[name] / times.crdgen));
}

console.log("");
const byHand = results.filter(({ real }) => real["hand-written"] !== undefined);
const verdicts = [
  row("is: time against ajv's with metadata (1/10)", 1 / factor("real", "ajv"), 0.1),
  row(
    "is: time against ajv's without metadata (1/10)",
    1 / factor("real", "ajv, no metadata"),
    0.1,
  ),
  ...(byHand.length === 0
    ? []
    : [row("is: time against hand-written validators", 1 / factor("real", "hand-written"), 1.15)]),
  row("all errors: time against ajv's (1/2.5)", 1 / factor("errors", "ajv"), 0.4),
  row(
    "prune + default + is: time against JSON.parse",
    geomean(results.map((result) => result.toParse)),
    1,
  ),
  ...(await measureSizes()).map(([what, value, bound]) => row(what, value, bound)),
];
useResults();
if (verdicts.includes(false)) process.exitCode = 1;
