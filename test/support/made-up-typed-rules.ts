import { libraries } from "../../src/cel/libraries/libraries.js";
import type { Overload } from "../../src/cel/libraries/row.js";
import type { CelType } from "../../src/cel/type.js";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  formatType,
  intType,
  isExactType,
  listType,
  mapType,
  optionalType,
  optionalValue,
  stringType,
  timestampType,
  uintType,
} from "../../src/cel/type.js";
import { fieldsOf } from "./made-up-types.js";
import type { Random } from "./random.js";

/*
 * Expressions by chance that check: of a wanted type, from variables in scope, by all functions,
 * operators and macros, each operand of which may be any other expression of its type.
 */

/** A variable in scope. */
export interface TypedVariable {
  readonly name: string;
  readonly type: CelType;
}

/** An expression of a type, with calls in calls up to a depth. */
export function madeUpTyped(
  type: CelType,
  scope: readonly TypedVariable[],
  random: Random,
  depth: number,
): string {
  return new Maker(random).of(type, scope, depth);
}

/** A way to make an expression of the wanted type. */
type Way = (type: CelType, scope: readonly TypedVariable[], depth: number) => string | undefined;

/** An expression that leads somewhere from a variable. */
interface Path {
  readonly text: string;
  readonly type: CelType;
  /** Whether `has` can be asked of it. */
  readonly isField: boolean;
}

class Maker {
  readonly #random: Random;
  #names = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  of(type: CelType, scope: readonly TypedVariable[], depth: number): string {
    // What the checker takes for more than it is wanted for has to be hidden from it.
    if (type === dynType && this.#random.chance(0.7)) {
      return `dyn(${this.of(this.#random.pick(commonTypes), scope, depth - 1)})`;
    }
    if (depth <= 0 || this.#random.chance(0.12)) return this.#leaf(type, scope);
    for (let attempts = 4; attempts > 0; attempts--) {
      const text = this.#random.pick(this.#ways(type))(type, scope, depth - 1);
      if (text !== undefined) return text;
    }
    return this.#leaf(type, scope);
  }

