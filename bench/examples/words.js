// How many texts of the examples of the corpus hold the word "example":
// `node --import ./scripts/typescript.js bench/examples/words.js [--places] [--texts] [--every N]`.
// `--texts` prints all texts, `--places` the names of the fields with the word, with how often;
// `--every N` takes each Nth CRD.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readResources } from "../../src/codegen/pipeline/read-source.ts";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.ts";
import { makeExample } from "../../src/crd/example/example.ts";
import { createCreationJudge } from "../../src/crd/example/judge.ts";
import { interpretVersion } from "../../src/crd/interpret/admission.ts";
import { InterpretedRules } from "../../src/crd/interpret/rules.ts";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.ts";
import { row, shared } from "../shared.js";

const [withPlaces, withTexts] = ["--places", "--texts"].map((flag) => process.argv.includes(flag));
const every = numberAfter("--every") ?? 1;
const most = 1 / 3;
const corpus = join(shared, "corpus");
const index = JSON.parse(readFileSync(join(corpus, "crds.index.json"), "utf8"));
const count = { texts: 0, word: 0, made: 0, refused: 0 };
const places = new Map();
const started = performance.now();
let slowest = { time: 0, name: "" };

for (const { file, doc } of index.filter((_one, at) => at % every === 0)) {
  if (doc > 0) continue; // the file was read with its first document
  const path = join(corpus, "crds", file);
  const source = { path, text: readFileSync(path, "utf8") };
  const resources = await readResources([source], newestMinor, false, new Diagnostics());
  for (const resource of resources)
    for (const version of resource.versions) look(resource, version);
}

const seconds = (performance.now() - started) / 1000;
console.log(`${count.made} examples, ${count.refused} refused, in ${seconds.toFixed(1)} s`);
console.log(`the slowest: ${slowest.name}, ${slowest.time.toFixed(0)} ms`);
console.log(`${count.word} of ${count.texts} texts hold the word "example"`);
row("share of texts that hold the word, in percent", (100 * count.word) / count.texts, 100 * most);
const sorted = [...places].sort(([, left], [, right]) => right - left);
if (withPlaces) for (const [name, times] of sorted.slice(0, 150)) console.log(times, name);

function look(resource, version) {
  const rules = new InterpretedRules(newestMinor);
  const functions = interpretVersion(resource, version, rules, newestMinor);
  const judge = createCreationJudge(functions);
  for (const full of [false, true]) {
    const from = performance.now();
    const options = { full, seed: 0, fixed: [] };
    const { object, errors } = makeExample(resource, version, judge, newestMinor, options);
    const time = performance.now() - from;
    const name = `${resource.names.plural}.${resource.group}/${version.name}`;
    if (time > slowest.time) slowest = { time, name };
    count.made += 1;
    if (errors.length > 0) count.refused += 1;
    for (const [key, member] of Object.entries(object)) {
      // apiVersion and kind are the CRD's own words.
      if (key !== "apiVersion" && key !== "kind") countTexts(member, key);
    }
  }
}

function countTexts(value, name) {
  if (Array.isArray(value)) for (const item of value) countTexts(item, `${name}[]`);
  else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) countTexts(member, key);
  } else if (typeof value === "string") {
    count.texts += 1;
    if (withTexts) console.log(`${name}: ${JSON.stringify(value)}`);
    if (!/example/i.test(value)) return;
    count.word += 1;
    places.set(name, (places.get(name) ?? 0) + 1);
  }
}

function numberAfter(flag) {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}
