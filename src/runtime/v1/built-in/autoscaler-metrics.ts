import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { objectAt } from "../values/json/raw-fields.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import type { GoStruct } from "./go-types/go-type.js";
import {
  field,
  goInt32,
  goInt64,
  goQuantity,
  goString,
  goTime,
  pointerTo,
  printedField,
  sliceOf,
  structOf,
} from "./go-types/go-type.js";
import { goStruct } from "./kind-types.js";

/*
 * Metrics of autoscalers as texts in annotations of autoscaling/v1 have them (Kubernetes
 * `staging/src/k8s.io/api/autoscaling/v1/types.go`, `pkg/apis/autoscaling/v1/conversion.go`).
 */

/** The types of the texts, by what they hold. */
export interface MetricTypes {
  readonly metric: GoStruct;
  readonly status: GoStruct;
  readonly condition: GoStruct;
}

type Fields = Parameters<typeof structOf>[1];

function type(name: string, fields: Fields): GoStruct {
  return structOf(name, fields, "v1");
}

const typesOf = new Map<KubernetesMinor, MetricTypes>();

/** The types that a release has. */
export function metricTypes(minor: KubernetesMinor): MetricTypes {
  let types = typesOf.get(minor);
  if (types === undefined) {
    types = {
      metric: metricOf("Source", sourceFields(minor)),
      status: metricOf("Status", statusFields(minor)),
      condition: conditionOf(minor),
    };
    typesOf.set(minor, types);
  }
  return types;
}

/** In the order in which Go prints them. */
const sorts = ["object", "pods", "resource", "containerResource", "external"] as const;

type Sort = (typeof sorts)[number];

function metricOf(suffix: string, fields: Readonly<Record<Sort, Fields>>): GoStruct {
  return type(suffix === "Source" ? "MetricSpec" : "MetricStatus", () => {
    const own = sorts.map((sort) => {
      const name = `${sort.charAt(0).toUpperCase()}${sort.slice(1)}Metric${suffix}`;
      return [sort, field(sort, pointerTo(type(name, fields[sort])))] as const;
    });
    return { type: printedField("type", goString), ...Object.fromEntries(own) };
  });
}

const int32 = pointerTo(goInt32);
const quantity = pointerTo(goQuantity);

function sourceFields(minor: KubernetesMinor): Readonly<Record<Sort, Fields>> {
  const selector = pointerTo(goStruct("meta/v1.LabelSelector", minor));
  const ofResource = (): ReturnType<Fields> => ({
    name: printedField("name", goString),
    targetAverageUtilization: field("targetAverageUtilization", int32),
    targetAverageValue: field("targetAverageValue", quantity),
  });
  return {
    object: () => ({
      target: printedField("target", goStruct("autoscaling/v1.CrossVersionObjectReference", minor)),
      metricName: printedField("metricName", goString),
      targetValue: printedField("targetValue", goQuantity),
      selector: field("selector", selector),
      averageValue: field("averageValue", quantity),
    }),
    pods: () => ({
      metricName: printedField("metricName", goString),
      targetAverageValue: printedField("targetAverageValue", goQuantity),
      selector: field("selector", selector),
    }),
    resource: ofResource,
    containerResource: () => ({ ...ofResource(), container: printedField("container", goString) }),
    external: () => ({
      metricName: printedField("metricName", goString),
      metricSelector: field("metricSelector", selector),
      targetValue: field("targetValue", quantity),
      targetAverageValue: field("targetAverageValue", quantity),
    }),
  };
}

function statusFields(minor: KubernetesMinor): Readonly<Record<Sort, Fields>> {
  const selector = pointerTo(goStruct("meta/v1.LabelSelector", minor));
  const ofResource = (): ReturnType<Fields> => ({
    name: printedField("name", goString),
    currentAverageUtilization: field("currentAverageUtilization", int32),
    currentAverageValue: printedField("currentAverageValue", goQuantity),
  });
  return {
    object: () => ({
      target: printedField("target", goStruct("autoscaling/v1.CrossVersionObjectReference", minor)),
      metricName: printedField("metricName", goString),
      currentValue: printedField("currentValue", goQuantity),
      selector: field("selector", selector),
      averageValue: field("averageValue", quantity),
    }),
    pods: () => ({
      metricName: printedField("metricName", goString),
      currentAverageValue: printedField("currentAverageValue", goQuantity),
      selector: field("selector", selector),
    }),
    resource: ofResource,
    containerResource: () => ({ ...ofResource(), container: printedField("container", goString) }),
    external: () => ({
      metricName: printedField("metricName", goString),
      metricSelector: field("metricSelector", selector),
      currentValue: printedField("currentValue", goQuantity),
      currentAverageValue: field("currentAverageValue", quantity),
    }),
  };
}

function conditionOf(minor: KubernetesMinor): GoStruct {
  const isCounted = goStruct("autoscaling/v2.HorizontalPodAutoscalerCondition", minor)
    .fields()
    .has("observedGeneration");
  return type("HorizontalPodAutoscalerCondition", () => ({
    type: printedField("type", goString),
    status: printedField("status", goString),
    lastTransitionTime: field("lastTransitionTime", goTime),
    reason: field("reason", goString),
    message: field("message", goString),
    ...(isCounted && { observedGeneration: field("observedGeneration", pointerTo(goInt64)) }),
  }));
}

