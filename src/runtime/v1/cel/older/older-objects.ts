import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { ReadFields } from "../data/data-object.js";
import { FieldsData, equalUnknown, notAnObject } from "../data/data-object.js";
import { elementsEqual } from "../values/equal.js";
import type { CelError } from "../values/error.js";
import { noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { MapValue } from "../values/value.js";

/** `type: object` with properties, or with nothing, as servers up to 1.33 compare it. */
export function readOlderObject(fields: ReadFields): (data: Json) => FieldsData | CelError {
  return (data) => (isObject(data) ? new OlderFieldsData(data, fields) : notAnObject(data));
}

/**
 * `unstructuredMap.Equal` of apiserver `common/values.go`: a null field of the left side is looked
 * for on the right, where null counts as absent, so that an object with one is not even equal to
 * itself.
 */
class OlderFieldsData extends FieldsData {
  override equals(other: Value): boolean | CelError {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    for (const [name, data] of Object.entries<JsonObject[string]>(this.data)) {
      const read = this.readerOf(name);
      const equal =
        read === undefined
          ? equalUnknown(data ?? null, name, other)
          : equalFound(read(data ?? null), other.find(name));
      if (equal !== true) return equal;
    }
    return true;
  }
}

function equalFound(
  left: Value | CelError,
  right: Value | CelError | undefined,
): boolean | CelError {
  return right !== undefined && elementsEqual(left, right);
}
