import type { Path } from "../../source/document.js";

/**
 * A place in a CRD in two spellings: as the API server names it in a cause, in terms of its
 * internal form (`spec.validation.openAPIV3Schema.properties[spec]`), and as the way through the
 * document that leads there (`["spec", "versions", 0, "schema", …]`). Made step by step while
 * walking; spelled out only for faults.
 */
export class FieldPath {
  readonly #parent: FieldPath | undefined;
  readonly #text: string;
  readonly #steps: Path;

  private constructor(parent: FieldPath | undefined, text: string, steps: Path) {
    this.#parent = parent;
    this.#text = text;
    this.#steps = steps;
  }

  /** A starting point: the server's text, and the way through the document. */
  static root(text: string, steps: Path): FieldPath {
    return new FieldPath(undefined, text, steps);
  }

  /**
   * A field; `steps` where the document names it otherwise than the server, or reaches it in
   * several steps.
   */
  child(name: string, steps?: Path): FieldPath {
    return new FieldPath(this, `.${name}`, steps ?? [name]);
  }

  /** A key of a map. */
  key(name: string): FieldPath {
    return new FieldPath(this, `[${name}]`, [name]);
  }

  /** An item of a list. */
  index(index: number): FieldPath {
    return new FieldPath(this, `[${index}]`, [index]);
  }

  /** The same field for the server, while the document shows something below it. */
  marking(...steps: Path): FieldPath {
    return new FieldPath(this, "", steps);
  }

  /** What the server calls it. */
  get field(): string {
    return this.#ancestry()
      .map((at) => at.#text)
      .join("")
      .replace(/^\./, "");
  }

  /** The way through the document. */
  get path(): Path {
    return this.#ancestry().flatMap((at) => at.#steps);
  }

  /** From the root to this place. */
  #ancestry(): FieldPath[] {
    const ancestry: FieldPath[] = [this];
    for (let at = this.#parent; at !== undefined; at = at.#parent) ancestry.push(at);
    return ancestry.reverse();
  }
}