/** What autoscalers do, as the type inside the server prints it, whose fields have Go's names. */
export const behaviorType: GoStruct = type("HorizontalPodAutoscalerBehavior", () => ({
  ScaleUp: printedField("ScaleUp", pointerTo(rulesType)),
  ScaleDown: printedField("ScaleDown", pointerTo(rulesType)),
}));

const rulesType: GoStruct = type("HPAScalingRules", () => ({
  StabilizationWindowSeconds: printedField("StabilizationWindowSeconds", int32),
  SelectPolicy: printedField("SelectPolicy", pointerTo(goString)),
  Policies: printedField("Policies", sliceOf(policyType)),
  Tolerance: printedField("Tolerance", quantity),
}));

const policyType: GoStruct = type("HPAScalingPolicy", () => ({
  Type: printedField("Type", goString),
  Value: printedField("Value", goInt32),
  PeriodSeconds: printedField("PeriodSeconds", goInt32),
}));

/** A metric of autoscaling/v2 in the form of v1. */
export function oldMetric(metric: JsonObject): JsonObject {
  return oldForm(metric, "target");
}

/** What was measured, of autoscaling/v2, in the form of v1. */
export function oldStatus(status: JsonObject): JsonObject {
  return oldForm(status, "current");
}

/** @param side what the amounts are: those that are wanted, or those that were measured */
function oldForm(metric: JsonObject, side: "current" | "target"): JsonObject {
  return mapSorts(metric, (sort, source) => {
    const amounts = objectAt(source, side) ?? {};
    const { name = "", container = "", describedObject = {} } = source;
    const { value = null, averageValue = null, averageUtilization = null } = amounts;
    const { name: metricName = "", selector = null } = objectAt(source, "metric") ?? {};
    const single = { [`${side}Value`]: value };
    const average = { [`${side}AverageValue`]: averageValue };
    const utilization = { [`${side}AverageUtilization`]: averageUtilization };
    switch (sort) {
      case "object":
        return { target: describedObject, metricName, ...single, selector, averageValue };
      case "pods":
        return { metricName, ...average, selector };
      case "external":
        return { metricName, metricSelector: selector, ...single, ...average };
      default:
        return { name, ...utilization, ...average, container };
    }
  });
}

/** A metric of v1 in the form of autoscaling/v2. */
export function newMetric(metric: JsonObject): JsonObject {
  return mapSorts(metric, (sort, source) => {
    const { name = "", container = "", metricName = "", target = {} } = source;
    const { selector = null, metricSelector = null, averageValue = null } = source;
    const {
      targetValue = null,
      targetAverageValue = null,
      targetAverageUtilization = null,
    } = source;
    switch (sort) {
      case "object": {
        const isAverage = averageValue !== null;
        const kept = isAverage && isZeroValue(targetValue) ? null : (targetValue ?? "0");
        const given = { type: isAverage ? "AverageValue" : "Value", value: kept, averageValue };
        return { describedObject: target, target: given, metric: { name: metricName, selector } };
      }
      case "pods": {
        const given = { type: "AverageValue", averageValue: targetAverageValue ?? "0" };
        return { metric: { name: metricName, selector }, target: given };
      }
      case "external": {
        const kind = targetValue === null ? "AverageValue" : "Value";
        const given = { type: kind, value: targetValue, averageValue: targetAverageValue };
        return { metric: { name: metricName, selector: metricSelector }, target: given };
      }
      default: {
        const kind = targetAverageUtilization === null ? "AverageValue" : "Utilization";
        const amounts = {
          averageValue: targetAverageValue,
          averageUtilization: targetAverageUtilization,
        };
        return { name, target: { type: kind, ...amounts }, container };
      }
    }
  });
}

/** What was measured, of v1, in the form of autoscaling/v2. */
export function newStatus(status: JsonObject): JsonObject {
  return mapSorts(status, (sort, source) => {
    const { name = "", container = "", metricName = "", target = {} } = source;
    const { selector = null, metricSelector = null, averageValue = null } = source;
    const { currentValue, currentAverageValue, currentAverageUtilization = null } = source;
    switch (sort) {
      case "object": {
        const current = { value: currentValue ?? "0", averageValue };
        return { metric: { name: metricName, selector }, current, describedObject: target };
      }
      case "pods": {
        const current = { averageValue: currentAverageValue ?? "0" };
        return { metric: { name: metricName, selector }, current };
      }
      case "external": {
        const current = { value: currentValue ?? "0", averageValue: currentAverageValue ?? null };
        return { metric: { name: metricName, selector: metricSelector }, current };
      }
      default: {
        const amounts = {
          averageValue: currentAverageValue ?? "0",
          averageUtilization: currentAverageUtilization,
        };
        return { name, current: amounts, container };
      }
    }
  });
}

/** A metric with what each sort of source is made into; its type stays. */
function mapSorts(
  metric: JsonObject,
  map: (sort: Sort, source: JsonObject) => JsonObject,
): JsonObject {
  const { type: named = "" } = metric;
  const sources = sorts.flatMap((sort) => {
    const source: Json | undefined = metric[sort];
    return isObject(source ?? null) ? [[sort, map(sort, source as JsonObject)] as const] : []; // as checked
  });
  return { type: named, ...Object.fromEntries(sources) };
}

function isZeroValue(value: Json): boolean {
  return value === null || /^[+-]?0*(\.0*)?[a-zA-Z]*$/.test(String(value));
}
