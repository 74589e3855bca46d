// How long keystrokes take to be judged, in an object of 503 lines: `npm run bench:docs` prints it,
// `node --import ./scripts/typescript.js bench/docs/keystroke.js [CRD.yaml KIND]` alone. Needs a
// build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median, row, shared } from "../shared.js";

const workflows = join(shared, "bench/validate/crds/workflow.yaml");
const [path = workflows, kind = "argoproj.io/v1alpha1 Workflow"] = process.argv.slice(2);
const { createLanguageService } = await import(
  join(import.meta.dirname, "../../build/tools/language/service.js")
);
const boundInMilliseconds = 30;
const service = createLanguageService();
const text = readFileSync(path, "utf8");
const started = performance.now();
await service.use([{ path, text, acceptedBy: "1.37" }], "1.37");
const [apiVersion, name] = kind.split(" ");
const step = (index) => `  - name: step-${index}
    container:
      image: alpine:3.${index}
      command: [sh, -c]
      args: ["echo ${index}"]
`;
const object = `apiVersion: ${apiVersion}
kind: ${name}
metadata:
  name: long
spec:
  entrypoint: step-0
  templates:
${Array.from({ length: 99 }, (_one, index) => step(index)).join("")}`;
const first = await service.judge(object);
console.log(`first verdict: ${(performance.now() - started).toFixed(0)} ms`);
if (first.verdict !== "accepted") throw new Error("the object is refused");
// Half of what is typed is no YAML, or is refused.
const typed = `      env:
      - name: GREETING
        value: "hello"
      resources:
        limits: { cpu: 1 }
`;
for (const at of [3, 50, 98]) {
  const place = object.indexOf(`      image: alpine:3.${at}\n`);
  const times = [];
  for (let length = 1; length <= typed.length; length++) {
    const changed = object.slice(0, place) + typed.slice(0, length) + object.slice(place);
    const from = performance.now();
    await service.judge(changed);
    times.push(performance.now() - from);
  }
  row(`keystroke in step ${at}: milliseconds, median`, median(times), boundInMilliseconds);
  row(`keystroke in step ${at}: milliseconds, worst`, Math.max(...times), boundInMilliseconds);
}
const end = object.lastIndexOf("    container") + 4;
for (const which of ["first", "second"]) {
  const from = performance.now();
  await service.complete(object, end);
  console.log(`${which} completion: ${(performance.now() - from).toFixed(0)} ms`);
}
