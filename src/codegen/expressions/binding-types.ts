import type { Duration, Timestamp } from "../../runtime/v1/cel/values/times.js";
import type { CelObject } from "../../runtime/v1/cel/values/value.js";
import type { VariableDeclarations } from "./declarations.js";

/**
 * The values that variables may be bound to, by their declarations. Values of the libraries may be
 * given as their texts.
 */
export type BindingsOf<V extends VariableDeclarations> = {
  readonly [Name in keyof V]?: V[Name] extends string ? BindingOf<V[Name]> : unknown;
};

/** The values that a variable of a type may be bound to, by the text of the type. */
export type BindingOf<Type extends string> = string extends Type
  ? unknown
  : Type extends keyof Scalars
    ? Scalars[Type]
    : Type extends `list(${infer Element})`
      ? readonly BindingOf<Element>[]
      : Type extends `map(${infer Key}, ${infer Value})`
        ? MapBinding<BindingOf<Key>, BindingOf<Value>>
        : Type extends `optional_type(${infer Value})`
          ? BindingOf<Value> | undefined
          : Type extends `wrapper(${infer Value})`
            ? BindingOf<Value> | null
            : unknown;

type MapBinding<Key, Value> =
  ReadonlyMap<Key, Value> | (Key extends string ? Readonly<Record<string, Value>> : never);

interface Scalars {
  readonly bool: boolean;
  readonly int: number | bigint;
  readonly uint: number | bigint;
  readonly double: number | bigint;
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly null: null;
  readonly null_type: null;
  readonly timestamp: Date | Timestamp | string;
  readonly "google.protobuf.Timestamp": Date | Timestamp | string;
  readonly duration: Duration | string;
  readonly "google.protobuf.Duration": Duration | string;
  readonly "net.IP": CelObject | string;
  readonly "net.CIDR": CelObject | string;
  readonly "kubernetes.Quantity": CelObject | string;
  readonly "kubernetes.URL": CelObject | string;
  readonly "kubernetes.Semver": CelObject | string;
  readonly "kubernetes.NamedFormat": CelObject | string;
}
