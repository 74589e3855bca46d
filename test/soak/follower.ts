import type { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { InformerOptions } from "../../src/runtime/v1/informer.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import type { Gadget, GadgetTypes } from "../apiserver/fixtures.js";

/** An informer, and beside it what its handlers were told. */
export class Follower {
  readonly name: string;
  readonly informer: Informer<GadgetTypes>;
  readonly #told = new Map<string, Gadget>();
  readonly #complain: (what: string) => void;

  constructor(
    name: string,
    client: ResourceClient<GadgetTypes>,
    options: InformerOptions<GadgetTypes>,
    complain: (what: string) => void,
  ) {
    this.name = name;
    this.#complain = (what) => {
      complain(`${name}: ${what}`);
    };
    this.informer = new Informer(client, {
      ...options,
      allNamespaces: true,
      indexers: { color: ({ spec }) => (spec?.color === undefined ? [] : [spec.color]) },
      // The network is meant to fail.
      onError: () => undefined,
    });
    this.#listen();
    this.informer.start();
  }

  /** How the cache differs from what the server has; undefined where it does not. */
  difference(items: readonly Gadget[]): string | undefined {
    const cached = this.informer.list();
    const wanted = new Map(items.map((item) => [keyOf(item), item]));
    const wrong = cached.find((item) => !isSame(item, wanted.get(keyOf(item))));
    if (wrong !== undefined) {
      const version = wanted.get(keyOf(wrong))?.metadata.resourceVersion ?? "none";
      return `${keyOf(wrong)} at ${wrong.metadata.resourceVersion}, but the server has ${version}`;
    }
    if (cached.length !== items.length) return `${cached.length} objects, not ${items.length}`;
    return undefined;
  }

  /** Checks what follows from the cache: indexes, and what handlers were told. */
  check(): void {
    const cached = this.informer.list();
    for (const color of ["red", "blue", "a,b=c\\d"]) {
      const found = new Set(this.informer.byIndex("color", color));
      const wanted = cached.filter(({ spec }) => spec?.color === color);
      if (found.size !== wanted.length || !wanted.every((item) => found.has(item))) {
        this.#complain(`the index has ${found.size} objects for ${color}, not ${wanted.length}`);
      }
    }
    if (this.#told.size !== cached.length || !cached.every((item) => this.#knows(item))) {
      this.#complain(`handlers know of ${this.#told.size} objects, not of ${cached.length}`);
    }
  }

  #knows(item: Gadget): boolean {
    return this.#told.get(keyOf(item)) === item;
  }

  #listen(): void {
    this.informer.on({
      added: (object) => {
        if (this.#told.has(keyOf(object))) this.#complain(`${keyOf(object)} was added twice`);
        this.#told.set(keyOf(object), object);
      },
      updated: (object, old) => {
        const key = keyOf(object);
        if (!this.#knows(old)) this.#complain(`${key} was updated from an unknown state`);
        if (object.metadata.uid !== old.metadata.uid) this.#complain(`${key} is another object`);
        this.#told.set(key, object);
      },
      deleted: (object) => {
        if (!this.#told.delete(keyOf(object))) this.#complain(`${keyOf(object)} was deleted twice`);
      },
    });
  }
}

function isSame(one: Gadget, other: Gadget | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function keyOf({ metadata }: Gadget): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}
