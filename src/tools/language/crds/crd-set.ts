import type {
  CrdTools,
  JudgingVersion,
} from "../../../codegen/pipeline/objects/known-resources.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { findCrds } from "../../../crd/frontend/find-crds.js";
import { readResource } from "../../../crd/frontend/read-resource.js";
import { interpretVersion } from "../../../crd/interpret/admission.js";
import { InterpretedRules } from "../../../crd/interpret/rules.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";
import { SchemaTable } from "../../../crd/ir/schema-table.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { SourceFile } from "../../../crd/source/source-file.js";
import { flagAt, objectAt, objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import {
  newestMinor,
  parseKubernetesVersion,
} from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdText } from "../contract.js";

/** A text of CRDs that was read. */
export interface ReadText {
  readonly file: SourceFile;
  readonly found: readonly CrdDocument[];
  /** The diagnostics about the text and its documents. */
  readonly told: readonly Diagnostic[];
}

/** A kind that a CRD in use defines, and the versions in which it is served. */
export interface ServedKind {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly crd: CrdDocument;
}

/** The CRDs in use, and what was made of them so far. */
export class CrdSet {
  /** Whose behaviour counts. */
  minor: KubernetesMinor = newestMinor;
  /**
   * The tools that read and judge CRDs, and those that judge their objects; each is made once per
   * CRD.
   */
  tools: CrdTools;
  #texts: readonly ReadText[] = [];
  #kinds: readonly ServedKind[] | undefined;
  #known = new Map<string, ReadText>();
  readonly #acceptedBy = new WeakMap<SourceFile, KubernetesMinor>();

  constructor() {
    this.tools = this.#createTools();
  }

  /** In the order in which they were given. */
  get texts(): readonly ReadText[] {
    return this.#texts;
  }

  /** In the order of the texts; of CRDs that the server refuses too. */
  get kinds(): readonly ServedKind[] {
    return (this.#kinds ??= this.#texts.flatMap(({ found }) => found.map(servedKind)));
  }

  /** The CRD of a kind; undefined if none in use defines it. */
  crd(group: string, kind: string): CrdDocument | undefined {
    return this.kinds.find((one) => one.group === group && one.kind === kind)?.crd;
  }

  /** Returns the resource that the CRD of a kind defines. */
  resource(group: string, kind: string): Resource | undefined {
    const crd = this.crd(group, kind);
    return crd && this.tools.read(crd);
  }

  /**
   * Replaces the CRDs, and the version of Kubernetes.
   *
   * @throws RangeError for a version that crdgen does not know
   */
  async use(texts: readonly CrdText[], kubernetesVersion: string): Promise<void> {
    const minor = minorOf(kubernetesVersion);
    const read = await Promise.all(texts.map((text) => this.#read(text)));
    if (minor !== this.minor) {
      this.minor = minor;
      this.tools = this.#createTools();
    }
    this.#known = new Map(read.map((one) => [one.file.path, one]));
    this.#texts = read;
    this.#kinds = undefined;
  }

  async #read(text: CrdText): Promise<ReadText> {
    const known = this.#known.get(text.path);
    const read = known && isSame(known.file, text) ? known : await readText(text);
    if (text.acceptedBy === undefined) this.#acceptedBy.delete(read.file);
    else this.#acceptedBy.set(read.file, minorOf(text.acceptedBy));
    return read;
  }

  #createTools(): CrdTools {
    const { minor } = this;
    return createLanguageTools(
      minor,
      ({ document }) => this.#acceptedBy.get(document.file) === minor,
    );
  }
}

function servedKind(crd: CrdDocument): ServedKind {
  const spec = objectAt(crd.value, "spec") ?? {};
  const names = objectAt(spec, "names") ?? {};
  const served = objectsAt(spec, "versions").filter((version) => flagAt(version, "served"));
  // What v1beta1 allowed for a single version.
  const only = textAt(spec, "version");
  const versions = served.map((version) => textAt(version, "name"));
  return {
    group: textAt(spec, "group"),
    kind: textAt(names, "kind"),
    versions: versions.length === 0 && only !== "" ? [only] : versions,
    crd,
  };
}

function minorOf(version: string): KubernetesMinor {
  const minor = parseKubernetesVersion(version);
  if (minor === undefined) throw new RangeError(`Kubernetes '${version}' is not known`);
  return minor;
}

/** Of files at one path. */
function isSame(left: SourceFile, right: CrdText): boolean {
  const aboutOf = ({ place, leftOut }: SourceFile | CrdText): string =>
    JSON.stringify([place, leftOut]);
  return left.text === right.text && aboutOf(left) === aboutOf(right);
}

async function readText({ path, text, place, leftOut }: CrdText): Promise<ReadText> {
  const file = { path, text, place, leftOut };
  const diagnostics = new Diagnostics();
  const documents = await readDocuments(file, diagnostics);
  const found = findCrds(documents, diagnostics).crds;
  return { file, found, told: diagnostics.list };
}

/**
 * Tools that do everything once per CRD, and load what judges CRDs when one turns up that is not
 * known to be accepted. Objects are judged by schemas and rules as data: pages may not make code of
 * texts.
 */
function createLanguageTools(
  minor: KubernetesMinor,
  isAccepted: (crd: CrdDocument) => boolean,
): CrdTools {
  const table = new SchemaTable();
  const resources = new WeakMap<CrdDocument, Resource>();
  const rules = new InterpretedRules(minor);
  const interpreted = new WeakMap<Version, JudgingVersion>();
  const verdicts = new WeakMap<CrdDocument, Promise<readonly Diagnostic[]>>();
  const judge = async (crd: CrdDocument): Promise<readonly Diagnostic[]> => {
    const { createCrdJudge } = await import("../../../codegen/pipeline/objects/known-resources.js");
    return createCrdJudge(minor)(crd);
  };
  return {
    errorsOf(crd) {
      if (isAccepted(crd)) return Promise.resolve([]);
      let verdict = verdicts.get(crd);
      if (verdict === undefined) verdicts.set(crd, (verdict = judge(crd)));
      return verdict;
    },
    read(crd) {
      let resource = resources.get(crd);
      if (resource === undefined) resources.set(crd, (resource = readResource(crd, table)));
      return resource;
    },
    functionsOf(resource, version) {
      let functions = interpreted.get(version);
      if (functions === undefined) {
        functions = interpretVersion(resource, version, rules, minor);
        interpreted.set(version, functions);
      }
      return functions;
    },
  };
}
