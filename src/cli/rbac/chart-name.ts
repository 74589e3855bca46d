import { join } from "node:path";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { readDocuments } from "../../crd/source/read.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { textAt } from "../../runtime/v1/values/json/raw-fields.js";
import type { Host } from "../host.js";
import { UsageError } from "../usage-error.js";

/**
 * The name of a Helm chart, as its templates call their helpers.
 *
 * @param folder that of the chart
 * @throws UsageError where there is no chart, or none with a name that Helm takes
 */
export async function chartName(folder: string, host: Host): Promise<string> {
  const path = join(folder, "Chart.yaml");
  if ((await host.kindOf(path)) !== "file") {
    throw new UsageError(`--chart: '${printableName(folder)}' has no Chart.yaml`, {
      help: "name the folder of a Helm chart, such as --chart deploy/chart",
    });
  }
  const text = Buffer.from(await host.readFile(path)).toString("utf8");
  const [document] = await readDocuments({ path, text }, new Diagnostics());
  const name = isObject(document?.value) ? textAt(document.value, "name") : "";
  // Nothing else passes Helm (chart.Metadata.Validate), and it stands in texts of templates.
  if (/^[\w.-]+$/.test(name)) return name;
  throw new UsageError(
    `--chart: '${printableName(path)}' has no name of letters, digits, '.', '_' and '-'`,
  );
}
