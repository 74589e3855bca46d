import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { CellsByKind } from "./cell.js";
import { fewOf, integer, none, objectIn, objectsIn, textIn, unset, valueIn } from "./cell.js";

/** Autoscalers (Kubernetes `pkg/printers/internalversion/printers.go`, formatHPAMetrics). */
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
  const metrics = metricsOf(scaler);
  const current = currentOf(scaler);
  const texts = metrics.map((metric, index) => metricText(metric, current[index] ?? {}));
  return texts.length === 0 ? none : fewOf(texts, 2, texts.length, ", ");
}

/** The first version of the kind has one metric, of CPU. */
function metricsOf(scaler: JsonObject): readonly JsonObject[] {
  const averageUtilization = valueIn(scaler, "spec.targetCPUUtilizationPercentage");
  if (averageUtilization === null) return objectsIn(scaler, "spec.metrics");
  const resource = { name: "cpu", target: { type: "Utilization", averageUtilization } };
  return [{ type: "Resource", resource }];
}

function currentOf(scaler: JsonObject): readonly JsonObject[] {
  const averageUtilization = valueIn(scaler, "status.currentCPUUtilizationPercentage");
  if (averageUtilization === null) return objectsIn(scaler, "status.currentMetrics");
  return [{ type: "Resource", resource: { current: { averageUtilization } } }];
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

/** An amount; none is nothing. */
function amountIn(value: Json, path: string): string {
  return String(valueIn(value, path) ?? 0);
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
