import type { Rename, Renames } from "../../backends/names/rename.js";
import { kindMatcher } from "../pattern.js";
import type { PartName, ResolvedOverride, Settings } from "../settings.js";

/** The settings of one resource. */
export interface ResourceSettings {
  readonly parts: readonly PartName[];
  readonly versions: Settings["versions"];
  readonly renames: Renames;
}

/** Says what holds for the resource of a group and a kind. */
export type SettingsOf = (group: string, kind: string) => ResourceSettings;

/**
 * Puts the overrides of a resource together: where two say different things, the later one wins.
 */
export function resourceSettings({ parts, versions, overrides }: Settings): SettingsOf {
  const matchers = overrides.map((override) => ({
    override,
    matches: kindMatcher(override.resources),
  }));
  return (group, kind) => {
    const own = matchers.filter(({ matches }) => matches(group, kind));
    const applied = own.map(({ override }) => override);
    return {
      parts: applied.findLast((override) => override.parts !== undefined)?.parts ?? parts,
      versions:
        applied.findLast((override) => override.versions !== undefined)?.versions ?? versions,
      renames: renamesOf(applied),
    };
  };
}

function renamesOf(applied: readonly ResolvedOverride[]): Renames {
  const kind = applied.findLast(({ rename }) => rename.kind !== undefined);
  const types = new Map<string, Rename>();
  for (const [order, { at, rename }] of applied.entries()) {
    for (const by of ["type", "field"] as const) {
      const list = `${by}s` as const;
      for (const [key, name] of Object.entries(rename[list] ?? {})) {
        types.delete(`${by} ${key}`);
        types.set(`${by} ${key}`, { by, key, name, at: [...at, "rename", list, key], order });
      }
    }
  }
  return {
    kind:
      kind?.rename.kind === undefined
        ? undefined
        : { name: kind.rename.kind, at: [...kind.at, "rename", "kind"] },
    types: [...types.values()],
  };
}