  #ways(type: CelType): readonly Way[] {
    const any: Way[] = [this.#call, this.#call, this.#call, this.#choice, this.#unwrapped];
    if (type === boolType) {
      return [
        ...any,
        this.#call,
        this.#logical,
        this.#logical,
        this.#quantifier,
        this.#quantifier,
        this.#presence,
      ];
    }
    if (type.kind === "list") return [...any, this.#gathered, this.#gathered, this.#sorted];
    if (type.kind === "map") return [...any, this.#transformed];
    return optionalValue(type) === undefined ? any : [...any, this.#optMapped];
  }

  /** What needs no other expression. */
  #leaf(type: CelType, scope: readonly TypedVariable[]): string {
    const paths = pathsFrom(scope, this.#random).filter((path) => fits(path.type, type));
    if (paths.length > 0 && this.#random.chance(0.75)) return this.#random.pick(paths).text;
    return this.#literal(type, scope);
  }

  #literal(type: CelType, scope: readonly TypedVariable[]): string {
    const random = this.#random;
    switch (type.kind) {
      case "list": {
        const count = random.below(3);
        if (count === 0 && random.chance(0.7)) return `[${this.#leaf(type.element, scope)}]`;
        return `[${Array.from({ length: count }, () => this.#leaf(type.element, scope)).join(", ")}]`;
      }
      case "map": {
        const key = this.#literal(type.key, scope);
        return random.chance(0.2) ? "{}" : `{${key}: ${this.#leaf(type.value, scope)}}`;
      }
      case "opaque":
      case "object": {
        const value = optionalValue(type);
        if (value !== undefined) {
          return random.chance(0.3)
            ? "optional.none()"
            : `optional.of(${this.#leaf(value, scope)})`;
        }
        const texts = libraryTexts[type.name];
        // An object of a schema has no literal.
        return texts === undefined ? `[][0]` : random.pick(texts);
      }
      case "type":
        return random.pick(["int", "string", "bool", "list"]);
      default:
        return random.pick(literals[type.kind] ?? ["null"]);
    }
  }

  /** A function or operator whose result is of the type. */
  #call: Way = (type, scope, depth) => {
    const fitting = overloads.flatMap((overload) => {
      const bound = new Map<string, CelType>();
      return unify(overload.result, type, bound) ? [{ overload, bound }] : [];
    });
    if (fitting.length === 0) return undefined;
    const { overload, bound } = this.#random.pick(fitting);
    for (const name of overload.typeParameters) {
      if (!bound.has(name)) bound.set(name, this.#someType(scope, overload.id));
    }
    const constant = constantOperands[overload.id];
    const operands = overload.parameters.map((parameter, index) => {
      if (constant?.[index] !== undefined && this.#random.chance(0.8))
        return this.#random.pick(constant[index]);
      return this.of(substitute(parameter, bound), scope, depth);
    });
    return spell(overload, operands);
  };

  #someType(scope: readonly TypedVariable[], overload: string): CelType {
    if (this.#random.chance(0.5)) {
      const paths = pathsFrom(scope, this.#random);
      if (paths.length > 0) return this.#random.pick(paths).type;
    }
    // Keys of maps and the like.
    if (overload.includes("map")) return this.#random.pick([stringType, intType, boolType]);
    return this.#random.pick(commonTypes);
  }

  #choice: Way = (type, scope, depth) =>
    `(${this.of(boolType, scope, depth)} ? ${this.of(type, scope, depth)} : ${this.of(type, scope, depth)})`;

  #logical: Way = (_, scope, depth) => {
    const parts = Array.from({ length: 2 + this.#random.below(2) }, () =>
      this.of(boolType, scope, depth),
    );
    return `(${parts.join(this.#random.pick([" && ", " || "]))})`;
  };

  #unwrapped: Way = (type, scope, depth) => {
    const optional = this.of(optionalType(type), scope, depth);
    if (this.#random.chance(0.2)) return `${optional}.value()`;
    return `${optional}.orValue(${this.of(type, scope, depth)})`;
  };

  #presence: Way = (_, scope) => {
    const fields = pathsFrom(scope, this.#random).filter(({ isField }) => isField);
    return fields.length === 0 ? undefined : `has(${this.#random.pick(fields).text})`;
  };

  #quantifier: Way = (_, scope, depth) => {
    const { text, key, value, isList } = this.#range(scope, depth);
    const macro = this.#random.pick(["all", "exists", "exists_one"]);
    const name = this.#name();
    if (this.#random.chance(0.3)) {
      const second = this.#name(name);
      const inner = [...scope, { name, type: key }, { name: second, type: value }];
      return `${text}.${macro}(${name}, ${second}, ${this.of(boolType, inner, depth)})`;
    }
    const inner = [...scope, { name, type: isList ? value : key }];
    return `${text}.${macro}(${name}, ${this.of(boolType, inner, depth)})`;
  };

  /** `map`, `filter` and `transformList`. */
  #gathered: Way = (type, scope, depth) => {
    if (type.kind !== "list") return undefined;
    const name = this.#name();
    if (this.#random.chance(0.4)) {
      const inner = [...scope, { name, type: type.element }];
      return `${this.of(type, scope, depth)}.filter(${name}, ${this.of(boolType, inner, depth)})`;
    }
    const { text, key, value, isList } = this.#range(scope, depth);
    const isPairs = this.#random.chance(0.3);
    const second = this.#name(name);
    const inner = isPairs
      ? [...scope, { name, type: key }, { name: second, type: value }]
      : [...scope, { name, type: isList ? value : key }];
    const names = isPairs ? `${name}, ${second}` : name;
    const filter = this.#random.chance(0.3) ? `${this.of(boolType, inner, depth)}, ` : "";
    const macro = isPairs ? "transformList" : "map";
    return `${text}.${macro}(${names}, ${filter}${this.of(type.element, inner, depth)})`;
  };

  #sorted: Way = (type, scope, depth) => {
    if (type.kind !== "list") return undefined;
    const list = pathsFrom(scope, this.#random).filter((path) => fits(path.type, type));
    if (list.length === 0) return undefined;
    const name = this.#name();
    const inner = [...scope, { name, type: type.element }];
    const key = this.#random.pick([intType, stringType, boolType, timestampType, durationType]);
    return `${this.#random.pick(list).text}.sortBy(${name}, ${this.of(key, inner, depth)})`;
  };

  #transformed: Way = (type, scope, depth) => {
    if (type.kind !== "map") return undefined;
    const { text, key, value } = this.#range(scope, depth);
    const name = this.#name();
    const second = this.#name(name);
    const inner = [...scope, { name, type: key }, { name: second, type: value }];
    const filter = this.#random.chance(0.3) ? `${this.of(boolType, inner, depth)}, ` : "";
    if (isExactType(key, type.key) && this.#random.chance(0.6)) {
      return `${text}.transformMap(${name}, ${second}, ${filter}${this.of(type.value, inner, depth)})`;
    }
    const entry = `{${this.of(type.key, inner, depth)}: ${this.of(type.value, inner, depth)}}`;
    return `${text}.transformMapEntry(${name}, ${second}, ${filter}${entry})`;
  };

  #optMapped: Way = (type, scope, depth) => {
    const value = optionalValue(type);
    if (value === undefined) return undefined;
    const of = this.#someType(scope, "");
    const name = this.#name();
    const inner = [...scope, { name, type: of }];
    const [macro, result] = this.#random.pick([
      ["optMap", value],
      ["optFlatMap", type],
    ] as const);
    return `${this.of(optionalType(of), scope, depth)}.${macro}(${name}, ${this.of(result, inner, depth)})`;
  };

  /** A list or map to go through. */
  #range(
    scope: readonly TypedVariable[],
    depth: number,
  ): {
    readonly text: string;
    readonly key: CelType;
    readonly value: CelType;
    readonly isList: boolean;
  } {
    const paths = pathsFrom(scope, this.#random).filter(
      ({ type: { kind } }) => kind === "list" || kind === "map",
    );
    const path =
      paths.length > 0 && this.#random.chance(0.7) ? this.#random.pick(paths) : undefined;
    const type = path?.type ?? this.#random.pick(ranges);
    const text = path?.text ?? this.of(type, scope, depth);
    if (type.kind === "map") return { text, key: type.key, value: type.value, isList: false };
    return {
      text,
      key: intType,
      value: type.kind === "list" ? type.element : dynType,
      isList: true,
    };
  }

  /** A name for a variable, which the one beside it does not have. */
  #name(other?: string): string {
    const names = ["x", "it", "left", "size", "Object", "result", "key", "pattern"];
    const name = this.#random.pick(names);
    return name !== other && this.#random.chance(0.3) ? name : `v${++this.#names}`;
  }
}

