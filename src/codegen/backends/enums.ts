import { Float64 } from "../../runtime/v1/values/json/json.js";
import type { Expr } from "../emit/code.js";
import { expr, tsType } from "../emit/code.js";
import type { Declaration } from "../emit/declaration.js";
import { listCode } from "../emit/object-code.js";
import type { Backend, EmitContext } from "./backend.js";
import type { NamedEnum } from "./names.js";
import type { Literal } from "./names/enum-values.js";
import { enumValues } from "./names/enum-values.js";

/**
 * Writes `enums.ts`: the values of every enum as a list, for programs that ask or offer them. Each
 * is a constant of its own, without calls, so that bundlers leave out those that are not used.
 */
export const enumsBackend: Backend = {
  name: "enums",
  needs: ["types"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const { enums } = unit.names;
    if (enums.length > 0)
      context.file("enums").add(...enums.map((one) => valuesDeclaration(one, context)));
  },
};

function valuesDeclaration({ name, values, schema }: NamedEnum, context: EmitContext): Declaration {
  const literals = (enumValues(schema) ?? []).map(literalCode);
  return {
    kind: "const",
    name: values,
    exported: true,
    doc: [],
    type: tsType`readonly ${context.siblingType("types", name)}[]`,
    value: listCode(literals),
  };
}

function literalCode(value: Literal): Expr {
  if (value instanceof Float64) return expr`${value.value}`;
  // int64 beyond 2^53 is a number in TypeScript too.
  return expr`${typeof value === "bigint" ? Number(value) : value}`;
}
