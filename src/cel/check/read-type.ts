import { cidr, format, ip, quantity, semver, url } from "../libraries/types.js";
import type { CelType, PrimitiveType } from "../type.js";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
  wrapperType,
} from "../type.js";

/**
 * The type that a text names, in the spelling of messages: `int`, `list(string)`,
 * `map(string, dyn)`, `optional_type(int)`, `wrapper(int)`, `timestamp` or
 * `google.protobuf.Timestamp`, `net.IP`, `kubernetes.Quantity`; `undefined` for a text that names
 * none. Object types have no text.
 */
export function readType(text: string): CelType | undefined {
  const named = namedTypes.get(text.trim());
  if (named !== undefined) return named;
  const [, constructor, inner = ""] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(text) ?? [];
  switch (constructor) {
    case "list":
      return madeOf(inner, listType);
    case "optional_type":
      return madeOf(inner, optionalType);
    case "type":
      return madeOf(inner, typeType);
    case "wrapper": {
      const wrapped = primitives.get(inner.trim());
      return wrapped === undefined ? undefined : wrapperType(wrapped);
    }
    case "map": {
      const comma = inner.indexOf(",");
      const key = comma < 0 ? undefined : readType(inner.slice(0, comma));
      const value = comma < 0 ? undefined : readType(inner.slice(comma + 1));
      return key === undefined || value === undefined ? undefined : mapType(key, value);
    }
    default:
      return undefined;
  }
}

function madeOf(inner: string, make: (type: CelType) => CelType): CelType | undefined {
  const type = readType(inner);
  return type === undefined ? undefined : make(type);
}

/** Types that have wrappers. */
const primitives: ReadonlyMap<string, PrimitiveType> = new Map([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["int", intType],
  ["string", stringType],
  ["uint", uintType],
]);

const namedTypes: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ...primitives,
  ["dyn", dynType],
  ["null", nullType],
  ["null_type", nullType],
  ["timestamp", timestampType],
  ["google.protobuf.Timestamp", timestampType],
  ["duration", durationType],
  ["google.protobuf.Duration", durationType],
  ["type", typeType(undefined)],
  ["list", listType(dynType)],
  ["map", mapType(dynType, dynType)],
  ...[cidr, format, ip, quantity, semver, url].map((type) => [type.name, type] as const),
]);
