import { parseStored } from "../../runtime/v1/testing/store.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { hasCondition, isBeingDeleted, withoutSchemas } from "./definition.js";

/**
 * The definitions that a server stores, as their controllers see them: schemas are most of a
 * definition, and none of their business. What has changed is noted here, so that a write costs the
 * same however many others there are.
 */
export class StoredDefinitions {
  readonly #texts = new Map<string, string>();
  /** Without schemas; read when they are first asked for. */
  readonly #heads = new Map<string, JsonObject>();
  /** Those that no controller has looked at since they changed. */
  readonly #changed = new Set<string>();

  #generation = 0;

  /** As they are stored; the number is another one whenever they are others. */
  get all(): { readonly generation: number; readonly texts: readonly [string, string][] } {
    return { generation: this.#generation, texts: [...this.#texts] };
  }

  /** Notes what is stored under a name now; undefined: nothing. */
  note(name: string, text: string | undefined): void {
    this.#generation++;
    this.#heads.delete(name);
    if (text === undefined) this.#texts.delete(name);
    else this.#texts.set(name, text);
    this.#changed.add(name);
  }

  /** As it is stored. */
  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** A definition without its schemas. */
  head(name: string): JsonObject | undefined {
    const known = this.#heads.get(name);
    const text = this.#texts.get(name);
    if (known !== undefined || text === undefined) return known;
    const head = withoutSchemas(parseStored(text));
    this.#heads.set(name, head);
    return head;
  }

  /** All definitions without their schemas. */
  *heads(): Iterable<JsonObject> {
    for (const name of this.#texts.keys()) {
      const head = this.head(name);
      if (head !== undefined) yield head;
    }
  }

  /** Whether one of them is to be deleted with its objects. */
  get areSomeDeleted(): boolean {
    for (const head of this.heads()) if (isBeingDeleted(head)) return true;
    return false;
  }

  /**
   * The names of what controllers have to look at, sorted: what changed since they last asked, and
   * what waits for others, which hold its names or are its objects.
   */
  takeUnsettled(): readonly string[] {
    const names = new Set(this.#changed);
    this.#changed.clear();
    for (const name of this.#texts.keys()) {
      const head = this.head(name);
      if (head !== undefined && isWaiting(head)) names.add(name);
    }
    return [...names].sort();
  }
}

function isWaiting(head: JsonObject): boolean {
  const isSettled = hasCondition(head, "NamesAccepted") && hasCondition(head, "Established");
  return isBeingDeleted(head) || !isSettled;
}
