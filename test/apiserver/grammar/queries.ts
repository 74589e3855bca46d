import type { Generator } from "./generator.js";
import { oneOf, several, some, sometimes } from "./generator.js";
import { ownName } from "./paths.js";

/** The values of a parameter: those that have an effect, and those that have none or are wrong. */
interface Parameter {
  readonly right: Generator<string>;
  readonly wrong: Generator<string>;
}

const flags: Parameter = {
  right: oneOf("true", "false", "1", "0"),
  wrong: oneOf("", "yes", "TRUE", "t", "x", "2"),
};

const numbers: Parameter = {
  right: oneOf("1", "2", "0", "500"),
  wrong: oneOf("", "-1", "x", "1.5", "99999999999999999999", "+1", "0x1", "%201"),
};

const referenced: Generator<string> = (scope) => `$rv(${ownName(scope)})`;

const parameters = {
  pretty: flags,
  dryRun: { right: oneOf("All"), wrong: oneOf("", "all", "None", "All,All") },
  fieldManager: {
    right: oneOf("one", "two", "three"),
    wrong: oneOf("", "%0A", "%C3%A9", "m".repeat(129), "a%00b"),
  },
  fieldValidation: {
    right: oneOf("Strict", "Warn", "Ignore"),
    wrong: oneOf("", "strict", "Nope"),
  },
  force: flags,
  labelSelector: {
    right: oneOf(
      "app", "app%3Dweb", "app!%3Dweb", "!app", "app+in+(web,db)", "app+notin+(web)", "app,tier%3Dback", "n%3E4", "n%3C6", "",
    ),
    wrong: oneOf(
      "a%20b", "%3D", "app%3D%3D%3D", "app+in+()", "app+in+web", "(", "app%3Da+b", "app,", ",", "n%3Ex", "-a", "app%3D-x",
      "app+in+(a,,b)", "app%3D%C3%A9", "a/b/c", "a".repeat(64), "!", "!!app", "app+exists", "in+in+(in)", "app%3Dweb)",
    ),
  },
  fieldSelector: {
    right: (scope) =>
      scope.random.pick([
        `metadata.name%3D${ownName(scope)}`, `metadata.name!%3D${ownName(scope)}`, "metadata.namespace%3Dgrammar-a",
        `metadata.name%3D%3D${ownName(scope)},metadata.namespace!%3Dx`, "",
        ...scope.resource.selectable.map((field) => `${field}%3Dx`),
      ]),
    wrong: oneOf(
      "metadata.name", "spec.nothing%3D1", "%3D", "metadata.name%3Da,", "a%3Db%3Dc", "metadata.uid%3Dx", "metadata.name%3Da%5C",
      "metadata.name+in+(a)", "status.phase%3DActive", ",",
    ),
  },
  limit: numbers,
  continue: {
    right: oneOf("$continue"),
    wrong: oneOf("x", "", "e30", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MX0", "%00"),
  },
  resourceVersion: {
    right: sometimes(0.6, referenced, oneOf("0", "$rv(list)")),
    wrong: oneOf("", "x", "-1", "99999999999", "99999999999999999999", "00", "1.0"),
  },
  resourceVersionMatch: {
    right: oneOf("Exact", "NotOlderThan"),
    wrong: oneOf("", "exact", "Newest"),
  },
  sendInitialEvents: flags,
  allowWatchBookmarks: flags,
  watch: { right: oneOf("1", "true"), wrong: oneOf("0", "false", "", "x") },
  timeoutSeconds: numbers,
  timeout: { right: oneOf("10s", "1m", "34s"), wrong: oneOf("", "x", "10", "-1s", "0s", "1h", "1.5.s") },
  gracePeriodSeconds: numbers,
  orphanDependents: flags,
  propagationPolicy: {
    right: oneOf("Orphan", "Foreground", "Background"),
    wrong: oneOf("", "orphan", "Nope"),
  },
  uid: { right: (scope) => `$uid(${ownName(scope)})`, wrong: oneOf("x", "") },
  ignoreStoreReadErrorWithClusterBreakingPotential: flags,
  includeObject: { right: oneOf("Object", "None", "Metadata"), wrong: oneOf("", "none", "All") },
  export: flags,
  unknown: { right: oneOf("1"), wrong: oneOf("") },
} satisfies Readonly<Record<string, Parameter>>; // prettier-ignore

type ParameterName = keyof typeof parameters;

const allNames = Object.keys(parameters) as ParameterName[]; // its own keys

function parameter(name: ParameterName): Generator<string> {
  const { right, wrong } = parameters[name];
  const value = sometimes(0.15, wrong, right);
  return (scope) => `${name}=${value(scope)}`;
}

/** What belongs to a verb, with the chance of each, and now and then anything else. */
function query(
  rows: Partial<Readonly<Record<ParameterName, number>>>,
): Generator<readonly string[]> {
  const drawn = some(
    ...(Object.entries(rows) as [ParameterName, number][]) // keys of the record
      .map(([name, chance]) => [chance, parameter(name)] as const),
  );
  return (scope) => {
    const items = [...drawn(scope), ...strange(scope)];
    if (items.length > 0 && scope.random.chance(0.02)) items.push(repeated(items[0] ?? "", scope));
    return items;
  };
}

/** The same parameter again, with the same or another value. */
function repeated(item: string, scope: Parameters<Generator<string>>[0]): string {
  const name = item.split("=")[0] ?? "";
  const known = allNames.find((other) => other === name);
  return known === undefined || scope.random.chance(0.3) ? item : parameter(known)(scope);
}

const anyParameter: Generator<string> = (scope) => parameter(scope.random.pick(allNames))(scope);
const broken = oneOf(
  "",
  "=",
  "a",
  "a=b=c",
  "%zz=1",
  "limit=%zz",
  "a;b",
  "limit=1;x",
  "%6Cimit=1",
  "Limit=1",
);
const strange = sometimes<readonly string[]>(
  0.05,
  several(1, 2, sometimes(0.25, broken, anyParameter)),
  () => [],
);

/** Queries by what is asked for. */
export const queries = {
  none: query({}),
  get: query({ pretty: 0.03, resourceVersion: 0.05 }),
  list: query({
    limit: 0.3, continue: 0.12, labelSelector: 0.2, fieldSelector: 0.15, resourceVersion: 0.2,
    resourceVersionMatch: 0.1, pretty: 0.03, timeoutSeconds: 0.03, timeout: 0.02, includeObject: 0.05,
    allowWatchBookmarks: 0.02, sendInitialEvents: 0.01,
  }),
  watch: query({
    labelSelector: 0.2, fieldSelector: 0.15, resourceVersion: 0.7, resourceVersionMatch: 0.15, sendInitialEvents: 0.15,
    allowWatchBookmarks: 0.2, limit: 0.02, includeObject: 0.05,
  }),
  write: query({ dryRun: 0.08, fieldManager: 0.3, fieldValidation: 0.25, pretty: 0.03 }),
  apply: query({ dryRun: 0.06, fieldManager: 0.97, force: 0.35, fieldValidation: 0.15, pretty: 0.02 }),
  delete: query({
    dryRun: 0.1, propagationPolicy: 0.15, gracePeriodSeconds: 0.1, orphanDependents: 0.05,
    resourceVersion: 0.06, uid: 0.06,
    ignoreStoreReadErrorWithClusterBreakingPotential: 0.02,
  }),
  deleteCollection: query({
    labelSelector: 0.4, fieldSelector: 0.4, dryRun: 0.15, limit: 0.1, propagationPolicy: 0.1, resourceVersion: 0.05,
  }),
  any: several(0, 3, sometimes(0.2, broken, anyParameter)),
} satisfies Readonly<Record<string, Generator<readonly string[]>>>; // prettier-ignore
