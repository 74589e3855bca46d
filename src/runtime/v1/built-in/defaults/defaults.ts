import { copyJson } from "../../values/json/copy-json.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import type { FieldRow, FieldType } from "../table/field-row.js";
import type { KindTable } from "../table/kind-table.js";
import { kindTable } from "../table/kind-table.js";
import { constantDefaults } from "./constants.js";
import { coreFills } from "./core.js";
import type { Fill, FillsByStruct } from "./fill.js";
import { structAt } from "./fill.js";
import { otherFills } from "./others.js";
import { podFills } from "./pods.js";
import { roundResources } from "./quantities.js";
import { workloadFills } from "./workloads.js";

/**
 * What Go's defaulting functions fill in an object of a kind, in place, and what else reading such
 * an object and converting it changes in each struct. The object was read by its type before.
 * Undefined for kinds without any, and those that the release does not have.
 */
export function defaultsOf(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  minor: KubernetesMinor,
): ((object: JsonObject) => void) | undefined {
  const table = kindTable(minor);
  // What is sent to subresources is no resource.
  const place = kind.group === "" ? "core" : kind.group.replace(/\..*/, "");
  const name = table.ofKind(kind)?.struct ?? `${place}/${kind.version}.${kind.kind}`;
  const plan = plansOf(table).of(name);
  if (plan === undefined) return undefined;
  return (object) => {
    plan(object, minor);
  };
}

const plans = new WeakMap<KindTable, DefaultPlans>();

function plansOf(table: KindTable): DefaultPlans {
  let made = plans.get(table);
  if (made === undefined) {
    made = new DefaultPlans(table);
    plans.set(table, made);
  }
  return made;
}

const fills: FillsByStruct = { ...podFills, ...coreFills, ...workloadFills, ...otherFills };

/** For each struct of a release the steps that fill it: its own, then those of what it holds. */
class DefaultPlans {
  readonly #table: KindTable;
  readonly #plans = new Map<string, Fill>();
  readonly #holding = new Map<string, boolean>();

  constructor(table: KindTable) {
    this.#table = table;
  }

  of(struct: string): Fill | undefined {
    if (!this.#holds(struct)) return undefined;
    const known = this.#plans.get(struct);
    if (known !== undefined) return known;
    let steps: readonly Fill[] = [];
    const plan: Fill = (object, minor) => {
      for (const step of steps) step(object, minor);
    };
    // Structs may hold their own kind.
    this.#plans.set(struct, plan);
    steps = this.#stepsOf(struct);
    return plan;
  }

  #stepsOf(name: string): readonly Fill[] {
    const { fields } = this.#table.struct(name);
    const own = fills[name];
    const constants = Object.entries(constantDefaults[name] ?? {}).flatMap(([path, value]) =>
      this.#constantStep(name, path.split("."), value),
    );
    const stated = fields.flatMap((row) =>
      row.default === undefined ? [] : [fieldStep(row, row.default)],
    );
    const inner = fields.flatMap((row) => this.#innerStep(row.name, row.type));
    return [...(own === undefined ? [] : [own]), ...constants, ...stated, ...inner];
  }

  /** No step for a field that the release does not have. */
  #constantStep(struct: string, path: readonly string[], value: Json): readonly Fill[] {
    const [key = "", ...rest] = path;
    const row = this.#table.struct(struct).fields.find(({ name }) => name === key);
    if (row === undefined) return [];
    if (rest.length === 0) return [fieldStep(row, value)];
    if (row.type.kind !== "struct") throw new TypeError(`${struct}.${key} is no struct`);
    return this.#constantStep(row.type.struct, rest, value).map((step): Fill => (object, minor) => {
      step(structAt(object, key), minor);
    });
  }

  #innerStep(key: string, type: FieldType): readonly Fill[] {
    const [plan, isMade] = [this.#valuePlan(type), type.kind === "struct"];
    if (plan === undefined) return [];
    return [
      (object, minor) => {
        const value = object[key] ?? null;
        if (value === null && isMade) fillMade(object, key, plan, minor);
        else plan(value, minor);
      },
    ];
  }

  /** How a value of a type is filled. */
  #valuePlan(type: FieldType): ValueFill | undefined {
    if (type.kind === "scalar") return undefined;
    if (type.kind === "struct") {
      return forObjects(this.of(type.struct));
    }
    if (isResourceList(type)) return forObjects(roundResources);
    const plan = this.#valuePlan(type.of);
    if (plan === undefined || type.kind === "pointer") return plan;
    return (value, minor) => {
      const items = isObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
      for (const item of items) plan(item ?? null, minor);
    };
  }

  /** Whether a struct, or what it may hold, has defaults. */
  #holds(struct: string, within = new Set<string>()): boolean {
    const known = this.#holding.get(struct);
    if (known !== undefined) return known;
    if (within.has(struct)) return false;
    within.add(struct);
    const rows = this.#table.findStruct(struct)?.fields ?? [];
    const hasOwn = Object.hasOwn(fills, struct) || Object.hasOwn(constantDefaults, struct);
    const holds = rows.length > 0 && (hasOwn || rows.some((row) => this.#rowHolds(row, within)));
    // A no within a circle may be one of the circle alone.
    if (holds || within.size === 1) this.#holding.set(struct, holds);
    return holds;
  }

  #rowHolds({ type, default: stated }: FieldRow, within: Set<string>): boolean {
    if (stated !== undefined) return true;
    let inner = type;
    while (inner.kind !== "scalar" && inner.kind !== "struct") {
      if (isResourceList(inner)) return true;
      inner = inner.of;
    }
    return inner.kind === "struct" && this.#holds(inner.struct, within);
  }
}

/** Fills a value of any type, whatever it is. */
type ValueFill = (value: Json, minor: KubernetesMinor) => void;

function forObjects(plan: Fill | undefined): ValueFill | undefined {
  if (plan === undefined) return undefined;
  return (value, minor) => {
    if (isObject(value)) plan(value, minor);
  };
}

function isResourceList(type: FieldType): boolean {
  return type.kind === "map" && type.name === "core/v1.ResourceList";
}

/** A struct that is not there has its zero value in Go, which is filled, too. */
function fillMade(object: JsonObject, key: string, plan: ValueFill, minor: KubernetesMinor): void {
  const made: JsonObject = {};
  plan(made, minor);
  if (Object.keys(made).length > 0) object[key] = made;
}

function fieldStep({ name, type }: FieldRow, value: Json): Fill {
  const isUnset = type.kind === "pointer" ? isNull : isZero;
  return (object) => {
    if (isUnset(object[name])) object[name] = copyJson(value);
  };
}

function isNull(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function isZero(value: Json | undefined): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return isNull(value) || value === "" || value === 0 || value === false || isEmptyList;
}
