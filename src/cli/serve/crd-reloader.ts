import type { JudgedCrd } from "../../codegen/pipeline/read-source.js";
import { objectAt, textAt } from "../../crd/frontend/raw-fields.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import type { Loader } from "./loader.js";

/** Applies CRDs whose files have changed. */
export class CrdReloader {
  readonly #loader: Loader;
  readonly #print: (line: string) => void;
  /** The CRDs as they were applied last, as JSON, by name. */
  #applied: ReadonlyMap<string, string>;

  /** `print` takes lines of what happens. */
  constructor(loader: Loader, crds: readonly JudgedCrd[], print: (line: string) => void) {
    this.#loader = loader;
    this.#print = print;
    this.#applied = textsOf(crds);
  }

  /**
   * Applies what is new or has changed. CRDs that are in no file any more stay, and so do all that
   * are missing where `isComplete` is false because some files cannot be read.
   */
  async reload(crds: readonly JudgedCrd[], isComplete: boolean): Promise<void> {
    const found = textsOf(crds);
    const changed = crds.filter((crd) => {
      const name = nameOf(crd);
      return found.get(name) !== this.#applied.get(name);
    });
    const next = new Map(isComplete ? found : [...this.#applied, ...found]);
    for (const crd of changed) {
      const name = nameOf(crd);
      const [refused] = await this.#loader.addCrds([crd]);
      const isNew = !this.#applied.has(name);
      if (refused === undefined) this.#print(`${name}: ${isNew ? "added" : "changed"}`);
      else this.#print(`${refused.place}: ${refused.message}`);
    }
    for (const name of this.#applied.keys()) {
      if (next.has(name)) continue;
      this.#print(`${name} is in no file any more, and stays: kubectl delete crd ${name}`);
    }
    this.#applied = next;
  }
}

function textsOf(crds: readonly JudgedCrd[]): ReadonlyMap<string, string> {
  return new Map(crds.map((judged) => [nameOf(judged), goJson(judged.crd.value)]));
}

function nameOf({ crd }: JudgedCrd): string {
  return textAt(objectAt(crd.value, "metadata") ?? {}, "name");
}
