import type { Admission, AdmitOptions } from "../admission/admission.js";
import { Failure, badRequestFailure } from "../testing/failure.js";
import type { ConvertedObject, ServedVersion, TableLayout } from "../testing/served-version.js";
import { quote } from "../values/go/quote.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import { withoutKeys } from "../values/json/raw-fields.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import { apiVersionOf } from "../values/names.js";
import { autoscalerConverter, convertAutoscaler, isAutoscaler } from "./autoscaler-forms.js";
import { internalPackage } from "./decode-typed.js";
import { defaultsOf } from "./defaults/defaults.js";
import { convertEvent } from "./event-forms.js";
import { fromUnstructured } from "./from-unstructured.js";
import { encodeAs } from "./go-types/encode-as.js";
import type { GoStruct, GoType } from "./go-types/go-type.js";
import { zeroMicroTime } from "./go-types/micro-time.js";
import { admitKind } from "./kind-admission.js";
import { structNameOf, structOfKind } from "./kind-types.js";
import { emptiedFirst, isNamespaceHeld, settledNamespace } from "./namespace-controller.js";
import { PatchSchema, kindMergeType } from "./patch-schema.js";
import { selectorsOf } from "./selectors/selectors.js";
import { mergeStrategically } from "./strategic-patch.js";
import { factsOf } from "./strategies/kind-facts.js";
import { strategyOf } from "./strategies/strategies.js";
import type { KindSurroundings, Strategy } from "./strategies/strategy.js";
import { nothingAround } from "./strategies/strategy.js";
import { builtinTable } from "./tables/builtin-table.js";

/**
 * A version of a built-in kind with what the server knows of the types that Go has for it, and of
 * what the kind makes of writes.
 */
export function typedVersion(
  version: ServedVersion,
  minor: KubernetesMinor,
  around: KindSurroundings = nothingAround,
): ServedVersion {
  const struct = structNameOf(apiVersionOf(version), version.kind, minor);
  if (struct === undefined) return version;
  const isCrd = version.kind === "CustomResourceDefinition";
  const isNamespace = version.kind === "Namespace";
  const schema = new PatchSchema({ kind: "struct", struct });
  const type = structOfKind(version, minor);
  const strategy = around.strategyOf?.(version) ?? strategyOf(version);
  const selectors = selectorsOf(version, minor);
  return {
    ...version,
    selectableFields: selectors.accepted,
    ...(isAutoscaler(version) && { convert: autoscalerConverter(minor) }),
    admit: admissionOf(version, strategy, minor, around),
    otherSubresources: strategy?.otherSubresources ?? version.otherSubresources,
    // What was converted before it was stored has the defaults of this version once it is read.
    fill: (object) => defaultsOf(version, minor)?.(object as JsonObject), // of its source
    mergeSchema: {
      type: kindMergeType(struct),
      ...(version.subresources.status && {
        status: factsOf(version).statusAlone === true ? true : "with metadata",
      }),
      resets: factsOf(version).resets ?? {},
      ...(version.subresources.scale && { replicas: ["spec", "replicas"] }),
    },
    typed: {
      goType: `${internalPackage(version)}.${version.kind}`,
      columns: tableOf(version, minor),
      hidesStatus: isCrd,
      ...(isNamespace && {
        isHeld: isNamespaceHeld,
        settleNamespace: settledNamespace,
        emptiedFirst: emptiedFirst(minor),
      }),
      returnsDeleted: strategy?.returnsDeleted === true,
      graceSeconds: strategy?.graceSeconds,
      orphansDependents: factsOf(version).orphansDependents === true,
      deletionWarning: factsOf(version).deletionWarning,
      hasDependents: strategy?.hasDependents !== false,
      isCached: strategy?.isCached !== false,
      createsOnUpdate: strategy?.createsOnUpdate === true,
      fieldText: (object, field) => selectors.textOf(object, field),
      fieldFault: (field) => selectors.faultOf(field),
      unversionedFault,
      empty: type === undefined ? {} : emptyOf(type),
      ordered: (object) => (type === undefined ? object : orderedAs(type, object)),
      strategicPatch: (object, patch) => mergeStrategically(object, patch, schema),
      converted: (object) => convertedAs(version, type, object),
    },
  };
}

