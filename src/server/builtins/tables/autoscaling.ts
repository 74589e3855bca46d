import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { CellsByKind } from "./cell.js";
import { fewOf, integer, none, objectIn, objectsIn, textIn, unset, valueIn } from "./cell.js";

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
      const least = valueIn(scaler, "spec.minReplicas");
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
  return texts.length === 0 ? none : fewOf(texts, 2, texts.length, ", ");
}

const unknown = "<unknown>";

function metricText(metric: JsonObject, status: JsonObject): string {
  switch (metric["type"]) {
    case "External":
      return valueText(objectIn(metric, "external"), valueIn(status, "external"));
    case "Object":
      return valueText(objectIn(metric, "object"), valueIn(status, "object"));
    case "Pods": {
      const pods = valueIn(status, "pods");
      const current = pods === null ? unknown : amountIn(pods, "current.averageValue");
      return `${current}/${amountIn(metric, "pods.target.averageValue")}`;
    }
    case "Resource":
      return resourceText(objectIn(metric, "resource"), valueIn(status, "resource"));
    case "ContainerResource":
      return resourceText(
        objectIn(metric, "containerResource"),
        valueIn(status, "containerResource"),
      );
    default:
      return "<unknown type>";
  }
}

/** An amount, to which Go points. */
function amountIn(value: Json, path: string): string {
  return String(valueIn(value, path) ?? "<nil>");
}

function valueText(source: JsonObject, status: Json): string {
  if (valueIn(source, "target.averageValue") === null) {
    const current = status === null ? unknown : amountIn(status, "current.value");
    return `${current}/${amountIn(source, "target.value")}`;
  }
  const current = valueIn(status, "current.averageValue") ?? unknown;
  return `${String(current)}/${amountIn(source, "target.averageValue")} (avg)`;
}

function resourceText(source: JsonObject, status: Json): string {
  const name = textIn(source, "name");
  if (valueIn(source, "target.averageValue") !== null) {
    const current = status === null ? unknown : amountIn(status, "current.averageValue");
    return `${name}: ${current}/${amountIn(source, "target.averageValue")}`;
  }
  const percent = (value: Json, absent: string): string =>
    value === null ? absent : `${String(value)}%`;
  const current = percent(valueIn(status, "current.averageUtilization"), unknown);
  return `${name}: ${current}/${percent(valueIn(source, "target.averageUtilization"), "<auto>")}`;
}
