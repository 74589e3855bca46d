import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import { mapChildren, mapMembers, withoutKeys } from "../raw-fields.js";

/**
 * The internal spec without the fields whose feature this server has not switched on
 * (`strategy.go`, `dropDisabledFields`). What loses nothing stays the same object; copies of
 * schemas join `odd`, so that no walk takes them for what they were copied from.
 */
export function dropDisabledFields(
  spec: JsonObject,
  { droppedFields }: CrdRules,
  odd: WeakSet<object>,
): JsonObject {
  const drop = (part: JsonObject): JsonObject => {
    const kept = droppedFields.has(selectable) ? without(part, selectable) : part;
    return droppedFields.has(optionalOldSelf) ? withSchemas(kept, odd) : kept;
  };
  const dropInVersion = (version: Json): Json => (isObject(version) ? drop(version) : version);
  return mapMembers(drop(spec), (child, key) =>
    key === "versions" ? mapChildren(child, dropInVersion) : child,
  );
}

const selectable = "selectableFields";
const optionalOldSelf = "optionalOldSelf";

function without(value: JsonObject, key: string): JsonObject {
  return Object.hasOwn(value, key) ? withoutKeys(value, key) : value;
}

/** A spec has its schema under `validation`, a version under `schema`. */
function withSchemas(part: JsonObject, odd: WeakSet<object>): JsonObject {
  return mapMembers(part, (child, key) => {
    if (key !== "validation" && key !== "schema") return child;
    return mapChildren(child, (schema, name) =>
      name === "openAPIV3Schema" ? dropInSchema(schema, odd) : schema,
    );
  });
}

/** Branches of junctors, which can have no rules, are not looked at, as by the server. */
function dropInSchema(schema: Json, odd: WeakSet<object>): Json {
  if (!isObject(schema)) return schema;
  const drop = (child: Json): Json => dropInSchema(child, odd);
  const kept = mapMembers(schema, (child, key) => {
    switch (key) {
      case "x-kubernetes-validations":
        return mapChildren(child, (rule) =>
          isObject(rule) ? without(rule, optionalOldSelf) : rule,
        );
      case "additionalProperties":
        return drop(child);
      case "properties":
        return mapChildren(child, drop);
      case "items":
        return Array.isArray(child) ? mapChildren(child, drop) : drop(child);
      default:
        return child;
    }
  });
  if (kept !== schema) odd.add(kept);
  return kept;
}
