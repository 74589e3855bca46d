import { formatFloat } from "../../values/go/float.js";

/** The kinds of metrics that there are here. */
export type MetricType = "counter" | "gauge" | "histogram";

/** One number of a family: the suffix of its name, its labels, and the value. */
export interface MetricSample {
  /** `_bucket`, `_sum`, `_count`, or nothing. */
  readonly suffix: string;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
}

/** The media type of Prometheus' text format 0.0.4. */
export const metricsMediaType = "text/plain; version=0.0.4; charset=utf-8";

/** The lines of a family in Prometheus' text format 0.0.4; each ends with a line feed. */
export function familyText(
  { name, help, type }: { readonly name: string; readonly help: string; readonly type: MetricType },
  samples: Iterable<MetricSample>,
): string {
  let text = "";
  for (const { suffix, labels, value } of samples) {
    const pairs = labels.map(([label, of]) => `${label}="${escapeLabel(of)}"`).join(",");
    // Counts are integers, which Go prints without an exponent.
    const isCount = suffix === "_bucket" || suffix === "_count";
    const number = isCount ? String(value) : formatFloat(value);
    text += `${name}${suffix}${pairs === "" ? "" : `{${pairs}}`} ${number}\n`;
  }
  return text === "" ? "" : `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${text}`;
}

function escapeHelp(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replace(/"/g, '\\"');
}
