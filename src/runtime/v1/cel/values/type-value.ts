import type { Value } from "./value.js";
import { CelObject, typeNameOf } from "./value.js";

/** A type as a value: what `type(x)` gives, and what `int`, `net.IP` … stand for. */
export class TypeValue extends CelObject {
  readonly typeName: string = "type";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  equals(other: Value): boolean {
    return other instanceof TypeValue && other.name === this.name;
  }
}

/** `type(value)`. */
export function typeOf(value: Value): TypeValue {
  return new TypeValue(typeNameOf(value));
}
