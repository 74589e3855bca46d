import { structJson } from "../../testing/json-texts.js";
import type { FieldError } from "../../values/field-error.js";
import {
  badValueText,
  fieldError,
  invalidError,
  requiredError,
} from "../../values/field-errors.js";
import { utf8Length } from "../../values/go/utf8.js";
import { deepEqual } from "../../values/json/deep-equal.js";
import type { JsonObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { subdomainNames, textOf } from "../../values/metadata/rules.js";
import { labelKeyFaults } from "../../values/names.js";
import type { Strategy } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors, mapAt } from "./strategy.js";

/** The names that the two groups have for the same parts; the first stands in errors, too. */
interface EventForm {
  readonly involved: string;
  readonly message: string;
  readonly source: string;
  readonly first: string;
  readonly last: string;
  readonly count: string;
  readonly controller: string;
}

const coreForm: EventForm = {
  involved: "involvedObject",
  message: "message",
  source: "source",
  first: "firstTimestamp",
  last: "lastTimestamp",
  count: "count",
  controller: "reportingComponent",
};

const newForm: EventForm = {
  involved: "regarding",
  message: "note",
  source: "deprecatedSource",
  first: "deprecatedFirstTimestamp",
  last: "deprecatedLastTimestamp",
  count: "deprecatedCount",
  controller: "reportingController",
};

const referenceFields = [
  "kind",
  "namespace",
  "name",
  "uid",
  "apiVersion",
  "resourceVersion",
  "fieldPath",
];

/** Events of the core group: little is asked of them (Kubernetes `core/validation/events.go`). */
export const coreEventStrategy: Strategy = {
  selectable: [
    ...referenceFields.map((field) => `involvedObject.${field}`),
    ...["reason", "reportingComponent", "source", "type"],
  ],
  fieldText(event, field) {
    if (field !== "source") return undefined;
    const component = textOf(mapAt(event, "source"), "component");
    return component === "" ? textOf(event, "reportingComponent") : component;
  },
  createsOnUpdate: true,
  hasDependents: false,
  isCached: false,
  validate: (event) => legacyErrors(event, coreForm),
  validateUpdate: (event) => legacyErrors(event, coreForm),
};

/** Events of events.k8s.io: new ones are complete, and do not change but in their series. */
export const newEventStrategy: Strategy = {
  selectable: [
    ...referenceFields.map((field) => `regarding.${field}`),
    ...["reason", "reportingController", "type"],
  ],
  createsOnUpdate: true,
  hasDependents: false,
  isCached: false,
  validate: (event) => [...legacyErrors(event, newForm), ...eventErrors(event)],
  validateUpdate: (event, old) => [
    ...legacyErrors(event, newForm),
    ...eventUpdateErrors(event, old),
  ],
};

const maxLength = 128;
const maxMessage = 1024;

function legacyErrors(event: JsonObject, form: EventForm): readonly FieldError[] {
  const namespace = textOf(metadataOf(event), "namespace");
  const involved = textOf(mapAt(event, form.involved), "namespace");
  const mismatch = invalidError(
    "involvedObject.namespace",
    involved,
    "does not match event.namespace",
  );
  if ((event["eventTime"] ?? null) === null) {
    const isSame = involved === "" ? ["", "default"].includes(namespace) : namespace === involved;
    return isSame ? [] : [mismatch];
  }
  const isClusterWide = involved === "" && !["default", "kube-system"].includes(namespace);
  return [
    ...(isClusterWide ? [mismatch] : []),
    ...controllerErrors(textOf(event, form.controller), form.controller),
    ...textErrors(event, "reportingInstance", "reportingInstance"),
    ...textErrors(event, "action", "action"),
    ...textErrors(event, "reason", "reason"),
    ...lengthErrors(textOf(event, form.message), "message", maxMessage),
  ];
}

function controllerErrors(controller: string, field: string): readonly FieldError[] {
  const faults = labelKeyFaults(controller).map((fault) => invalidError(field, controller, fault));
  return controller === "" ? [requiredError(field, ""), ...faults] : faults;
}

