// CEL against its limits, everything in one run: `npm run bench:cel`. Compiled rules against a
// hand-written closure per rule and against other engines; first calls; compiling all rules of a
// thousand CRDs; size in a bundle. Ratios where possible, since machines differ, and processor
// time, since they do other work as well.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CelScalar, celEnv, parse as parseCel, plan } from "@bufbuild/cel";
import { Environment } from "@marcbachmann/cel-js";
import { evaluate as evaluateCelJs, parse as parseCelJs } from "cel-js";
import { geomean, readJson, row } from "../shared.js";
import { compileTimes, httpRouteSize } from "./compile-rules.js";
import { compileSchemas } from "./compile-schemas.js";
import { handWritten } from "./hand-written.js";
import { bestOfRounds, cpuTime } from "./measure.js";

const cases = readJson("bench/cel/cases.json");
const dist = join(import.meta.dirname, "../../build");
const runtimePackage = join(import.meta.dirname, "../../packages/runtime");
const rounds = 25;
/** Modules of each rule for its first call: of several, the best was not disturbed. */
const copies = 5;
let good = true;
const check = (...given) => {
  good = row(...given) && good;
};

const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-cel-"));
try {
  await writeRules();
  const ratios = { hand: [], compiled: [], peer: [] };
  let slowestFirstCall = 0;
  for (const [index, item] of cases.entries()) {
    slowestFirstCall = Math.max(slowestFirstCall, await firstCall(index, item.object));
    const evaluate = await loadRule(index, "");
    const compiled = await compileRule(item);
    const hand = handWritten[item.name];
    const others = peers(item.schema["x-kubernetes-validations"][0].rule);
    const contenders = able({ crdgen: evaluate, hand, ...others }, item.object);
    const bindings = { self: item.object };
    const times = {
      ...bestOfRounds(contenders, item.object, rounds),
      ...bestOfRounds(able({ compiled }, bindings), bindings, rounds),
    };
    const { crdgen, compiled: compiledTime, hand: handTime, ...peerTimes } = times;
    ratios.hand.push(crdgen / handTime);
    ratios.compiled.push(compiledTime / handTime);
    const peer = Math.min(...Object.values(peerTimes));
    if (Number.isFinite(peer)) ratios.peer.push(peer / crdgen);
    print(item.name, times);
  }
  check("against a hand-written closure, geomean", geomean(ratios.hand), 1.2);
  check("compile() against a hand-written closure, geomean", geomean(ratios.compiled), 1.2);
  check("1 / speed against the fastest peer, geomean", 1 / geomean(ratios.peer), 1 / 25);
  check("slowest first call of a rule, milliseconds", slowestFirstCall / 1e6, 1);
  const compile = await compileTimes(dist);
  console.log(`large: rules ${compile.rules.toFixed(0)} ms, yaml ${compile.yaml.toFixed(0)} ms`);
  check(
    "large: parse, check, cost and emit all rules / yaml parse only",
    compile.rules / compile.yaml,
    0.25,
  );
  check(
    "HTTPRoute: CEL with its runtime, KB minified and compressed",
    await httpRouteSize(dist),
    10,
  );
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = good ? 0 : 1;

/** The rules as users get them: modules that import the runtime. */
async function writeRules() {
  mkdirSync(join(folder, "cases"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(runtimePackage, join(folder, "node_modules/crdgen-runtime"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { SchemaTable } = await import(join(dist, "crd/ir/schema-table.js"));
  const compile = await compileSchemas(dist);
  // The node above the schema of a case, as if it were a field of a resource.
  const schemas = cases.map(({ schema }) =>
    new SchemaTable().schema({ type: "object", properties: { spec: schema } }),
  );
  for (const [index, text] of compile(schemas).entries()) {
    writeFileSync(join(folder, "cases", `case${index}.js`), text);
  }
}

/** The rule as `crdgen generate` writes it, called as people call it. */
async function loadRule(index, copy) {
  const { root } = await import(`${join(folder, "cases", `case${index}.js`)}${copy}`);
  const { listRules } = await import(join(runtimePackage, "dist/v1/internal.js"));
  return listRules(root)[0].evaluate;
}

/** The same by `compile()` of `crdgen/cel`. */
async function compileRule({ schema }) {
  const { compile } = await import(join(import.meta.dirname, "../../dist/index-cel.js"));
  const [{ rule }] = schema["x-kubernetes-validations"];
  const compiled = compile(rule, { variables: { self: { schema } } });
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.evaluate;
}

/** Nanoseconds of the first call of a rule. */
async function firstCall(index, object) {
  let best = Infinity;
  for (let copy = 1; copy <= copies; copy++) {
    const evaluate = await loadRule(index, `?${copy}`);
    best = Math.min(
      best,
      cpuTime(() => evaluate(object)),
    );
  }
  return best;
}

/** Engines that can evaluate the rule at all. */
function peers(rule) {
  const found = {};
  const add = (name, make) => {
    try {
      found[name] = make();
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
    if (!parsed.isSuccess) throw new Error("the rule cannot be parsed");
    return (self) => evaluateCelJs(parsed.cst, { self });
  });
  return found;
}

/** Those of the contenders that say true. */
function able(contenders, object) {
  return Object.fromEntries(
    Object.entries(contenders).filter(([, run]) => {
      try {
        return run(object) === true;
      } catch {
        return false;
      }
    }),
  );
}

function print(name, times) {
  const texts = Object.entries(times).map(([who, time]) => `${who} ${time.toFixed(1)}`);
  console.log(
    `${name.padEnd(40)} ${(times.crdgen / times.hand).toFixed(2)} x   ns: ${texts.join("  ")}`,
  );
}
