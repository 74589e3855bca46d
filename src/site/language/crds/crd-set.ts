import type { Diagnostic } from "../../../diagnostics/diagnostics.js";
import { Diagnostics } from "../../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../frontend/find-crds.js";
import { findCrds } from "../../../frontend/find-crds.js";
import type { CrdTools } from "../../../pipeline/objects/known-resources.js";
import { readDocuments } from "../../../source/read.js";
import type { SourceFile } from "../../../source/source-file.js";
import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";
import { newestMinor, parseKubernetesVersion } from "../../../versions/kubernetes-version.js";
import type { CrdText } from "../contract.js";
import { createLanguageTools } from "./language-tools.js";

/** A text of CRDs that was read. */
export interface ReadText {
  readonly file: SourceFile;
  readonly found: readonly CrdDocument[];
  /** What there is to say of the text and its documents. */
  readonly told: readonly Diagnostic[];
}

/** The CRDs in use, and what was made of them so far. */
export class CrdSet {
  /** Whose behaviour counts. */
  minor: KubernetesMinor = newestMinor;
  /** What reads, judges and compiles them; each does so once per CRD. */
  tools: CrdTools;
  #texts: readonly ReadText[] = [];
  #known = new Map<string, ReadText>();
  readonly #acceptedBy = new WeakMap<SourceFile, KubernetesMinor>();

  constructor() {
    this.tools = this.#createTools();
  }

  /** In the order in which they were given. */
  get texts(): readonly ReadText[] {
    return this.#texts;
  }

  /** All CRDs, in the order of the texts. */
  get crds(): readonly CrdDocument[] {
    return this.#texts.flatMap(({ found }) => found);
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
    this.#known = new Map(read.map((one) => [keyOf(one.file), one]));
    this.#texts = read;
  }

  async #read(text: CrdText): Promise<ReadText> {
    const known = this.#known.get(keyOf(text));
    const read = known ?? (await readText(text));
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

function minorOf(version: string): KubernetesMinor {
  const minor = parseKubernetesVersion(version);
  if (minor === undefined) throw new RangeError(`Kubernetes '${version}' is not known`);
  return minor;
}

function keyOf({ path, text }: SourceFile): string {
  return `${path}\n${text}`;
}

async function readText({ path, text }: CrdText): Promise<ReadText> {
  const file = { path, text };
  const diagnostics = new Diagnostics();
  const documents = await readDocuments(file, diagnostics);
  const found = findCrds(documents, diagnostics).crds;
  return { file, found, told: diagnostics.list };
}
