import type { Expr } from "../../emit/code.js";
import { expr, operatorCode, stmt, word } from "../../emit/code.js";
import { listCode } from "../../emit/object-code.js";
import { applyDefaults } from "../../ir/apply-defaults.js";
import { childSchema } from "../../ir/child-schemas.js";
import { copyJson } from "../../ir/copy-json.js";
import type { Schema } from "../../ir/schema.js";
import { hasReplicas, hasText } from "../../runtime/v1/validation/scale-paths.js";
import type { Unit } from "../backend.js";
import { dropsNull } from "./absent-members.js";
import { memberSwitch, returnFalse } from "./member-switch.js";
import { absent, wrong } from "./parameters.js";
import {
  ending,
  isBareContainer,
  memberLoop,
  otherFault,
  sortsMembers,
  valueFault,
  wholeFaults,
} from "./quick-check.js";
import { always } from "./quick-scalar.js";
import type { Shape } from "./shape.js";
import type { ValidateUnit } from "./unit.js";
import { quickCheckOf } from "./unit.js";
import { countsMembers } from "./unknown-fields.js";

const typeMeta = ["apiVersion", "kind", "metadata"] as const;

/**
 * Declares the quick check of a whole resource, as one to create: type and metadata besides the
 * schema, and the scale paths. The status is left out where only its subresource writes it.
 */
export function declareResourceCheck(unit: Unit, root: Shape, writer: ValidateUnit): ResourceCheck {
  const { version } = unit;
  const skipsStatus = version.status;
  const required = [...new Set([...typeMeta, ...root.validation.required])];
  const counts = countsMembers(root);
  const members = memberSwitch({
    names: new Set([...typeMeta, ...root.fields.keys()]),
    required,
    // What is filled in for the status is dropped again.
    defaulted: new Set(
      [...root.defaults.keys()].filter((name) => name !== "status" || !skipsStatus),
    ),
    fault: (name) =>
      name === "status" && skipsStatus ? undefined : rootFault(name, unit, root, writer),
    otherFault: otherFault(root, writer),
    counts: false,
  });
  const faults = [...wholeFaults(root, writer)];
  // The server looks at these after it dropped the status.
  const dependsOnStatus =
    root.validation.required.includes("status") || counts || faults.length > 0;
  const isOpen = (skipsStatus && faults.length > 0) || counts || isMetadataOpen(root);
  if (skipsStatus && dependsOnStatus) faults.push(expr`"status" in value`);
  const name = `isValid${unit.names.type}Resource`;
  const check = quickCheckOf(
    stmt`${[
      returnFalse(expr`!${writer.runtime("isPlainObject")}(value)`),
      ...memberLoop(members, root, writer),
      ...ending(members, [...faults, ...scaleFaults(unit, root, writer)]),
    ]}`,
  );
  writer.declareCheck(name, check);
  const checked = [...root.fields].filter(
    ([key]) => key !== "metadata" && !(key === "status" && skipsStatus),
  );
  return {
    name: word(name),
    isExact: !isOpen && !writer.isOpen(root) && checked.every(([, field]) => writer.isExact(field)),
  };
}

/** The quick check of a resource. */
export interface ResourceCheck {
  readonly name: Expr;
  /** What it says of an object as it is sent is the truth. */
  readonly isExact: boolean;
}

/** The server completes metadata before it looks at it by the schema. */
function isMetadataOpen({ fields }: Shape): boolean {
  const metadata = fields.get("metadata");
  return metadata !== undefined && !isBareContainer(metadata);
}

function scaleFaults({ version }: Unit, root: Shape, writer: ValidateUnit): readonly Expr[] {
  const { scale } = version;
  if (scale === undefined) return [];
  const written = [scale.specReplicasPath, scale.statusReplicasPath, scale.labelSelectorPath];
  // What lies in the status is checked only where that can be written along.
  const paths = written.filter(
    (path) => path !== undefined && !(version.status && /^\.?status\./.test(path)),
  );
  return paths.map((path = "") => {
    const keys = path.replace(/^\./, "").split(".");
    const list = listCode(keys.map((key) => expr`${key}`));
    const isSelector = path === scale.labelSelectorPath;
    if (version.schema !== undefined && defaultsBadly(version.schema, keys, isSelector)) {
      writer.leaveOpen(root);
      return always;
    }
    const check = writer.runtime(isSelector ? "hasText" : "hasReplicas");
    return expr`!${check}(value, ${list}, ${isNullDropped(root, keys) ? [absent] : []})`;
  });
}

/** Whether the server drops null at a path. */
function isNullDropped(root: Shape, keys: readonly string[]): boolean {
  let parent: Shape | false | undefined = root;
  for (const key of keys.slice(0, -1)) {
    if (typeof parent === "object") parent = parent.fields.get(key) ?? parent.values;
  }
  const [last = ""] = keys.slice(-1);
  return typeof parent === "object" && dropsNull(parent, last);
}

/**
 * Whether defaults may put a wrong value at a scale path, which the API server does not look at in
 * CRDs.
 */
function defaultsBadly(root: Schema, keys: readonly string[], isSelector: boolean): boolean {
  let schema: Schema | undefined = root;
  for (const [index, key] of keys.entries()) {
    schema = childSchema(schema, key);
    if (schema?.default === undefined) continue;
    const value = copyJson(schema.default);
    applyDefaults(value, schema);
    const rest = ["value", ...keys.slice(index + 1)];
    const isGood = isSelector ? hasText({ value }, rest) : hasReplicas({ value }, rest);
    if (!isGood) return true;
  }
  return false;
}

function rootFault(name: string, unit: Unit, root: Shape, writer: ValidateUnit): Expr | undefined {
  const { resource, version } = unit;
  const own = ownFault(
    name,
    `${resource.group}/${version.name}`,
    resource.names.kind,
    unit,
    writer.runtime(isMetadataOpen(root) ? "isPlainMetadata" : "isObjectMeta"),
  );
  const field = root.fields.get(name);
  if (field === undefined) return own;
  if (own === undefined) return fieldFault(name, field, writer);
  // What equals the type is a string; more than that no schema says of it, as a rule.
  if (isPlainString(field) || isBareContainer(field)) return own;
  const fault =
    name === "metadata" ? fieldFault(name, field, writer) : valueFault(field, typeText, writer);
  return fault === undefined ? own : operatorCode([own, fault], "||");
}

/** What is wrong inside of the fields is noted, so that nobody has to look for it again. */
function fieldFault(name: string, field: Shape, writer: ValidateUnit): Expr | undefined {
  if (field.nullable || !sortsMembers(field)) return valueFault(field, expr`member`, writer);
  return expr`!${word(writer.names.quickCheck(field))}(member, ${absent}, ${wrong}?.in(${name}))`;
}

function ownFault(
  name: string,
  apiVersion: string,
  kind: string,
  { resource }: Unit,
  metadataCheck: Expr,
): Expr | undefined {
  switch (name) {
    case "apiVersion":
      return expr`member !== ${apiVersion}`;
    case "kind":
      return expr`member !== ${kind}`;
    case "metadata":
      return expr`!${metadataCheck}(member, ${resource.scope === "Namespaced"})`;
    default:
      return undefined;
  }
}

/** Compilers must not conclude from what the type equals that it equals nothing else. */
const typeText = expr`member as string`;

function isPlainString(shape: Shape): boolean {
  return shape.type === "string" && shape.validation.id === 0;
}
