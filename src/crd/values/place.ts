import type { Annotations } from "../ir/annotations.js";

/**
 * Where in a CRD a value stands: equal schemas are one object, so that names and descriptions are
 * not theirs.
 */
export interface ValuePlace {
  /** The name of the field; that of the list or the map for what is in one. `""` at the root. */
  readonly name: string;
  /** The place around, but for lists and maps: those of their fields. */
  readonly parent: ValuePlace | undefined;
  /** Those of the schema that stands here, to go on from. */
  readonly annotations: Annotations;
  /** Those that tell of the values; of a list or a map, where what is in it has none. */
  readonly about: Annotations;
}

/** The place of a whole object. */
export function rootPlace(annotations: Annotations): ValuePlace {
  return { name: "", parent: undefined, annotations, about: annotations };
}

/** The place of a field; of a member of a map, if there is no such field. */
export function memberPlace(place: ValuePlace, name: string): ValuePlace {
  const annotations = place.annotations.field(name);
  if (annotations.raw === undefined) return inside(place, place.annotations.values());
  return { name, parent: place, annotations, about: annotations };
}

/** The place of the items of a list. */
export function itemPlace(place: ValuePlace): ValuePlace {
  return inside(place, place.annotations.items());
}

function inside(place: ValuePlace, annotations: Annotations): ValuePlace {
  const { description, example } = annotations;
  const isSilent = description === "" && example === undefined;
  return { ...place, annotations, about: isSilent ? place.about : annotations };
}

/** The place of some steps below another. */
export function placeAt(root: ValuePlace, steps: readonly (string | number)[]): ValuePlace {
  let place = root;
  for (const step of steps) {
    place = typeof step === "number" ? itemPlace(place) : memberPlace(place, step);
  }
  return place;
}

/**
 * The words of a name in lower case, with blanks between them: `imagePullSecret` and
 * `image-pull-secret` are `image pull secret`.
 */
export function wordsOf(name: string): string {
  return name
    .replace(pluralAcronym, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}

/** Such as in `URLs`. */
const pluralAcronym = /[A-Z]{2,}s(?![a-z])/g;

/** One of some: `hosts` is `host`. Words that end in `ss` or `us` are no plurals. */
export function singularOf(words: string): string {
  if (/(?:ss|us|is|(?:^| )(?:dns|tls|aws|nfs|os))$/.test(words)) return words;
  if (words.endsWith("ies")) return words.replace(/ies$/, "y");
  return words.replace(/(ss|x|ch|sh)es$|s$/, "$1");
}
