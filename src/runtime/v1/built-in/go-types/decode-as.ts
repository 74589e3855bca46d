import { jsonKind } from "../../values/go/json.js";
import { quote } from "../../values/go/quote.js";
import { parseGoTime, TimeFault } from "../../values/go/time.js";
import { isNumber } from "../../values/json/deep-equal.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { Float64, isInt64, isObject } from "../../values/json/json.js";
import type { ValuePath } from "../../values/json/path-text.js";
import { pathText } from "../../values/json/path-text.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { hasKindChange } from "../changes.js";
import { base64Fault } from "./base64-fault.js";
import { quantityFault } from "./go-quantity.js";
import type {
  GoField,
  GoMap,
  GoScalar,
  GoSchemaUnion,
  GoSlice,
  GoStruct,
  GoType,
} from "./go-type.js";
import { goInt32, goString, goUint8, sliceOf } from "./go-type.js";
import { parseMicroTime } from "./micro-time.js";
import { unmarked } from "./repeated-keys.js";

/**
 * The findings of the API server's JSON decoder about a value, before the server looks at its
 * meaning.
 */
export interface DecodedValue {
  /** Values of a wrong JSON type, in the order of the document. */
  readonly faults: readonly GoTypeFault[];
  /** Fields that no Go struct has; the server drops them. */
  readonly unknownFields: readonly UnknownField[];
  /**
   * The messages of a strict reader about unknown fields and marked keys, in the order of the text.
   */
  readonly strictTexts: ReadonlySet<string>;
}

/**
 * A value of a wrong JSON type, with all that the server's message about it is put together from.
 */
export interface GoTypeFault {
  readonly path: ValuePath;
  /** The server's words, without the path: `cannot unmarshal number into … of type bool`. */
  readonly problem: DecodeProblem;
  /** Names of the struct fields on the way, maps and lists left out. */
  readonly fieldStack: readonly string[];
  /** The struct whose field is concerned. */
  readonly structName: string;
  /**
   * For each enclosing value that reads itself: a number of its own, and the length of `fieldStack`
   * at it.
   */
  readonly enclosing: readonly Enclosing[];
}

interface Enclosing {
  readonly id: number;
  readonly fieldDepth: number;
  readonly structName: string;
}

type DecodeProblem =
  | { readonly kind: "type"; readonly value: string; readonly type: GoType }
  /** A text that is no base64: the decoder notes it like a wrong type, and goes on. */
  | { readonly kind: "base64"; readonly text: string }
  /** The decoder stops at once, with this text. */
  | { readonly kind: "abort"; readonly text: string };

/** A field that the Go struct at its place does not have. */
export interface UnknownField {
  readonly path: ValuePath;
  /** Where the fields of this struct are listed. */
  readonly struct: GoStruct;
  /**
   * As the server's warning spells it; undefined below a value that reads itself, where the server
   * does not look.
   */
  readonly serverPath: string | undefined;
}

/** Hears of the structs of one type while a value is walked. */
export interface StructWatch {
  readonly type: GoStruct;
  /** Lets the fields of such a struct be visited, or does not. */
  readonly enter: (value: JsonObject, decoder: GoTypeDecoder, visit: () => void) => void;
  /** A field of such a struct, which the type has. */
  readonly sees: (key: string, child: Json, value: JsonObject) => void;
}

/**
 * Walks an object along its Go type, as `sigs.k8s.io/json` does for a request with
 * `fieldValidation=Warn`: keys count with their case, null fits everywhere. Keys that come again
 * may be marked (`parseMarked`).
 */
export function decodeAs(type: GoStruct, value: Json, minor: KubernetesMinor): DecodedValue {
  const decoder = new GoTypeDecoder([], minor);
  decoder.visit(type, value);
  return decoder;
}

/** See `decodeAs`. */
export class GoTypeDecoder implements DecodedValue {
  readonly faults: GoTypeFault[] = [];
  readonly unknownFields: UnknownField[] = [];
  readonly strictTexts: Set<string> = new Set<string>();

  readonly #path: (string | number)[];
  readonly #pathStart: number;
  readonly #minor: KubernetesMinor;
  /** Messages name embedded structs. */
  readonly #namesAll: boolean;
  readonly #fieldStack: string[] = [];
  readonly #enclosing: Enclosing[] = [];
  readonly #watch: StructWatch | undefined;
  #structName = "";
  #lastId = 0;
  #remarks = 0;

