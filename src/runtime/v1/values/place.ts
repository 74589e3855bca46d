/**
 * Where a value stands: a link to the place of what holds it. A path is written only for values
 * that have an error, and most have none.
 */
export interface Place {
  readonly parent: Place | undefined;
  /** The key or index; of the root its path. */
  readonly key: string | number;
  /** The schema knows the key by name. */
  readonly isField: boolean;
  /** The path, once it was asked for. */
  text: string | undefined;
}

/** The place of a value that is looked at by itself, by its path. */
export function rootPlace(path: string): Place {
  return { parent: undefined, key: path, isField: false, text: path };
}

/** The place of a member or an item. */
export function placeBelow(parent: Place, key: string | number, isField: boolean): Place {
  return { parent, key, isField, text: undefined };
}

/**
 * The path of a place, as errors show it: a field of the root has no dot before it, any other key
 * has.
 */
export function pathOf(place: Place): string {
  return (place.text ??= pathBelow(place.parent, place.key, place.isField));
}

/**
 * The path as errors name the field: without a dot in front, such as stands before a key of the
 * root that is no field.
 */
export function fieldPathOf(place: Place): string {
  return isDotted(place) ? pathOf(place).slice(1) : pathOf(place);
}

/** Asks the places: to look at a path, engines have to put its parts together first. */
function isDotted({ parent, key, isField, text }: Place): boolean {
  if (parent === undefined) return text?.startsWith(".") === true;
  if (!isNowhere(parent)) return isDotted(parent);
  return typeof key === "string" && (!isField || key.startsWith("."));
}

/** Tells whether the path of a place is empty: the root's, and those of fields without a name. */
function isNowhere({ parent, key, isField, text }: Place): boolean {
  return parent === undefined ? text === "" : isField && key === "" && isNowhere(parent);
}

/**
 * The path of a place with keys of maps in brackets, as errors beside those of the schema show it.
 */
export function bracketPathOf({ parent, key, isField, text }: Place): string {
  if (parent === undefined) return text ?? "";
  const path = bracketPathOf(parent);
  // A field without a name looks like a key.
  if (!isField || key === "") return `${path}[${key}]`;
  return path === "" ? `${key}` : `${path}.${key}`;
}

/**
 * The path of a field below another path, with names as `bracketPathOf` shows them
 * (`util/validation/field`).
 */
export function fieldPath(path: string, name: string): string {
  return bracketPathOf(placeBelow(rootPlace(path), name, true));
}

function pathBelow(parent: Place | undefined, key: string | number, isField: boolean): string {
  const path = parent === undefined ? "" : pathOf(parent);
  if (typeof key === "number") return `${path}[${key}]`;
  return isField && path === "" ? key : `${path}.${key}`;
}