function textErrors(event: JsonObject, key: string, field: string): readonly FieldError[] {
  const text = textOf(event, key);
  const required = text === "" ? [requiredError(field, "")] : [];
  return [...required, ...lengthErrors(text, field, maxLength)];
}

function lengthErrors(text: string, field: string, limit: number): readonly FieldError[] {
  if (utf8Length(text) <= limit) return [];
  return [invalidError(field, "", `can have at most ${limit} characters`)];
}

function eventErrors(event: JsonObject): readonly FieldError[] {
  const type = textOf(event, "type");
  const isKnown = type === "Normal" || type === "Warning";
  const unset = ["first", "last", "count"] as const;
  const { first, last, count, source } = newForm;
  const isSet = {
    first: event[first],
    last: event[last],
    count: event[count] === 0 ? null : event[count],
  };
  const names = { first: "firstTimestamp", last: "lastTimestamp", count: "count" };
  const hasSource = Object.keys(mapAt(event, source)).length > 0;
  return [
    ...coreMetadataErrors(event, true, subdomainNames),
    ...seriesErrors(event),
    ...((event["eventTime"] ?? null) === null ? [requiredError("eventTime", "")] : []),
    ...(isKnown ? [] : [invalidError("type", "", `has invalid value: ${type}`)]),
    ...unset
      .filter((key) => (isSet[key] ?? null) !== null)
      .map((key) => invalidError(names[key], "", "needs to be unset")),
    ...(hasSource ? [invalidError("source", "", "needs to be unset")] : []),
  ];
}

function seriesErrors(event: JsonObject): readonly FieldError[] {
  if (event["series"] === undefined) return [];
  const { count = 0, lastObservedTime = null } = mapAt(event, "series");
  return [
    ...(Number(count) < 2 ? [invalidError("series.count", "", "should be at least 2")] : []),
    ...(lastObservedTime === null ? [requiredError("series.lastObservedTime", "")] : []),
  ];
}

/** Fields that stay as they are: in this form, and as errors name them. */
const constants: readonly (readonly [key: string, field: string])[] = [
  ["regarding", "involvedObject"],
  ["reason", "reason"],
  ["note", "message"],
  ["deprecatedSource", "source"],
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
  ["reason", "reason"],
  ["type", "type"],
  ["eventTime", "eventTime"],
  ["action", "action"],
  ["related", "related"],
  ["reportingController", "reportingController"],
  ["reportingInstance", "reportingInstance"],
];

function eventUpdateErrors(event: JsonObject, old: JsonObject): readonly FieldError[] {
  const isSameSeries = deepEqual(event["series"] ?? null, old["series"] ?? null);
  return [
    ...coreMetadataUpdateErrors(event, old),
    ...(isSameSeries ? [] : seriesErrors(event)),
    ...constants.flatMap(([key, field]) => {
      if (deepEqual(event[key] ?? null, old[key] ?? null)) return [];
      return [
        fieldError("FieldValueInvalid", field, shownConstant(key, event), "field is immutable"),
      ];
    }),
  ];
}

const referenceNames = [
  "Kind",
  "Namespace",
  "Name",
  "UID",
  "APIVersion",
  "ResourceVersion",
  "FieldPath",
];
const pointersAndTimes = [
  "eventTime",
  "related",
  "deprecatedFirstTimestamp",
  "deprecatedLastTimestamp",
];

/** A field as Go shows it, whose structs have no names in JSON inside. */
function shownConstant(key: string, event: JsonObject): string {
  const { [key]: value = null } = event;
  if (pointersAndTimes.includes(key) && value === null) return "null";
  if (key === "regarding" || key === "related") {
    return goStructText(referenceFields, referenceNames, mapAt(event, key));
  }
  if (key === "deprecatedSource") {
    return goStructText(["component", "host"], ["Component", "Host"], mapAt(event, key));
  }
  return badValueText(value ?? (key === "deprecatedCount" ? 0 : ""));
}

function goStructText(
  keys: readonly string[],
  names: readonly string[],
  value: JsonObject,
): string {
  const pairs = keys.map((key, index) => [names[index] ?? key, textOf(value, key)] as const);
  return structJson(Object.fromEntries(pairs));
}