  /** @param path where the value stands */
  constructor(path: ValuePath, minor: KubernetesMinor, watch?: StructWatch) {
    this.#path = [...path];
    this.#pathStart = path.length;
    this.#minor = minor;
    this.#watch = watch;
    this.#namesAll = hasKindChange(minor, "allFieldNames");
  }

  /** How often something was found. */
  get remarks(): number {
    return this.#remarks;
  }

  /** Where it is. */
  get path(): ValuePath {
    return [...this.#path];
  }

  /** Walks a value along a type. */
  visit(type: GoType, value: Json): void {
    switch (type.kind) {
      case "json":
        return;
      case "pointer":
        this.visit(type.to, value);
        return;
      case "struct":
        this.#visitStruct(type, value);
        return;
      case "map":
        this.#visitMap(type, value);
        return;
      case "slice":
        this.#visitSlice(type, value);
        return;
      case "schemaOrBool":
      case "schemaOrArray":
      case "schemaOrStrings":
        if (value !== null || type.kind === "schemaOrBool") this.#visitUnion(type, value);
        return;
      case "bytes":
        if (Array.isArray(value)) this.#visitSlice(byteSlice, value);
        else if (!fitsScalar(type, value)) this.#wrongType(type, value);
        return;
      case "time":
      case "microTime":
      case "quantity":
      case "intOrString":
        if (!fitsScalar(type, value)) this.#wrongSelf(type, value);
        return;
      default:
        if (!fitsScalar(type, value)) this.#wrongType(type, value);
    }
  }

  /** A scalar that reads itself: it ends the decoding, in the words of what it is read from. */
  #wrongSelf(type: GoScalar, value: Json): void {
    this.#enclosed(() => {
      const text = type.kind === "quantity" ? quantityFault(value) : undefined;
      if (text !== undefined) this.#fault({ kind: "abort", text });
      else this.#wrongType(type.kind === "intOrString" ? goInt32 : goString, value, type);
    });
  }

  #visitStruct(type: GoStruct, value: Json): void {
    if (!isObject(value)) {
      this.#wrongType(type, value);
      return;
    }
    if (type !== this.#watch?.type) this.#visitFields(type, value);
    else
      this.#watch.enter(value, this, () => {
        this.#visitFields(type, value);
      });
  }

  #visitFields(type: GoStruct, value: JsonObject): void {
    const fields = type.fields();
    const outer = this.#structName;
    for (const written of Object.keys(value)) {
      const key = unmarked(written);
      const known = fields.get(key);
      if (known === undefined || !this.#isKnown(known)) {
        this.#unknown(type, key);
        continue;
      }
      if (key !== written) this.#odd("duplicate", key);
      const child = value[written] ?? null;
      if (type === this.#watch?.type) this.#watch.sees(key, child, value);
      // Most fields are scalars of the right type: no need to note where we are.
      if (known.type.kind === "json" || isPlainScalar(known.type, child)) continue;
      this.#structName = type.name;
      const depth = this.#fieldStack.length;
      if (known.embedded !== undefined && this.#namesAll) this.#fieldStack.push(known.embedded);
      this.#fieldStack.push(key);
      this.#path.push(key);
      this.visit(known.type, child);
      this.#path.pop();
      this.#fieldStack.length = depth;
    }
    this.#structName = outer;
  }

  #isKnown(field: GoField): boolean {
    return field.since === undefined || field.since <= this.#minor;
  }

  #visitMap(type: GoMap, value: Json): void {
    if (value === null) return;
    if (!isObject(value)) {
      this.#wrongType(type, value);
      return;
    }
    for (const written of Object.keys(value)) {
      const key = unmarked(written);
      if (key !== written) this.#odd("duplicate", key);
      this.#path.push(key);
      this.visit(type.of, value[written] ?? null);
      this.#path.pop();
    }
  }

  #visitSlice(type: GoSlice, value: Json): void {
    if (value === null) return;
    if (!Array.isArray(value)) {
      this.#wrongType(type, value);
      return;
    }
    if (type.of.kind === "json") return;
    value.forEach((item, index) => {
      this.#path.push(index);
      this.visit(type.of, item);
      this.#path.pop();
    });
  }

  /**
   * A value with a decoder of its own (`v1/marshal.go`): strictness ends here, and its first fault
   * ends the decoding.
   */
  #visitUnion(type: GoSchemaUnion, value: Json): void {
    if (value === null) return; // a pointer set to null, before the type sees it
    this.#enclosed(() => {
      if (isObject(value)) this.visit(type.schema(), value);
      else if (type.kind === "schemaOrBool") this.#visitBoolean(value);
      else if (Array.isArray(value))
        this.#visitSlice(sliceOf(type.kind === "schemaOrArray" ? type.schema() : goString), value);
    });
  }

  #enclosed(visit: () => void): void {
    const fieldDepth = this.#fieldStack.length;
    this.#enclosing.push({ id: ++this.#lastId, fieldDepth, structName: this.#structName });
    visit();
    this.#enclosing.pop();
  }

  #visitBoolean(value: Json): void {
    if (typeof value === "boolean") return;
    this.#fault({ kind: "abort", text: "boolean or JSON schema expected" });
  }

  #wrongType(type: GoType, value: Json, written: GoType = type): void {
    if (value === null) return;
    const text = typeof value === "string" ? textProblem(written, value) : undefined;
    this.#fault(text ?? { kind: "type", value: jsonTypeName(type, value), type });
  }

  #fault(problem: DecodeProblem): void {
    this.#remarks++;
    this.faults.push({
      path: [...this.#path],
      problem,
      fieldStack: [...this.#fieldStack],
      structName: this.#structName,
      enclosing: [...this.#enclosing],
    });
  }

  #unknown(struct: GoStruct, key: string): void {
    this.#remarks++;
    const serverPath = this.#odd("unknown", key);
    this.unknownFields.push({ path: [...this.#path, key], struct, serverPath });
  }

  /** The path of an odd key, where a strict reader looks. */
  #odd(oddity: "unknown" | "duplicate", key: string): string | undefined {
    if (this.#enclosing.length > 0) return undefined;
    const path = pathText([...this.#path, key].slice(this.#pathStart));
    if (this.strictTexts.size < maxStrictTexts) {
      this.strictTexts.add(`${oddity} field ${quote(path)}`);
    }
    return path;
  }
}

/** A strict reader says no more. */
const maxStrictTexts = 100;

const byteSlice: GoSlice = sliceOf(goUint8);

function isPlainScalar(type: GoType, value: Json): boolean {
  switch (typeof value) {
    case "string":
      return type.kind === "string";
    case "boolean":
      return type.kind === "bool";
    default:
      return false;
  }
}

/** Texts that fail in a way of their own, not as a wrong type. */
function textProblem(type: GoType, value: string): DecodeProblem | undefined {
  if (type.kind === "bytes") return { kind: "base64", text: base64Fault(value) ?? "" };
  if (type.kind !== "time" && type.kind !== "microTime") return undefined;
  const time = type.kind === "time" ? parseGoTime(value) : parseMicroTime(value);
  return time instanceof TimeFault ? { kind: "abort", text: time.message } : undefined;
}

/**
 * Returns the decoder's name for a JSON value that does not fit; numbers with their text where a
 * number was wanted.
 */
function jsonTypeName(wanted: GoType, value: Json): string {
  const kind = jsonKind(value);
  const wantsNumber = ["uint8", "int32", "int64", "float64"].includes(wanted.kind);
  if (kind !== "number" || !wantsNumber) return kind;
  return `number ${value instanceof Float64 ? String(value.value) : String(value)}`;
}

/** Tells whether Go's decoder takes a JSON value for a scalar of a type; null fits everywhere. */
function fitsScalar({ kind }: GoScalar, value: Json): boolean {
  if (value === null) return true;
  switch (kind) {
    case "string":
      return typeof value === "string";
    case "bool":
      return typeof value === "boolean";
    case "float64":
      return isNumber(value);
    case "int64":
      return isInteger(value);
    case "int32":
      return isInteger(value) && isBetween(value, -(2 ** 31), 2 ** 31 - 1);
    case "uint8":
      return isInteger(value) && isBetween(value, 0, 2 ** 8 - 1);
    case "bytes":
      return typeof value === "string" && base64Fault(value) === undefined;
    case "time":
      return typeof value === "string" && !(parseGoTime(value) instanceof TimeFault);
    case "microTime":
      return typeof value === "string" && !(parseMicroTime(value) instanceof TimeFault);
    case "quantity":
      return quantityFault(value) === undefined;
    case "intOrString":
      return typeof value === "string" || fitsScalar(goInt32, value);
  }
}

function isInteger(value: Json): value is number | bigint | Float64 {
  return isNumber(value) && isInt64(value);
}

function isBetween(value: number | bigint | Float64, least: number, most: number): boolean {
  return Number(value) >= least && Number(value) <= most;
}
