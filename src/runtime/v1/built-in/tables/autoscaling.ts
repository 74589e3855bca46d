import type { Json, JsonObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import { fewOf, integer, noCell, objectIn, objectsIn, textIn, unset, cellValue } from "./cell.js";

/**
 * Autoscalers, in the form of their second version (Kubernetes
 * `pkg/printers/internalversion/printers.go`, formatHPAMetrics).
 */
export const autoscalingCells: CellsByKind = {
  "autoscaling/HorizontalPodAutoscaler": {
    Reference: (scaler) => {
      const target = objectIn(scaler, "spec.scaleTargetRef");
      return `${textIn(target, "kind")}/${textIn(target, "name")}`;
    },
    Targets: targetsOf,
    MinPods: (scaler) => {
      const least = cellValue(scaler, "spec.minReplicas");
      return least === null ? unset : String(least);
    },
    MaxPods: integer("spec.maxReplicas"),
    Replicas: integer("status.currentReplicas"),
  },
};

function targetsOf(scaler: JsonObject): string {
  const metrics = objectsIn(scaler, "spec.metrics");
  const current = objectsIn(scaler, "status.currentMetrics");
  const texts = metrics.map((metric, index) => metricText(metric, current[index] ?? {}));
  return texts.length === 0 ? noCell : fewOf(texts, 2, texts.length, ", ");
}

const unknownValue = "<unknown>";

function metricText(metric: JsonObject, status: JsonObject): string {
  switch (metric["type"]) {
    case "External":
      return valueText(objectIn(metric, "external"), cellValue(status, "external"));
    case "Object":
      return valueText(objectIn(metric, "object"), cellValue(status, "object"));
    case "Pods": {
      const pods = cellValue(status, "pods");
      const current = pods === null ? unknownValue : amountIn(pods, "current.averageValue");
      return `${current}/${amountIn(metric, "pods.target.averageValue")}`;
    }
    case "Resource":
      return resourceText(objectIn(metric, "resource"), cellValue(status, "resource"));
    case "ContainerResource":
      return resourceText(
        objectIn(metric, "containerResource"),
        cellValue(status, "containerResource"),
      );
    default:
      return "<unknown type>";
  }
}

/** An amount, to which Go points. */
function amountIn(value: Json, path: string): string {
  return String(cellValue(value, path) ?? "<nil>");
}

function valueText(source: JsonObject, status: Json): string {
  if (cellValue(source, "target.averageValue") === null) {
    const current = status === null ? unknownValue : amountIn(status, "current.value");
    return `${current}/${amountIn(source, "target.value")}`;
  }
  const current = cellValue(status, "current.averageValue") ?? unknownValue;
  return `${String(current)}/${amountIn(source, "target.averageValue")} (avg)`;
}

function resourceText(source: JsonObject, status: Json): string {
  const name = textIn(source, "name");
  if (cellValue(source, "target.averageValue") !== null) {
    const current = status === null ? unknownValue : amountIn(status, "current.averageValue");
    return `${name}: ${current}/${amountIn(source, "target.averageValue")}`;
  }
  const percent = (value: Json, absent: string): string =>
    value === null ? absent : `${String(value)}%`;
  const current = percent(cellValue(status, "current.averageUtilization"), unknownValue);
  return `${name}: ${current}/${percent(cellValue(source, "target.averageUtilization"), "<auto>")}`;
}
