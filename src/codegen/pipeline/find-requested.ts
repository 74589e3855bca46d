import { nearest } from "../../crd/diagnostics/wording.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { compareVersionNames } from "../../crd/frontend/read-resource.js";
import type { Resource, Version } from "../../crd/ir/resource.js";
import { objectAt, objectsAt, textAt, textsAt } from "../../runtime/v1/values/json/raw-fields.js";

/** A resource that somebody named, and what stands behind its name. */
interface Requested {
  readonly crd: CrdDocument;
  /** The version, where the name says it. */
  readonly version: string | undefined;
  /** The fields behind the name. */
  readonly path: readonly string[];
}

/** Why a name leads to no resource. */
interface NotFound {
  readonly reason: string;
  /** What may be meant. */
  readonly similar?: string | undefined;
}

/**
 * Finds the resource that a text names: its plural, singular, kind or a short name, then perhaps
 * its group, or version and group (`crontabs.v1.stable.example.com`), then fields. Names do not
 * depend on upper and lower case. A group that fits is preferred to a field, and a plural to a
 * short name; of CRDs with one name the first counts.
 *
 * Source: kubectl `explain/explain.go`, `SplitAndParseResourceRequestWithMatchingPrefix`; client-go
 * `restmapper/shortcut.go`.
 *
 * @param group the group that is asked for, any if undefined
 */
export function findRequested(
  text: string,
  crds: readonly CrdDocument[],
  group: string | undefined,
): Requested | NotFound {
  const names = splitPath(text);
  if (names === undefined) return { reason: `'${text}' is not a path of names` };
  const [first = "", ...rest] = names;
  const known = crds.map(namesOf).filter((one) => group === undefined || one.group === group);
  const matches = known.flatMap((one) => matchOf(one, first.toLowerCase(), rest));
  const best = Math.max(...matches.map(({ strength }) => strength));
  const [match, ...others] = withoutRepeats(matches.filter(({ strength }) => strength === best));
  if (match === undefined) return unknown(first, known);
  if (others.length === 0) return match;
  const choices = [match, ...others].map(({ named }) => fullName(named)).join("', '");
  return { reason: `'${first}' can be any of '${choices}': name one of them` };
}

/** The names of a resource. */
export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
}

interface NamedCrd extends ResourceNames {
  readonly crd: CrdDocument;
  readonly group: string;
  readonly versions: readonly string[];
}

interface Match extends Requested {
  readonly named: NamedCrd;
  readonly strength: number;
}

function namesOf(crd: CrdDocument): NamedCrd {
  const spec = objectAt(crd.value, "spec") ?? {};
  const names = objectAt(spec, "names") ?? {};
  const [kind, singular] = [textAt(names, "kind"), textAt(names, "singular")];
  const single = textAt(spec, "version");
  return {
    crd,
    group: textAt(spec, "group"),
    plural: textAt(names, "plural"),
    singular: singular === "" ? kind.toLowerCase() : singular,
    kind,
    shortNames: textsAt(names, "shortNames"),
    versions: [...objectsAt(spec, "versions").map((one) => textAt(one, "name")), single],
  };
}

/** The extra strength of a name with a group, which beats any name without one. */
const groupStrength = 10;

function matchOf(named: NamedCrd, name: string, rest: readonly string[]): readonly Match[] {
  const strength = strengthOf(named, name);
  if (strength === 0) return [];
  const { crd, group, versions } = named;
  const groups = group.split(".");
  if (beginsWith(rest, groups)) {
    const path = rest.slice(groups.length);
    return [{ crd, named, version: undefined, path, strength: strength + groupStrength }];
  }
  const [version = "", ...behind] = rest;
  if (versions.includes(version) && beginsWith(behind, groups)) {
    const path = behind.slice(groups.length);
    return [{ crd, named, version, path, strength: strength + groupStrength }];
  }
  return [{ crd, named, version: undefined, path: rest, strength }];
}

/** How well a name in lower case fits a resource; 0 where it does not. */
export function strengthOf(
  { plural, singular, kind, shortNames }: ResourceNames,
  name: string,
): number {
  if (name === plural.toLowerCase()) return 3;
  if (name === singular.toLowerCase() || name === kind.toLowerCase()) return 2;
  return shortNames.some((short) => short.toLowerCase() === name) ? 1 : 0;
}

function beginsWith(names: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((name, index) => names[index] === name);
}

function withoutRepeats(matches: readonly Match[]): readonly Match[] {
  const seen = new Set<string>();
  return matches.filter(({ named }) => {
    const name = fullName(named);
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}

function fullName({ plural, group }: NamedCrd): string {
  return `${plural}.${group}`;
}

function unknown(name: string, known: readonly NamedCrd[]): NotFound {
  const all = known.flatMap(({ plural, singular, kind, shortNames }) => [
    ...[plural, singular, kind],
    ...shortNames,
  ]);
  return { reason: `none of the CRDs defines '${name}'`, similar: nearest(name, all) };
}

/**
 * The version of a resource that is named, or the one that clients prefer: the first by maturity of
 * those that are served.
 *
 * @returns undefined if there is no such version that is served
 */
export function requestedVersion(
  { versions }: Resource,
  name: string | undefined,
): Version | undefined {
  const served = servedVersions(versions);
  return name === undefined ? served[0] : served.find((version) => version.name === name);
}

/** Those that are served, the preferred one first. */
export function servedVersions(versions: readonly Version[]): readonly Version[] {
  return versions
    .filter(({ served }) => served)
    .sort((left, right) => compareVersionNames(left.name, right.name));
}

/**
 * The names of a path such as `crontabs.spec.template` or `crontabs.spec['a.b']`, as kubectl takes
 * them (client-go `util/jsonpath`, fields alone); a dot at the end is ignored, and so are indices
 * such as `[0]` and `[*]`.
 *
 * @returns undefined where the text is no such path
 */
export function splitPath(text: string): readonly string[] | undefined {
  const names: string[] = [];
  let rest = text.replace(/\.$/, "");
  while (rest !== "") {
    const [step, name, single, double] = nextStep.exec(rest) ?? [];
    if (step === undefined) return undefined;
    const found = name ?? single ?? double;
    if (found !== undefined) names.push(found.replace(/\\(.)/g, "$1"));
    rest = rest.slice(step.length);
  }
  return names.length === 0 ? undefined : names;
}

/** A name; a name in brackets, in one kind of quotes or the other; or an index. */
const nextStep =
  /^\.?((?:[^.[\]'"\\]|\\.)+)|^\.?\['((?:[^'\\]|\\.)*)'\]|^\.?\["((?:[^"\\]|\\.)*)"\]|^\[(?:\d+|\*)\]/u;
