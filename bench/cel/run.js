// Compiled rules against a hand-written closure per rule and against CEL engines, everything in one run:
// `npm run bench:cel`. Ratios, since machines differ.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Environment } from "@marcbachmann/cel-js";
import { CelScalar, celEnv, parse as parseCel, plan } from "@bufbuild/cel";
import { evaluate as evaluateCelJs, parse as parseCelJs } from "cel-js";
import { geomean, readJson, row } from "../shared.js";
import { compileCases } from "./compile-cases.js";
import { handWritten } from "./hand-written.js";

const cases = readJson("bench/cel/cases.json");
const dist = join(import.meta.dirname, "../../dist");
const rounds = 9;

const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-cel-"));
let good = true;
try {
  const compiled = await compiledRules();
  const ratios = { hand: [], peer: [] };
  let slowestFirstCall = 0;
  for (const [index, item] of cases.entries()) {
    const rule = item.schema["x-kubernetes-validations"][0].rule;
    const contenders = { crdgen: compiled[index], hand: handWritten[item.name], ...peers(rule) };
    const start = performance.now();
    contenders.crdgen(item.object);
    slowestFirstCall = Math.max(slowestFirstCall, performance.now() - start);
    const times = measure(contenders, item.object);
    const peer = Math.min(
      ...Object.entries(times).flatMap(([name, time]) => (name.startsWith("peer") ? [time] : [])),
    );
    ratios.hand.push(times.crdgen / times.hand);
    if (Number.isFinite(peer)) ratios.peer.push(times.crdgen / peer);
    print(item.name, times);
  }
  good = row("against a hand-written closure, geomean", geomean(ratios.hand), 1.5) && good;
  good = row("against the fastest peer, geomean", geomean(ratios.peer), 1 / 20) && good;
  good = row("slowest first call of a rule, milliseconds", slowestFirstCall, 1) && good;
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(good ? 0 : 1);

/** The rules as users get them: modules that import the runtime. */
async function compiledRules() {
  mkdirSync(join(folder, "cases"));
  symlinkSync(join(dist, "runtime"), join(folder, "runtime"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const texts = await compileCases(dist, cases);
  const rules = [];
  for (const [index, text] of texts.entries()) {
    const path = join(folder, "cases", `case${index}.js`);
    writeFileSync(path, text);
    rules.push((await import(path)).root.fields.spec.rules[0].evaluate);
  }
  return rules;
}

/** Engines that can evaluate the rule at all. */
function peers(rule) {
  const found = {};
  const add = (name, make) => {
    try {
      const run = make();
      found[`peer ${name}`] = run;
    } catch {
      // The engine does not know what the rule uses.
    }
  };
  add("@marcbachmann/cel-js", () => {
    const environment = new Environment().registerVariable("self", "dyn");
    const program = environment.parse(rule);
    return (self) => program({ self });
  });
  add("@bufbuild/cel", () => {
    const program = plan(celEnv({ variables: { self: CelScalar.DYN } }), parseCel(rule));
    return (self) => program({ self });
  });
  add("cel-js", () => {
    const parsed = parseCelJs(rule);
    if (!parsed.isSuccess) throw new Error("not parsed");
    return (self) => evaluateCelJs(parsed.cst, { self });
  });
  return found;
}

/** Nanoseconds of one call, the best of alternating rounds; a contender that does not say true is left out. */
function measure(contenders, object) {
  const able = Object.entries(contenders).filter(([, run]) => {
    try {
      return run(object) === true;
    } catch {
      return false;
    }
  });
  const calls = new Map(able.map(([name, run]) => [name, calibrate(run, object)]));
  const times = new Map(able.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of able) times.get(name).push(time(run, object, calls.get(name)));
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, Math.min(...list)]));
}

/** So many calls that they take about five milliseconds. */
function calibrate(run, object) {
  let calls = 1;
  for (;;) {
    const total = time(run, object, calls) * calls;
    if (total > 5e6) return calls;
    calls *= 2;
  }
}

function time(run, object, calls) {
  let held = 0;
  const start = performance.now();
  for (let call = 0; call < calls; call++) if (run(object) === true) held++;
  const spent = performance.now() - start;
  if (held !== calls) throw new Error("the rule does not hold");
  return (spent * 1e6) / calls;
}

function print(name, times) {
  const texts = Object.entries(times).map(([who, time]) => `${who} ${time.toFixed(1)}`);
  console.log(
    `${name.padEnd(40)} ${(times.crdgen / times.hand).toFixed(2)} x   ns: ${texts.join("  ")}`,
  );
}
