import { goString, sliceOf } from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  optionalTextAt,
  textAt,
  textsAt,
  memberAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { has } from "../../../runtime/versions/changes.js";
import type { CheckOptions } from "../check-options.js";
import { schemaType } from "../decode/crd-types.js";
import { internalText } from "../decode/go-text.js";
import type { FieldPath, Findings, RelatedPlace } from "../findings/findings.js";
import { defaultOf, itemsOf, propertyOf } from "./raw-schema.js";

/** `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`, in the server's order. */
export function checkListType(
  schema: JsonObject,
  at: FieldPath,
  options: CheckOptions,
  findings: Findings,
): void {
  const listType = optionalTextAt(schema, "x-kubernetes-list-type");
  const keys = textsAt(schema, keysKeyword);
  const list: ListNode = { schema, at, listType, keys, findings };
  checkIsArray(list, options);
  checkKnownListType(list);
  checkKeysHaveMap(list);
  if (listType === "map") checkMap(list);
  if (options.requireListKeyRules) checkKeyRules(list);
}

const typeKeyword = "x-kubernetes-list-type";
const keysKeyword = "x-kubernetes-list-map-keys";

interface ListNode {
  readonly schema: JsonObject;
  readonly at: FieldPath;
  readonly listType: string | undefined;
  readonly keys: readonly string[];
  readonly findings: Findings;
}

function checkIsArray(list: ListNode, options: CheckOptions): void {
  const { schema, at, listType, findings } = list;
  const type = textAt(schema, "type");
  if (listType === undefined) return;
  if (type === "array") {
    if (listType === "set" && options.requireAtomicSets) checkSetItems(list);
    return;
  }
  const detail = "must be array if x-kubernetes-list-type is specified";
  // It is the list type that is out of place, so that is what to show.
  const typeAt = at.child("type", [typeKeyword]);
  if (type === "") findings.required("schema/list-type", typeAt, detail);
  else findings.invalid("schema/list-type", typeAt, type, detail);
}

/** Items of a set are compared as a whole, so they must be atomic. */
function checkSetItems({ schema, at, findings }: ListNode): void {
  const item = itemsOf(schema);
  const type = item && textAt(item, "type");
  if (item === undefined) return;
  const code = "schema/set-items-not-atomic";
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  const itemListType = optionalTextAt(item, typeKeyword);
  // In both cases the server shows the pointer to the list type, null where there is none.
  const valueText = printPointer(itemListType, findings);
  if (type === "array" && itemListType !== undefined && itemListType !== "atomic") {
    const keyAt = at.child(`items.${typeKeyword}`, [typeKeyword]);
    findings.invalid(code, keyAt, null, detail, { valueText });
  }
  if (type === "object" && optionalTextAt(item, "x-kubernetes-map-type") !== "atomic") {
    const keyAt = at.child("items.x-kubernetes-map-type", [typeKeyword]);
    findings.invalid(code, keyAt, null, detail, { valueText });
  }
}

function printPointer(text: string | undefined, findings: Findings): string {
  if (text !== undefined) return internalText(goString, text, findings.rules.minor);
  return has(findings.rules.minor, "jsonValues") ? "null" : '"null"';
}

const listTypes = ["atomic", "set", "map"];

function checkKnownListType({ at, listType, findings }: ListNode): void {
  if (listType === undefined || listTypes.includes(listType)) return;
  findings.notSupported("schema/list-type", at.child(typeKeyword), listType, listTypes);
}

function checkKeysHaveMap({ at, listType, keys, findings }: ListNode): void {
  if (keys.length === 0 || listType === "map") return;
  const code = "schema/list-map-keys-without-map";
  const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
  const typeAt = at.child(typeKeyword);
  if (listType === undefined) findings.required(code, typeAt, detail);
  else findings.invalid(code, typeAt, listType, detail);
}

