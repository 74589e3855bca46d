import { KnownResources } from "../../../codegen/pipeline/objects/known-resources.js";
import type { ObjectAdvice } from "../../../codegen/pipeline/objects/object-advice.js";
import { ObjectRun } from "../../../codegen/pipeline/objects/object-run.js";
import { Diagnostics, isError } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { objectAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { TextDiagnostic } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import { textDiagnostics } from "../diagnostics.js";
import { objectsIn } from "./uses.js";

/** What a CRD makes of the objects of its kind in some texts. */
export interface Effect {
  /** How many were judged. */
  readonly judged: number;
  /** The first error of each object that is refused, by text. */
  readonly refused: readonly RefusedObject[];
}

/** An object that a CRD refuses. */
export interface RefusedObject {
  readonly uri: string;
  readonly first: TextDiagnostic;
}

/** Judges objects by one CRD, whatever others have their kind. */
export class EffectOfCrd {
  readonly #known: KnownResources;
  readonly #crds: CrdSet;
  readonly #advice: ObjectAdvice;
  readonly #kind: { readonly group: string; readonly kind: string };
  readonly #refused: RefusedObject[] = [];
  #judged = 0;

  private constructor(known: KnownResources, crd: CrdDocument, crds: CrdSet, advice: ObjectAdvice) {
    this.#known = known;
    this.#crds = crds;
    this.#advice = advice;
    this.#kind = kindOfCrd(crd);
  }

  /** Undefined for a CRD that is refused itself. */
  static async create(
    crd: CrdDocument,
    crds: CrdSet,
    advice: ObjectAdvice,
  ): Promise<EffectOfCrd | undefined> {
    const known = new KnownResources(() => true, crds.tools, new Diagnostics());
    await known.addAll([crd]);
    const { group, kind } = kindOfCrd(crd);
    if (known.find(group, kind)?.refused !== false) return undefined;
    return new EffectOfCrd(known, crd, crds, advice);
  }

  /** So far. */
  get effect(): Effect {
    return { judged: this.#judged, refused: this.#refused };
  }

  /** Judges the objects of a further text. */
  async judge(uri: string, text: string): Promise<void> {
    const { group, kind } = this.#kind;
    const objects = await objectsIn(uri, text);
    for (const object of objects) {
      if (object.group !== group || object.kind !== kind) continue;
      const diagnostics = new Diagnostics();
      const run = new ObjectRun(
        this.#known,
        this.#crds.minor,
        [],
        () => false,
        { fieldValidation: "Warn", ignoreUnknownKinds: false, advice: this.#advice },
        diagnostics,
      );
      run.judge(object);
      // One of a version that is not there is refused too.
      const [first] = textDiagnostics(diagnostics.list.filter(isError));
      this.#judged++;
      if (first !== undefined) this.#refused.push({ uri, first });
    }
  }
}

/** The kind that a CRD defines. */
export function kindOfCrd({ value }: CrdDocument): {
  readonly group: string;
  readonly kind: string;
} {
  const spec = objectAt(value, "spec") ?? {};
  return { group: textAt(spec, "group"), kind: textAt(objectAt(spec, "names") ?? {}, "kind") };
}
