import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../../crd/diagnostics/wording.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { readResource } from "../../../crd/frontend/read-resource.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";
import { objectAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { canBeFiled } from "../can-be-filed.js";
import type { CompiledVersion } from "../compile-unit.js";
import { loadUnitCompiler } from "../compile-unit.js";
import type { CrdLinter } from "../crd-linter.js";
import { createQuietLinter } from "../crd-linter.js";
import { claimOf, crdContent, ResourceIndex } from "../resource-index.js";

/** A known kind: its CRD, or that the API server refuses that. */
export type KnownKind =
  { readonly refused: false; readonly resource: Resource } | { readonly refused: true };

/** The functions of a version that judge objects. */
export type JudgingVersion = Pick<CompiledVersion, "admit" | "prune" | "default">;

/** The functions that read CRDs, judge them, and compile them. */
export interface CrdTools {
  /** Why the API server refuses a CRD; empty if it takes it. */
  errorsOf(crd: CrdDocument): Promise<readonly Diagnostic[]>;
  read(crd: CrdDocument): Resource;
  /** The functions of a version, made on first use. */
  functionsOf(resource: Resource, version: Version): JudgingVersion;
}

/** The CRDs that objects are judged by. Only those of kinds that are wanted are read and judged. */
export class KnownResources {
  /** How many CRDs were added, wanted or not. */
  count = 0;
  /** All kinds, as `group/Kind`, for suggestions. */
  readonly names = new Set<string>();
  readonly #isWanted: (name: string) => boolean;
  readonly #tools: CrdTools;
  readonly #diagnostics: Diagnostics;
  readonly #indexed = new Diagnostics();
  readonly #index = new ResourceIndex(this.#indexed);
  readonly #kinds = new Map<string, KnownKind>();
  /** The first CRD of each wanted kind. */
  readonly #firsts = new Map<string, CrdDocument>();

  /** `isWanted` is asked with `group/Kind`; faults of wanted CRDs go to `diagnostics`. */
  constructor(isWanted: (name: string) => boolean, tools: CrdTools, diagnostics: Diagnostics) {
    this.#isWanted = isWanted;
    this.#tools = tools;
    this.#diagnostics = diagnostics;
  }

  /**
   * Reads and judges those CRDs whose kind is wanted. Of several of one kind the first counts that
   * the server takes.
   */
  async addAll(crds: readonly CrdDocument[]): Promise<void> {
    for (const crd of crds) await this.#add(crd);
  }

  /**
   * The same for CRDs that count only where no other has their kind.
   *
   * @returns those that are not used, and differ from the one that is
   */
  async addMissing(crds: readonly CrdDocument[]): Promise<readonly CrdDocument[]> {
    const before = new Set(this.names);
    const differing: CrdDocument[] = [];
    for (const crd of crds) {
      const name = nameOf(crd);
      const first = this.#firsts.get(name);
      if (!before.has(name)) await this.#add(crd);
      else if (first !== undefined && crdContent(first.value) !== crdContent(crd.value)) {
        differing.push(crd);
      }
    }
    return differing;
  }

  /** Tells whether a CRD that was added has a kind of this name, or nearly so, in some group. */
  hasKindLike(kind: string): boolean {
    const kinds = [...this.names].map((name) => name.slice(name.indexOf("/") + 1));
    return nearest(kind, kinds) !== undefined;
  }

  /** Finds a known kind; `undefined` where no CRD that was added has it, or nobody wanted it. */
  find(group: string, kind: string): KnownKind | undefined {
    return this.#kinds.get(kindName(group, kind));
  }

  /** The functions of a version, made on first use. */
  functionsOf(resource: Resource, version: Version): JudgingVersion {
    return this.#tools.functionsOf(resource, version);
  }

  async #add(crd: CrdDocument): Promise<void> {
    const name = nameOf(crd);
    this.count++;
    this.names.add(name);
    if (!this.#isWanted(name)) return;
    if (!this.#firsts.has(name)) this.#firsts.set(name, crd);
    const errors = await this.#tools.errorsOf(crd);
    this.#diagnostics.addAll(errors);
    const resource = this.#tools.read(crd);
    if (errors.length > 0 || !canBeFiled(resource)) {
      if (!this.#kinds.has(name)) this.#kinds.set(name, { refused: true });
    } else if (await this.#index.add(resource.document.file, claimOf(resource))) {
      this.#kinds.set(name, { refused: false, resource });
    }
    // A CRD that is named twice, by itself and by a folder around it, is no fault.
    this.#diagnostics.addAll(this.#indexed.takeAll().filter(isError));
  }
}

function nameOf({ value }: CrdDocument): string {
  const spec = objectAt(value, "spec") ?? {};
  return kindName(textAt(spec, "group"), textAt(objectAt(spec, "names") ?? {}, "kind"));
}

/** A kind's name in messages and tables: `stable.example.com/CronTab`. */
export function kindName(group: string, kind: string): string {
  return `${group}/${kind}`;
}

/** Tools that judge every CRD, and compile what judges objects. */
export async function createCrdTools(minor: KubernetesMinor): Promise<CrdTools> {
  const linter = createQuietLinter(minor);
  const compileUnit = await loadUnitCompiler(minor);
  const compiled = new WeakMap<Version, JudgingVersion>();
  return {
    errorsOf: (crd) => errorsOf(crd, linter),
    read: (crd) => readResource(crd, linter.table),
    functionsOf(resource, version) {
      const functions = compiled.get(version) ?? compileUnit(resource, version);
      compiled.set(version, functions);
      return functions;
    },
  };
}

/** Judges CRDs, for whoever reads them and makes functions of them otherwise. */
export function createCrdJudge(minor: KubernetesMinor): CrdTools["errorsOf"] {
  const linter = createQuietLinter(minor);
  return (crd) => errorsOf(crd, linter);
}

async function errorsOf(crd: CrdDocument, linter: CrdLinter): Promise<readonly Diagnostic[]> {
  return (await linter.lint(crd)).diagnostics.filter(isError);
}