/** Returns an object that was just made as Go writes it. */
export function emptyOf(type: GoStruct): JsonObject {
  return withoutKeys(encodeAs(type, {}) as JsonObject, "kind", "apiVersion", "metadata"); // a struct
}

function orderedAs(type: GoStruct, object: JsonObject): JsonObject {
  return inGoOrder(type, object) as JsonObject; // a struct
}

/** The type says what a kind is called, whatever the patch says. */
function convertedAs(
  version: ServedVersion,
  type: GoStruct | undefined,
  object: JsonObject,
): ConvertedObject {
  if (type === undefined) return { object, unknown: [], fault: undefined };
  const { object: converted, ...found } = fromUnstructured(type, object);
  const named = { ...converted, apiVersion: apiVersionOf(version), kind: version.kind };
  return { ...found, object: named };
}

function tableOf(version: ServedVersion, minor: KubernetesMinor): TableLayout {
  const layout = builtinTable(version, minor);
  if (isAutoscaler(version)) {
    const inside = (scaler: JsonObject): JsonObject =>
      convertAutoscaler(scaler, "autoscaling/v2", minor);
    return { ...layout, row: (scaler, now) => layout.row(inside(scaler), now) };
  }
  if (version.group !== "events.k8s.io") return layout;
  return { ...layout, row: (event, now) => layout.row(convertEvent(event, "v1"), now) };
}

function admissionOf(
  version: ServedVersion,
  strategy: Strategy | undefined,
  minor: KubernetesMinor,
  around: KindSurroundings,
): (input: unknown, options?: AdmitOptions) => Admission<object> {
  const type = structOfKind(version, minor);
  if (type === undefined || strategy === undefined) return version.admit;
  const admission = { version, type, strategy, minor, around };
  return (input, options) => admitKind(admission, input, options);
}

/**
 * Returns the failure for an object without a version: it is read as the type that the server has
 * inside, whose parts have no names in JSON: all are unknown, so that there is no name either.
 */
function unversionedFault(patched: JsonObject, name: string): Failure {
  const message = `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
  const unknown = Object.keys(patched).filter((key) => key !== "kind");
  const warnings = unknown.sort().map((key) => `unknown field ${quote(key)}`);
  return new Failure(badRequestFailure(message).status, warnings);
}

/**
 * A value of a type with its members in the order in which Go writes them: those of structs as they
 * are declared; those of maps stay as they are, sorted. The zero time, to which something points,
 * is null.
 */
function inGoOrder(type: GoType, value: Json): Json {
  switch (type.kind) {
    case "struct":
      return isObject(value) ? structInOrder(type, value) : value;
    case "pointer":
      return inGoOrder(type.to, value);
    case "slice":
      return listInOrder(type.of, value);
    case "map":
      return isObject(value) ? mapInOrder(type.of, value) : value;
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings": {
      const schema = type.schema();
      return isObject(value) ? structInOrder(schema, value) : listInOrder(schema, value);
    }
    case "microTime":
      return value === zeroMicroTime ? null : value;
    default:
      return value;
  }
}

function structInOrder(type: GoStruct, object: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  for (const [key, field] of type.fields()) {
    const value = object[key];
    if (value !== undefined) setKey(ordered, key, inGoOrder(field.type, value));
  }
  return ordered;
}

function listInOrder(type: GoType, value: Json): Json {
  return Array.isArray(value) ? value.map((item) => inGoOrder(type, item)) : value;
}

function mapInOrder(type: GoType, map: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  for (const [key, value] of Object.entries(map)) setKey(ordered, key, inGoOrder(type, value));
  return ordered;
}