/** Where the variables lead. */
function pathsFrom(scope: readonly TypedVariable[], random: Random): readonly Path[] {
  const visible = new Map(scope.map((variable) => [variable.name, variable]));
  return [...visible.values()].flatMap(({ name, type }) =>
    below({ text: name, type, isField: false }, random, 3),
  );
}

function below(path: Path, random: Random, depth: number): readonly Path[] {
  if (depth === 0) return [path];
  const { text, type } = path;
  const go = (next: Path): readonly Path[] => below(next, random, depth - 1);
  const inside = optionalValue(type);
  const fields = fieldsOf(inside ?? type);
  if (fields !== undefined) {
    const paths = [...fields].flatMap(([spelling, field]) => {
      if (inside !== undefined || random.chance(0.2)) {
        const found = optionalValue(field) === undefined ? optionalType(field) : field;
        return go({ text: `${text}.?${spelling}`, type: found, isField: false });
      }
      return go({ text: `${text}.${spelling}`, type: field, isField: true });
    });
    return [path, ...paths];
  }
  if (inside !== undefined) return [path];
  if (type.kind === "list" && random.chance(0.5)) {
    const index = random.below(2);
    if (random.chance(0.3)) {
      return [
        path,
        ...go({ text: `${text}[?${index}]`, type: optionalType(type.element), isField: false }),
      ];
    }
    return [path, ...go({ text: `${text}[${index}]`, type: type.element, isField: false })];
  }
  if (type.kind === "map" && type.key === stringType) {
    if (random.chance(0.3)) {
      return [
        path,
        ...go({ text: `${text}[?'a']`, type: optionalType(type.value), isField: false }),
      ];
    }
    const spelled = random.pick([`${text}['a']`, `${text}.b`, `${text}['größe']`]);
    return [path, ...go({ text: spelled, type: type.value, isField: spelled.endsWith(".b") })];
  }
  return [path];
}

