import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { crdName, findCrds } from "../../crd/frontend/find-crds.js";
import { flagAt, objectAt, objectsAt, textAt } from "../../crd/frontend/raw-fields.js";
import { readDocuments } from "../../crd/source/read.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/** What a CRD says beside its schemas. */
export interface CrdFacts {
  /** `metadata.name`. */
  readonly name: string;
  /** The path of its source. */
  readonly path: string;
  /** Labels and annotations that name a version, as `name: value`, sorted. */
  readonly marks: readonly string[];
  /** The names of versions of which servers warn. */
  readonly deprecated: ReadonlySet<string>;
}

/** The facts of all CRDs of a source, in their order; what cannot be read has none. */
export async function readCrdFacts(source: SourceFile): Promise<readonly CrdFacts[]> {
  const documents = await readDocuments(source, new Diagnostics());
  return findCrds(documents, new Diagnostics()).crds.map((crd) => {
    const versions = objectsAt(objectAt(crd.value, "spec") ?? {}, "versions");
    const deprecated = versions.filter((version) => flagAt(version, "deprecated"));
    return {
      name: crdName(crd),
      path: source.path,
      marks: marksOf(objectAt(crd.value, "metadata") ?? {}),
      deprecated: new Set(deprecated.map((version) => textAt(version, "name"))),
    };
  });
}

/** The longest value that can be a version; annotations can hold whole files. */
const longestMark = 100;

/**
 * Tools write their version, or that of what they are a part of:
 * `controller-gen.kubebuilder.io/version`, `app.kubernetes.io/version`, `helm.sh/chart`,
 * `gateway.networking.k8s.io/bundle-version`.
 */
const namesVersion = /(?:^|[/._-])version$|^helm\.sh\/chart$/;

function marksOf(metadata: JsonObject): readonly string[] {
  const marks = ["labels", "annotations"].flatMap((field) => {
    const texts = objectAt(metadata, field) ?? {};
    return Object.keys(texts)
      .filter((key) => namesVersion.test(key))
      .map((key) => [key, textAt(texts, key)] as const);
  });
  const short = marks.filter(([, value]) => value !== "" && value.length <= longestMark);
  return [...new Set(short.map(([key, value]) => `${key}: ${value}`))].sort();
}
