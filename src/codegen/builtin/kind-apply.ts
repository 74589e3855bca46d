import type { RuntimeType, RuntimeValue } from "../../runtime/contract.js";
import { factsOf } from "../../runtime/v1/built-in/strategies/kind-facts.js";
import type { ResourceRow, StructRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import { applyToDeclaration, mergeSchemaDoc, textsCode } from "../backends/apply.js";
import type { Imported } from "../emit/code.js";
import { expr, tsType, word } from "../emit/code.js";
import type { Declaration } from "../emit/declaration.js";
import type { Member } from "../emit/object-code.js";
import { objectCode } from "../emit/object-code.js";
import { definitionName } from "./kind-client.js";
import { hasStatus } from "./kind-types.js";
import type { MergeNames, MergeTypes } from "./merge-types.js";

/** Where `apply.ts` of a kind gets its names from. */
export interface ApplyNames extends MergeNames {
  value(name: RuntimeValue): Imported;
  runtimeType(name: RuntimeType): Imported;
  /** A type of the kind's `types.ts`. */
  own(name: string): Imported;
}

/** The names that `apply.ts` of a kind declares. */
export function applyNames(resource: ResourceRow): readonly [schema: string, apply: string] {
  const name = definitionName(resource);
  return [`${name}MergeSchema`, `${name}ApplyTo`];
}

/** The declarations of `apply.ts` of a kind: server-side apply on objects in memory. */
export function applyDeclarations(
  resource: ResourceRow,
  struct: StructRow,
  types: MergeTypes,
  names: ApplyNames,
): readonly Declaration[] {
  const { kind, subresources } = resource;
  const [schema, name] = applyNames(resource);
  const members: Member[] = [{ key: "type", value: types.kindType(struct, names) }];
  if (hasStatus(resource)) {
    const isAlone = factsOf(resource).statusAlone === true;
    members.push({ key: "status", value: isAlone ? expr`true` : expr`${"with metadata"}` });
  }
  if (subresources.some((one) => one.name === "scale")) {
    members.push({ key: "replicas", value: textsCode(["spec", "replicas"]) });
  }
  return [
    {
      kind: "const",
      name: schema,
      exported: true,
      doc: mergeSchemaDoc,
      type: tsType`${names.runtimeType("MergeSchema")}`,
      value: objectCode(members),
    },
    applyToDeclaration({
      name,
      schema: word(schema),
      apiVersion: apiVersionOf(resource),
      kind,
      type: names.own(kind),
      configuration: names.own(`${kind}Apply`),
      runtime: (one) => names.value(one),
      runtimeType: (one) => names.runtimeType(one),
    }),
  ];
}