/** Whether a value of a type can stand where another one is wanted. */
function fits(type: CelType, wanted: CelType): boolean {
  return type === dynType || isExactType(type, wanted);
}

/** Binds the parameters of a signature's type so that it is the wanted one. */
function unify(declared: CelType, wanted: CelType, bound: Map<string, CelType>): boolean {
  if (declared.kind === "param") {
    const known = bound.get(declared.name);
    if (known === undefined) bound.set(declared.name, wanted);
    return known === undefined || isExactType(known, wanted);
  }
  if (declared === dynType || wanted === dynType) return declared.kind === wanted.kind;
  switch (declared.kind) {
    case "list":
      return wanted.kind === "list" && unify(declared.element, wanted.element, bound);
    case "map":
      return (
        wanted.kind === "map" &&
        unify(declared.key, wanted.key, bound) &&
        unify(declared.value, wanted.value, bound)
      );
    case "opaque":
      if (wanted.kind !== "opaque" || wanted.name !== declared.name) return false;
      return declared.parameters.every((parameter, index) =>
        unify(parameter, wanted.parameters[index] ?? dynType, bound),
      );
    case "type":
      return wanted.kind === "type";
    default:
      return isExactType(declared, wanted);
  }
}

function substitute(type: CelType, bound: ReadonlyMap<string, CelType>): CelType {
  switch (type.kind) {
    case "param":
      return bound.get(type.name) ?? dynType;
    case "list":
      return listType(substitute(type.element, bound));
    case "map":
      return mapType(substitute(type.key, bound), substitute(type.value, bound));
    case "opaque": {
      const value = optionalValue(type);
      return value === undefined ? type : optionalType(substitute(value, bound));
    }
    default:
      return type;
  }
}

/** A call as people write it. */
function spell({ function: name, style }: Overload, operands: readonly string[]): string {
  const [first = "", second = "", third = ""] = operands;
  const binary = /^_(\S+)_$/.exec(name)?.[1];
  switch (name) {
    case "!_":
    case "-_":
      return `${name.charAt(0)}(${first})`;
    case "_[_]":
      return `${first}[${second}]`;
    case "_[?_]":
      return `${first}[?${second}]`;
    case "@in":
      return `(${first} in ${second})`;
    case "_?_:_":
      return `(${first} ? ${second} : ${third})`;
  }
  if (binary !== undefined) return `(${first} ${binary} ${second})`;
  if (style === "member") return `${first}.${name}(${operands.slice(1).join(", ")})`;
  return `${name}(${operands.join(", ")})`;
}

/** Functions that no rule of a CRD can call, and those that stand for macros or need names. */
const left: ReadonlySet<string> = new Set([
  "@not_strictly_false", "@sortByAssociatedKeys", "cel.@mapInsert", "_?._",
]); // prettier-ignore

