import type {
  CacheHandlers,
  ObjectCache,
} from "../../../../../src/runtime/v1/operators/controller/object-cache.js";
import type { KubernetesObject } from "../../../../../src/runtime/v1/values/kubernetes.js";

/** A cache that is filled by hand. */
export class FakeCache<
  Read extends KubernetesObject = KubernetesObject,
> implements ObjectCache<Read> {
  readonly objects = new Map<string, Read>();
  readonly handlers = new Set<CacheHandlers<Read>>();
  starts = 0;
  stops = 0;
  readonly #filled: Promise<void>;
  fill: () => void = () => undefined;

  constructor(isFilled = true) {
    this.#filled = new Promise((resolve) => {
      this.fill = resolve;
    });
    if (isFilled) this.fill();
  }

  start(): void {
    this.starts++;
  }

  stop(): Promise<void> {
    this.stops++;
    return Promise.resolve();
  }

  synced({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.#filled.then(resolve);
      signal?.addEventListener("abort", () => {
        reject(signal.reason as Error); // whatever it is
      });
    });
  }

  get(name: string, namespace = ""): Read | undefined {
    return this.objects.get(`${namespace}/${name}`);
  }

  list(): Read[] {
    return [...this.objects.values()];
  }

  on(handlers: CacheHandlers<Read>): () => void {
    this.handlers.add(handlers);
    for (const object of this.objects.values()) handlers.added?.(object, true);
    return () => this.handlers.delete(handlers);
  }

  set(object: Read): void {
    const key = `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
    const old = this.objects.get(key);
    this.objects.set(key, object);
    for (const each of this.handlers) {
      if (old === undefined) each.added?.(object, false);
      else each.updated?.(object, old);
    }
  }

  delete(object: Read): void {
    this.objects.delete(`${object.metadata.namespace ?? ""}/${object.metadata.name}`);
    for (const each of this.handlers) each.deleted?.(object);
  }
}
