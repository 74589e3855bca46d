import type { Schema } from "../../../crd/ir/schema.js";
import { Choices } from "../../../crd/values/choices.js";
import { ValueCheck } from "../../../crd/values/value-check.js";
import { ValueMaker } from "../../../crd/values/value-maker.js";
import { nodeOf } from "../../../crd/values/value-node.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";

/**
 * A value that a missing field may have: its default, or one that its schema accepts; of a field
 * without a schema, which is the name of an object, a name made of the kind. Undefined where none
 * is found.
 */
export function exampleValue(
  schema: Schema | undefined,
  kind: string,
  minor: KubernetesMinor,
): Json | undefined {
  if (schema === undefined) return `my-${kind.toLowerCase()}`;
  if (schema.default !== undefined) return schema.default;
  return new ValueMaker(new ValueCheck(minor), new Choices(0)).valid(nodeOf(schema));
}
