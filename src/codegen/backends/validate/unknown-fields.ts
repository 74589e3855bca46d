import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { Shape } from "./shape.js";

/*
 * Whether fields that the server prunes could change a verdict as long as they are there. Most
 * schemas look only at what they specify; those that count members, ask for one that they do not
 * specify, or compare objects, see more than that.
 */

/**
 * Tells whether unknown fields anywhere in a resource of the shape could change whether it is
 * valid. It is certain of a no.
 */
export function shapeSeesUnknownFields(root: Shape): boolean {
  const shapes = new Set([root]);
  for (const shape of shapes) {
    // Its type and metadata are kept, whatever the schema says.
    if (seesOwn(shape, shape.embeddedResource || shape === root)) return true;
    for (const child of [...shape.fields.values(), shape.values, shape.items]) {
      if (typeof child === "object") shapes.add(child);
    }
  }
  return false;
}

function seesOwn(shape: Shape, isResource: boolean): boolean {
  const { validation, listType, listMapKeys, items, allOf, anyOf, oneOf, not } = shape;
  const branches = [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
  if ([shape, ...branches].some((asking) => asksOfUnknown(asking, shape, isResource))) return true;
  if (items === undefined) return false;
  const comparesItems = validation.uniqueItems || listType === "set";
  if (comparesItems && prunesWithin(items)) return true;
  return listType === "map" && listMapKeys.some((key) => !items.fields.has(key));
}

/**
 * Tells whether the keywords of a node, or of a branch at it, look at members that are pruned there
 * or below.
 */
function asksOfUnknown(asking: Shape, core: Shape, isResource = core.embeddedResource): boolean {
  const { validation } = asking;
  if (prunesMembers(core)) {
    // A quick check counts the fields of its own object that are specified.
    const countsAll = asking !== core || isResource;
    if ((countsAll && countsMembers(asking)) || asking.values === false) return true;
    if (validation.required.some((name) => !isSpecified(name, core, isResource))) return true;
  }
  if (validation.enum.some(isComposite) && prunesWithin(core)) return true;
  if (validation.uniqueItems && core.items !== undefined && prunesWithin(core.items)) return true;
  return asking !== core && branchAsksBelow(asking, core, isResource);
}

function branchAsksBelow(branch: Shape, core: Shape, isResource: boolean): boolean {
  const { allOf, anyOf, oneOf, not, fields, values, items } = branch;
  const nested = [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
  if (nested.some((inner) => asksOfUnknown(inner, core, isResource))) return true;
  const isAsked = (inner: Shape, at: Shape | false | undefined): boolean =>
    typeof at === "object" ? asksOfUnknown(inner, at) : !inner.acceptsAll;
  if ([...fields].some(([key, field]) => isAsked(field, core.fields.get(key) ?? core.values))) {
    return true;
  }
  if (typeof values === "object" && isAsked(values, core.values)) return true;
  return items !== undefined && isAsked(items, core.items);
}

/** Tells whether the number of members matters. */
export function countsMembers({ validation }: Shape): boolean {
  return validation.minProperties !== undefined || validation.maxProperties !== undefined;
}

/** Tells whether the server removes members of an object of this shape. */
export function prunesMembers({ preserveUnknownFields, allowsOthers, values }: Shape): boolean {
  return !preserveUnknownFields && !allowsOthers && values === undefined;
}

function isSpecified(name: string, { fields }: Shape, isResource: boolean): boolean {
  return fields.has(name) || (isResource && typeMeta.has(name));
}

/** Tells whether the server may remove anything in a value of this shape. */
function prunesWithin(shape: Shape): boolean {
  const { type, fields, values, items, allowsOthers } = shape;
  if (type === "string" || type === "integer" || type === "number" || type === "boolean") {
    return false;
  }
  if (type === "intOrString") return false;
  if (type === "array") {
    return items === undefined ? !shape.preserveUnknownFields : prunesWithin(items);
  }
  if (prunesMembers(shape) || allowsOthers || values === false) return true;
  return [...fields.values(), values, items].some(
    (child) => typeof child === "object" && prunesWithin(child),
  );
}

/** Resources have these, whatever their schema says. */
const typeMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function isComposite(value: Json): boolean {
  return typeof value === "object" && value !== null;
}
