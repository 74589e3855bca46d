// All checks in a process: node run.js FOLDER-OF-GENERATED-CODE SETTINGS
// Prints a line of JSON for each check. The process must end by itself.
import { argv, stdout } from "node:process";
import { pathToFileURL } from "node:url";
import { runChecks } from "./check.js";
import { coreChecks } from "./core.js";
import { loadKit } from "./kit.js";
import { memoryChecks } from "./memory.js";
import { nodeChecks } from "./node.js";

const settings = JSON.parse(argv[3]);
const folder = pathToFileURL(`${argv[2]}/`).href;
const core = await loadKit(folder, settings);
const node = await import(`${folder}runtime/v1/node.js`);
const { serveWebhooks } = await import(`${folder}runtime/v1/webhook-server.js`);

const opened = [];
const overTls = ({ origin = settings.https, prefix = "", token } = {}) => {
  const transport = node.nodeTransport({ baseUrl: origin + prefix, token, ca: settings.ca });
  opened.push(transport);
  return transport;
};
const kit = { ...core, ...node, serveWebhooks };
// The `fetch` of Deno gives its errors a text alone.
const byFetch = { ...kit, run: `${settings.run}-f`, hasCodes: !("Deno" in globalThis) };
const byNode = { ...kit, run: `${settings.run}-n`, hasCodes: true, transport: overTls };
await runChecks(coreChecks, byFetch, tell("fetch"));
await runChecks(coreChecks, byNode, tell("node:https"));
await runChecks(memoryChecks, kit, tell("memory"));
await runChecks(nodeChecks, kit, tell("Node.js"));
for (const transport of opened) transport.close();

function tell(part) {
  return (result) => {
    stdout.write(`${JSON.stringify({ part, ...result })}\n`);
  };
}
