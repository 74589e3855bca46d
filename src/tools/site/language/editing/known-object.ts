import type { Path } from "../../../../crd/source/document.js";
import { splitApiVersion } from "../../../../runtime/versions/group-version.js";
import type { CrdSet } from "../crds/crd-set.js";
import { KnownFields } from "./known-fields.js";
import type { Entry, Outline } from "./outline.js";
import { plainText } from "./outline.js";

/** The object around a place, and what is known of it. */
export interface KnownObject {
  readonly object: Entry;
  /** `""` where the object names none yet. */
  readonly apiVersion: string;
  readonly kind: string;
  /** From the object to the place. */
  readonly path: Path;
  /** Undefined where no CRD defines the object's kind and version. */
  readonly fields: KnownFields | undefined;
}

/** The object that a chain of entries leads into. */
export function knownObject(document: Outline, chain: readonly Entry[], crds: CrdSet): KnownObject {
  const { object, rest } = objectOf(document, chain);
  const apiVersion = textOf(document, object, "apiVersion");
  const kind = textOf(document, object, "kind");
  const { group, version: name } = splitApiVersion(apiVersion);
  const resource = crds.resource(group, kind);
  const version = resource?.versions.find((one) => one.name === name);
  const fields = resource && version && new KnownFields(resource, version);
  return { object, apiVersion, kind, path: rest.map(({ key }) => key), fields };
}

/** The text of a child, without quotes; `""` if there is none. */
function textOf(document: Outline, holder: Entry | undefined, key: string): string {
  const child = holder?.children.find((entry) => entry.key === key);
  if (child?.value === undefined) return "";
  return plainText(document.text.slice(child.value.from, child.value.to));
}

/** An object of a document, and the way from there. */
interface PlacedObject {
  readonly object: Entry;
  readonly rest: readonly Entry[];
}

/** The object that a chain leads into: of a list of objects, one of its items. */
function objectOf(document: Outline, chain: readonly Entry[]): PlacedObject {
  let [object = document.root, ...rest] = chain;
  for (;;) {
    const [items, item, ...others] = rest;
    const isList =
      textOf(document, object, "kind").endsWith("List") &&
      items?.key === "items" &&
      item !== undefined;
    if (!isList) return { object, rest };
    object = item;
    rest = others;
  }
}