function checkMap(list: ListNode): void {
  const { schema, at, keys, findings } = list;
  if (keys.length === 0) {
    const detail = "must not be empty if x-kubernetes-list-type is map";
    findings.required("schema/list-map-keys", at.child(keysKeyword, [typeKeyword]), detail);
  }
  const item = itemsOf(schema);
  if (item !== undefined) {
    checkMapItem(list, item);
  } else if (memberAt(schema, "items") === undefined) {
    const detail = "must have a schema if x-kubernetes-list-type is map";
    findings.required("schema/list-map-items", at.child("items", [typeKeyword]), detail);
  } else {
    const detail = "must only have a single schema if x-kubernetes-list-type is map";
    const valueText = internalText(
      { kind: "schemaOrArray", schema: () => schemaType },
      memberAt(schema, "items"),
      findings.rules.minor,
    );
    findings.invalid("schema/list-map-items", at.child("items"), null, detail, { valueText });
  }
}

function checkMapItem(list: ListNode, item: JsonObject): void {
  const { at, findings } = list;
  const type = textAt(item, "type");
  if (type !== "object") {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    findings.invalid("schema/list-map-items", at.child("items").child("type"), type, detail, {
      node: at,
    });
    return;
  }
  checkKeys(list, item);
}

function checkKeys(list: ListNode, item: JsonObject): void {
  const { at, keys, findings } = list;
  const keysAt = at.child(keysKeyword);
  // Each fault shows all keys, of which there may be thousands.
  let keysText: string | undefined;
  const report = (index: number, detail: string, related: readonly RelatedPlace[]): void => {
    keysText ??= internalText(sliceOf(goString), [...keys], findings.rules.minor);
    const extra = { valueText: keysText, related };
    findings.invalid("schema/list-map-keys", keysAt.marking(index), null, detail, extra);
  };
  const seen = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const field = propertyOf(item, key);
    if (field === undefined) report(index, "entries must all be names of item properties", []);
    else checkKeyIsScalar(list, item, key, field);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else {
      const related = [{ message: "first declared here", at: keysAt.marking(first) }];
      report(index, "must not contain duplicate entries", related);
    }
  }
}

function checkKeyIsScalar(list: ListNode, item: JsonObject, key: string, field: JsonObject): void {
  if (!["array", "object"].includes(textAt(field, "type"))) return;
  // The server shows the type of the items, not that of the key.
  const typeAt = list.at.child("items").child("properties").key(key).child("type");
  const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
  list.findings.invalid("schema/list-map-key-type", typeAt, textAt(item, "type"), detail, {
    node: list.at,
  });
}

/** Keys and items must always be there (`validateMapListKeysMapSet`). */
function checkKeyRules(list: ListNode): void {
  const { schema, at, listType, keys, findings } = list;
  const item = itemsOf(schema);
  if (item === undefined || (listType !== "set" && listType !== "map")) return;
  if (flagAt(item, "nullable")) {
    const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    const nullableAt = at.child("items").child("nullable");
    findings.forbidden("schema/list-items-nullable", nullableAt, detail, { node: at });
  }
  if (listType !== "map") return;
  const required = new Set(textsAt(item, "required"));
  for (const [index, key] of keys.entries()) {
    const field = propertyOf(item, key);
    if (field !== undefined) checkKeyIsThere(list, { index, key, field, required });
  }
}

interface MapKey {
  readonly index: number;
  readonly key: string;
  /** The property of the items that has this name. */
  readonly field: JsonObject;
  readonly required: ReadonlySet<string>;
}

function checkKeyIsThere(
  { at, findings }: ListNode,
  { index, key, field, required }: MapKey,
): void {
  const because = "this property is in x-kubernetes-list-map-keys, so it";
  if (!required.has(key) && defaultOf(field) === undefined) {
    const detail = `${because} must have a default or be a required property`;
    const keyAt = at.child(`items.properties[${key}].default`, [keysKeyword, index]);
    findings.required("schema/list-map-key-optional", keyAt, detail);
  }
  if (flagAt(field, "nullable")) {
    const nullableAt = at.child("items").child("properties").key(key).child("nullable");
    const detail = `${because} cannot be nullable`;
    findings.forbidden("schema/list-items-nullable", nullableAt, detail, { node: at });
  }
}

/** Tells whether a list breaks the rules that are waived for CRDs that break them already. */
export function breaksKeyRules(schema: JsonObject, scratch: Findings, at: FieldPath): boolean {
  const listType = optionalTextAt(schema, typeKeyword);
  const keys = textsAt(schema, keysKeyword);
  checkKeyRules({ schema, at, listType, keys, findings: scratch });
  return scratch.count > 0;
}
