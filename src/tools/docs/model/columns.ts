import type { Version } from "../../../crd/ir/resource.js";
import type { Column } from "./page.js";

/**
 * The columns of `kubectl get` behind the name. A version without columns of its own has the one
 * that the server adds then (apiextensions `registry/customresource/tableconvertor`).
 */
export function columnsOf({ printerColumns }: Version): readonly Column[] {
  if (printerColumns.length === 0) return [age];
  return printerColumns.map(({ name, type, jsonPath, description, priority }) => ({
    name,
    type,
    path: jsonPath,
    description,
    wide: priority !== 0,
  }));
}

const age: Column = {
  name: "Age",
  type: "date",
  path: ".metadata.creationTimestamp",
  description: "How long ago the object was created.",
  wide: false,
};