const overloads: readonly Overload[] = libraries
  .filter(({ name }) => !name.startsWith("authorizer"))
  .flatMap((library) => library.overloads)
  .filter((overload) => !left.has(overload.function))
  .filter(
    ({ parameters, result }) =>
      ![...parameters, result].some((type) => formatType(type).includes("authorization")),
  );

const texts = [
  "'a'", "'b'", "''", "'1'", "'12'", "'x,y'", "'größe'", "'🦄'", "'true'", "'1h'", "'2020-01-02T03:04:05Z'",
  "'10.0.0.1'", "'10.0.0.0/8'", "'::1'", "'http://a.b/c?d=e'", "'1Gi'", "'1.2.3'", "'A-b'", "'%s'",
]; // prettier-ignore

const literals: Readonly<Record<string, readonly string[]>> = {
  bool: ["true", "false"],
  int: ["0", "1", "2", "-1", "7", "9223372036854775807", "9007199254740993"],
  uint: ["0u", "1u", "3u"],
  double: ["0.0", "1.5", "-2.0", "1e3"],
  string: texts,
  bytes: ["b'a'", "b''", "bytes('ü')"],
  timestamp: ["timestamp('2020-01-02T03:04:05Z')", "timestamp('2021-06-07T08:09:10.5+02:00')"],
  duration: ["duration('1h')", "duration('90s')", "duration('-1ms')"],
  null: ["null"],
  dyn: ["dyn(1)", "dyn('a')", "dyn([1])", "dyn(1.5)", "dyn({'a': 1})", "dyn(true)", "dyn(null)"],
  any: ["dyn(1)", "dyn('a')"],
};

const libraryTexts: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.URL": ["url('http://a.b/c')", "url('/x')", "url('?')"],
  "kubernetes.Quantity": ["quantity('1Gi')", "quantity('100m')", "quantity('x')"],
  "kubernetes.Semver": ["semver('1.2.3')", "semver('0.0.1-a')", "semver('v1')"],
  "kubernetes.NamedFormat": ["format.dns1123Label()", "format.named('date').value()"],
  "net.IP": ["ip('10.0.0.1')", "ip('::1')", "ip('x')"],
  "net.CIDR": ["cidr('10.0.0.0/8')", "cidr('::/64')", "cidr('x')"],
};

const patterns = ["'^[a-z]+$'", "'a|b'", "'[0-9]{1,3}'", "'(a)(b)?'", "'ü'"];
const zones = ["'UTC'", "'Europe/Berlin'", "'+02:00'", "'nowhere'"];

/** Operands that mean little unless they are constants of a kind. */
const constantOperands: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>> = {
  matches: { 1: patterns },
  matches_string: { 1: patterns },
  string_find_string: { 1: patterns },
  string_find_all_string: { 1: patterns },
  string_find_all_string_int: { 1: patterns },
  string_format: { 0: ["'%s'", "'%s-%s'", "'%d'", "'%.2f'", "'%x'"] },
  string_to_duration: { 0: ["self.text", "'1h'", "'2m'"] },
  string_to_timestamp: { 0: ["self.text", "'2020-01-02T03:04:05Z'"] },
  lists_range: { 0: ["2", "size('ab')"] },
  string_indexOf_string_int: { 2: ["0", "1", "-1"] },
  ...Object.fromEntries(
    ["year", "month", "day_of_month", "day_of_week", "day_of_year", "hours", "minutes", "seconds", "milliseconds"]
      .flatMap((part) => [`timestamp_to_${part}_with_tz`, `timestamp_to_${part}_tz`])
      .map((id) => [id, { 1: zones }]),
  ),
}; // prettier-ignore

const ranges: readonly CelType[] = [
  listType(intType), listType(stringType), listType(dynType), mapType(stringType, intType), mapType(intType, boolType),
]; // prettier-ignore

const commonTypes: readonly CelType[] = [
  boolType, intType, doubleType, stringType, bytesType, timestampType, durationType, uintType, dynType,
  listType(intType), listType(stringType), mapType(stringType, intType), optionalType(intType), optionalType(boolType),
]; // prettier-ignore
