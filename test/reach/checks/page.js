// The checks of the core in a page, which sends the results to the server that it came from.
import { runChecks } from "./check.js";
import { coreChecks } from "./core.js";
import { loadKit } from "./kit.js";
import { memoryChecks } from "./memory.js";

const results = [];
try {
  const settings = await (await fetch("/settings")).json();
  const kit = await loadKit(new URL("/generated/", location.href).href, settings);
  await runChecks(coreChecks, kit, (result) => results.push({ part: "fetch", ...result }));
  await runChecks(memoryChecks, kit, (result) => results.push({ part: "memory", ...result }));
} catch (error) {
  results.push({ part: "fetch", name: "the page", ok: false, fault: String(error) });
}
await fetch("/results", { method: "POST", body: JSON.stringify(results) });
