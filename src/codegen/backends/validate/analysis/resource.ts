import { applyDefaults, copyJson } from "../../../../crd/ir/apply-defaults.js";
import { childSchema } from "../../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import { hasReplicas, hasText } from "../../../../runtime/v1/validation/scale-paths.js";
import type { Unit } from "../../backend.js";
import { apiVersionOf } from "../../backend.js";
import type { Shape } from "../shape.js";
import { countsMembers } from "../unknown-fields.js";
import type { Analysis } from "./analyse.js";
import { analyse, isBareContainer, objectOf, otherTests, wholeTests } from "./analyse.js";
import type { OwnCheck, Test } from "./check.js";
import { all, call, never, open } from "./check.js";
import { dropsNull, membersOf, sortsMembers } from "./members.js";

const typeMeta = ["apiVersion", "kind", "metadata"] as const;

/**
 * Returns the check of a whole resource, as one to create: type and metadata besides the schema,
 * and the scale paths. The status is left out where only its subresource writes it.
 */
export function analyseResource(unit: Unit, root: Shape, analysis: Analysis): OwnCheck {
  const skipsStatus = unit.version.status;
  const whole = [...wholeTests(root, analysis)];
  const counts = countsMembers(root);
  const isOpen = (skipsStatus && whole.length > 0) || counts || isMetadataOpen(root);
  // The server looks at these after it dropped the status.
  const dependsOnStatus = root.validation.required.includes("status") || counts || whole.length > 0;
  if (skipsStatus && dependsOnStatus) whole.push({ kind: "without", name: "status" });
  const members = membersOf(root, {
    names: new Set([...typeMeta, ...root.fields.keys()]),
    required: [...typeMeta, ...root.validation.required],
    // What is filled in for the status is dropped again.
    filled: new Set([...root.defaults.keys()].filter((name) => name !== "status" || !skipsStatus)),
    tests: (name) =>
      name === "status" && skipsStatus ? [] : memberTests(name, unit, root, analysis),
    others: otherTests(root, analysis),
    counts: counts ? "every" : "none",
  });
  const why = isOpen && "the server completes the metadata, and drops the status";
  return objectOf(root, members, [...whole, ...scaleTests(unit, root)], why);
}

/** The server completes metadata before it looks at it by the schema. */
function isMetadataOpen({ fields }: Shape): boolean {
  const metadata = fields.get("metadata");
  return metadata !== undefined && !isBareContainer(metadata);
}

function memberTests(name: string, unit: Unit, root: Shape, analysis: Analysis): readonly Test[] {
  const { resource } = unit;
  const field = root.fields.get(name);
  switch (name) {
    case "apiVersion":
      return typeTests(apiVersionOf(unit), field, analysis);
    case "kind":
      return typeTests(resource.names.kind, field, analysis);
    case "metadata": {
      const check = isMetadataOpen(root) ? "isPlainMetadata" : "isObjectMeta";
      const own = call(check, [resource.scope === "Namespaced"]);
      return isMetadataOpen(root) ? [own, ...fieldTests(name, field, analysis)] : [own];
    }
    default:
      return fieldTests(name, field, analysis);
  }
}

/**
 * Returns the tests of the field. A value that equals the type is a string; more than that no
 * schema says of it, as a rule.
 */
function typeTests(text: string, field: Shape | undefined, analysis: Analysis): readonly Test[] {
  const own: Test = { kind: "among", entries: [text] };
  const isPlain = field === undefined || isPlainString(field) || isBareContainer(field);
  const tests = isPlain ? [] : analyse(field, analysis).tests;
  return tests.length === 0 ? [own] : all([own, { kind: "as", type: "string", of: tests }]);
}

function isPlainString(shape: Shape): boolean {
  return shape.type === "string" && shape.validation.id === 0;
}

/**
 * Returns the tests of a field. Faults inside it are noted, so that nobody has to look for them
 * again.
 */
function fieldTests(name: string, field: Shape | undefined, analysis: Analysis): readonly Test[] {
  if (field === undefined) return [];
  const { tests, by } = analyse(field, analysis);
  if (typeof by !== "object" || field.nullable || !sortsMembers(by)) return tests;
  return [{ kind: "own", check: by, into: name }];
}

function scaleTests({ version }: Unit, root: Shape): readonly Test[] {
  const { scale, schema } = version;
  if (scale === undefined) return [];
  const written = [scale.specReplicasPath, scale.statusReplicasPath, scale.labelSelectorPath];
  // What lies in the status is checked only where that can be written along.
  const paths = written.filter(
    (path) => path !== undefined && !(version.status && /^\.?status\./.test(path)),
  );
  return paths.map((path = "") => {
    const keys = path.replace(/^\./, "").split(".");
    const isSelector = path === scale.labelSelectorPath;
    if (schema !== undefined && defaultsBadly(schema, keys, isSelector)) {
      return open(never, "a default may be what is wrong");
    }
    return call(isSelector ? "hasText" : "hasReplicas", [keys], isNullDropped(root, keys));
  });
}

/** Tells whether the server drops null at a path. */
function isNullDropped(root: Shape, keys: readonly string[]): boolean {
  let parent: Shape | false | undefined = root;
  for (const key of keys.slice(0, -1)) {
    if (typeof parent === "object") parent = parent.fields.get(key) ?? parent.values;
  }
  const [last = ""] = keys.slice(-1);
  return typeof parent === "object" && dropsNull(parent, last);
}

/**
 * Tells whether defaults may put a wrong value at a scale path, which the API server does not look
 * at in CRDs.
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
