import type { Path } from "../../source/document.js";

/**
 * The places of a document that errors are about: a schema node as a whole, and anything else by
 * itself.
 */
export class FaultyPlaces {
  readonly #places: ReadonlySet<string>;

  constructor(errors: readonly Path[]) {
    this.#places = new Set(errors.flatMap((path) => placesOf(path)));
  }

  /** Whether an error is about the same place, or about the same schema node. */
  has(path: Path): boolean {
    return this.#places.size > 0 && placesOf(path).some((place) => this.#places.has(place));
  }
}

/** A place itself and, below a schema, the node whose keyword it is. */
function placesOf(path: Path): string[] {
  const places = [JSON.stringify(path)];
  const isKeyword = path.includes("openAPIV3Schema") && path.at(-2) !== "properties";
  if (isKeyword) places.push(JSON.stringify(path.slice(0, -1)));
  return places;
}
