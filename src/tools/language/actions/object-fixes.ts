import { knownNames } from "../../../codegen/pipeline/objects/help/unknown-field-help.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../../crd/diagnostics/wording.js";
import { findField } from "../../../crd/frontend/findings/find-field.js";
import { compareVersionNames } from "../../../crd/frontend/read-resource.js";
import { schemaAt } from "../../../crd/ir/child-schemas.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path } from "../../../crd/source/source-file.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { CrdSet, ServedKind } from "../crds/crd-set.js";
import type { JudgedObjects } from "../judge-text.js";
import { objectAround } from "../places/object-around.js";
import type { Change } from "./change.js";
import type { DraftFix, FaultyPlace } from "./draft-fix.js";
import { exampleValue } from "./example-value.js";
import { otherValues } from "./other-values.js";
import { quotedName, shown } from "./titles.js";

/** Ways to mend what is wrong with an object, the likeliest first. */
export function objectFixes(
  diagnostic: Diagnostic,
  judged: JudgedObjects,
  crds: CrdSet,
): readonly DraftFix[] {
  const { steps, code } = diagnostic;
  const object = steps && objectAround(diagnostic, judged.objects);
  if (steps === undefined || object === undefined) return [];
  const { group, kind, version } = object;
  const known = judged.known.find(group, kind);
  const resource = known?.refused === false ? known.resource : undefined;
  const schema = resource?.versions.find(({ name }) => name === version)?.schema;
  const path = steps.slice(object.path.length);
  const place = { object, path, schema, minor: crds.minor };
  switch (code) {
    case "object/unknown-field":
      return unknownFieldFixes(place);
    case "object/invalid":
      return invalidFixes(diagnostic, place);
    case "object/rejected":
      return diagnostic.message.endsWith(" of type string") ? otherValues(place) : [];
    case "object/unknown-kind":
      return kindFixes(place, crds.kinds);
    case "object/unknown-version":
      return versionFixes(place, resource?.versions.filter(({ served }) => served) ?? []);
    default:
      return [];
  }
}

function unknownFieldFixes(place: FaultyPlace): readonly DraftFix[] {
  const { object, path, schema } = place;
  const name = path.at(-1);
  const parent = path.slice(0, -1);
  const holder = followSteps(object.value, parent);
  const names = knownNames(schema, parent);
  if (typeof name !== "string" || !isObject(holder) || names.has(name)) return [];
  const similar = nearest(
    name,
    Array.from(names).filter((one) => !Object.hasOwn(holder, one)),
  );
  const change: Change = { op: "remove", path: [...object.path, ...path] };
  const isPreferred = similar === undefined;
  const removal = { title: `Remove ${quotedName(name)}`, change, isPreferred };
  return similar === undefined ? [removal] : [renaming(place, path, similar), removal];
}

function renaming({ object }: FaultyPlace, path: Path, name: string): DraftFix {
  return {
    title: `Rename ${quotedName(String(path.at(-1)))} to ${quotedName(name)}`,
    change: { op: "rename", path: [...object.path, ...path], name },
    isPreferred: true,
  };
}

function invalidFixes({ cause }: Diagnostic, place: FaultyPlace): readonly DraftFix[] {
  const { object } = place;
  if (cause === undefined || cause.field === "<nil>") return [];
  const { reason, field } = cause;
  const { path, exists } = findField(field, object.value);
  const found = { ...place, path };
  if (reason === "FieldValueRequired") return exists ? [] : missingFixes(field, found);
  if (!exists) return [];
  if (reason === "FieldValueDuplicate" && typeof path.at(-1) === "number") {
    const change: Change = { op: "remove", path: [...object.path, ...path] };
    return [{ title: "Remove this item", change, isPreferred: true }];
  }
  return otherValues(found);
}

/** The nearest name that is there, or an example of the field. */
function missingFixes(field: string, place: FaultyPlace): readonly DraftFix[] {
  const { object, path, schema, minor } = place;
  const holder = followSteps(object.value, path);
  const own = schemaAt(schema, path);
  const names = [...(own?.fields.keys() ?? []), ...(path[0] === "metadata" ? ["name"] : [])];
  const name = names.find((one) => field === one || field.endsWith(`.${one}`));
  if (name === undefined || !isObject(holder)) return [];
  const known = knownNames(schema, path);
  const unknown = Object.keys(holder).filter((key) => !known.has(key));
  const misspelt = nearest(name, unknown);
  const value = exampleValue(own?.fields.get(name), object.kind, minor);
  const fixes = misspelt === undefined ? [] : [renaming(place, [...path, misspelt], name)];
  if (value === undefined) return fixes;
  const change: Change = { op: "add", path: [...object.path, ...path], name, value };
  const addition = {
    title: `Add ${quotedName(name)}${typeof value === "object" ? "" : `: ${shown(value)}`}`,
    change,
    isPreferred: fixes.length === 0,
  };
  return [...fixes, addition];
}

function versionFixes(
  { object }: FaultyPlace,
  served: readonly { readonly name: string }[],
): readonly DraftFix[] {
  return served.map(({ name }) => {
    const value = object.group === "" ? name : `${object.group}/${name}`;
    const change: Change = { op: "replace", path: [...object.path, "apiVersion"], value };
    return { title: `Use ${shown(value)}`, change, isPreferred: served.length === 1 };
  });
}

/** The nearest kind of the group, or the kind of that name in another. */
function kindFixes({ object }: FaultyPlace, kinds: readonly ServedKind[]): readonly DraftFix[] {
  const own = kinds.filter(({ group }) => group === object.group);
  const similar = nearest(object.kind, own.map(({ kind }) => kind)); // prettier-ignore
  const near = own.find(({ kind }) => kind === similar);
  const isNamesake = ({ kind }: ServedKind): boolean =>
    kind.toLowerCase() === object.kind.toLowerCase();
  const meant = [...(near === undefined ? [] : [near]), ...kinds.filter(isNamesake)];
  return [...new Set(meant)].flatMap((one, index) => {
    const { group, kind, versions } = one;
    const [first] = versions.toSorted(compareVersionNames);
    const version = versions.includes(object.version) ? object.version : first;
    if (version === undefined) return [];
    const apiVersion = `${group}/${version}`;
    const heads = { kind, apiVersion };
    const changes = (["kind", "apiVersion"] as const).flatMap((name): Change[] => {
      const value = heads[name];
      if (object.value[name] === value) return [];
      return [{ op: "replace", path: [...object.path, name], value }];
    });
    const [change, ...also] = changes;
    if (change === undefined) return [];
    const title = `Use ${quotedName(kind)} of ${quotedName(apiVersion)}`;
    return [{ title, change, also, isPreferred: index === 0 }];
  });
}
