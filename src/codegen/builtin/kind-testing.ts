import type { RuntimeType } from "../../runtime/contract.js";
import type { ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import type { Imported } from "../emit/code.js";
import { expr, tsType } from "../emit/code.js";
import type { Declaration } from "../emit/declaration.js";
import { jsDoc } from "../emit/jsdoc.js";
import { definitionName } from "./kind-client.js";

/** Where `testing.ts` of a kind gets its names from. */
export interface TestingNames {
  value(name: string): Imported;
  runtimeType(name: RuntimeType): Imported;
}

/** The declaration of `testing.ts` of a kind: as `memoryApiServer` serves it. */
export function testingDeclaration(
  resource: ResourceRow,
  minor: number,
  names: TestingNames,
): Declaration {
  const [make, apiVersion, { kind }] = [
    names.value("builtInKind"),
    apiVersionOf(resource),
    resource,
  ];
  return {
    kind: "const",
    name: definitionName(resource),
    exported: "to siblings",
    doc: jsDoc({ text: "The resource as `memoryApiServer` serves it." }),
    type: tsType`${names.runtimeType("ServedVersion")}`,
    value:
      minor === newestMinor
        ? expr`${make}(${apiVersion}, ${kind})`
        : expr`${make}(${apiVersion}, ${kind}, { kubernetesVersion: ${`1.${minor}`} })`,
  };
}
