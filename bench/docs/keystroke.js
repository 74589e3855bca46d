// How long a keystroke takes to be judged, in a long object. Takes a file of a CRD; needs a build.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [path, kind = "argoproj.io/v1alpha1 Workflow"] = process.argv.slice(2);
const { createLanguageService } = await import(
  join(import.meta.dirname, "../../build/site/language/service.js")
);
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
console.log(`first: ${(performance.now() - started).toFixed(0)} ms, ${first.verdict}`);
const times = [];
for (let index = 0; index < 40; index++) {
  const changed = object.replace("name: long", `name: long${index}`);
  const from = performance.now();
  await service.judge(changed);
  times.push(performance.now() - from);
}
times.sort((left, right) => left - right);
console.log(
  `${object.split("\n").length} lines: median ${times[20].toFixed(1)} ms, worst ${times[39].toFixed(1)} ms`,
);
const at = object.lastIndexOf("    container");
const from = performance.now();
await service.complete(object, at + 4);
const again = performance.now();
await service.complete(object, at + 4);
console.log(
  `completion: ${(again - from).toFixed(0)} ms, then ${(performance.now() - again).toFixed(1)} ms`,
);
