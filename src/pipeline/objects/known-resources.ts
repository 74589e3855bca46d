import { Diagnostics, isError } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../../frontend/find-crds.js";
import { objectAt, textAt } from "../../frontend/raw-fields.js";
import { readResource } from "../../frontend/read-resource.js";
import type { Resource, Version } from "../../ir/resource.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import { canBeFiled } from "../can-be-filed.js";
import type { CompiledVersion, CompileUnit } from "../compile-unit.js";
import { loadUnitCompiler } from "../compile-unit.js";
import type { CrdLinter } from "../crd-linter.js";
import { createQuietLinter } from "../crd-linter.js";
import { claimOf, ResourceIndex } from "../resource-index.js";

/** What is known of a kind: its CRD, or that the API server refuses that. */
export type KnownKind =
  { readonly refused: false; readonly resource: Resource } | { readonly refused: true };

/** The CRDs that objects are judged by. Only those of kinds that are wanted are read and judged. */
export class KnownResources {
  /** How many CRDs were added, wanted or not. */
  count = 0;
  /** All kinds, as `group/Kind`, for suggestions. */
  readonly names = new Set<string>();
  readonly #isWanted: (name: string) => boolean;
  readonly #linter: CrdLinter;
  readonly #compileUnit: CompileUnit;
  readonly #diagnostics: Diagnostics;
  readonly #indexed = new Diagnostics();
  readonly #index = new ResourceIndex(this.#indexed);
  readonly #kinds = new Map<string, KnownKind>();
  readonly #compiled = new Map<Version, CompiledVersion>();

  private constructor(
    isWanted: (name: string) => boolean,
    linter: CrdLinter,
    compileUnit: CompileUnit,
    diagnostics: Diagnostics,
  ) {
    this.#isWanted = isWanted;
    this.#linter = linter;
    this.#compileUnit = compileUnit;
    this.#diagnostics = diagnostics;
  }

  /** `isWanted` is asked with `group/Kind`; faults of wanted CRDs go to `diagnostics`. */
  static async create(
    isWanted: (name: string) => boolean,
    minor: KubernetesMinor,
    diagnostics: Diagnostics,
  ): Promise<KnownResources> {
    const compileUnit = await loadUnitCompiler(minor);
    return new KnownResources(isWanted, createQuietLinter(minor), compileUnit, diagnostics);
  }

  /**
   * Reads and judges those CRDs whose kind is wanted. Of several of one kind the first counts that
   * the server takes.
   */
  async addAll(crds: readonly CrdDocument[]): Promise<void> {
    for (const crd of crds) await this.#add(crd);
  }

  /**
   * What is known of a kind; `undefined` where no CRD that was added has it, or nobody wanted it.
   */
  find(group: string, kind: string): KnownKind | undefined {
    return this.#kinds.get(kindName(group, kind));
  }

  /** The functions of a version, made on first use. */
  compile(resource: Resource, version: Version): CompiledVersion {
    let compiled = this.#compiled.get(version);
    if (compiled === undefined) {
      compiled = this.#compileUnit(resource, version);
      this.#compiled.set(version, compiled);
    }
    return compiled;
  }

  async #add(crd: CrdDocument): Promise<void> {
    const spec = objectAt(crd.value, "spec") ?? {};
    const name = kindName(textAt(spec, "group"), textAt(objectAt(spec, "names") ?? {}, "kind"));
    this.count++;
    this.names.add(name);
    if (!this.#isWanted(name)) return;
    const errors = (await this.#linter.lint(crd)).diagnostics.filter(isError);
    this.#diagnostics.addAll(errors);
    const resource = readResource(crd, this.#linter.table);
    if (errors.length > 0 || !canBeFiled(resource)) {
      if (!this.#kinds.has(name)) this.#kinds.set(name, { refused: true });
    } else if (await this.#index.add(resource.document.file, claimOf(resource))) {
      this.#kinds.set(name, { refused: false, resource });
    }
    // A CRD that is named twice, by itself and by a folder around it, is no fault.
    this.#diagnostics.addAll(this.#indexed.takeAll().filter(isError));
  }
}

/** A kind's name in messages and tables: `stable.example.com/CronTab`. */
export function kindName(group: string, kind: string): string {
  return `${group}/${kind}`;
}
