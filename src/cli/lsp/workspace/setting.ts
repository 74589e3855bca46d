import { isObject } from "../../../runtime/v1/values/json/json.js";

/** What an editor's settings say under `crdgen`. */
export interface EditorSetting {
  /** Inputs as on the command line, beside those of the configuration. */
  readonly crds: readonly string[];
  /** What is wrong with it. */
  readonly faults: readonly string[];
}

export const noSetting: EditorSetting = { crds: [], faults: [] };

/** Reads the settings, which may be anything: `{ "crds": "crds" }`, `{ "crds": ["a", "b"] }`. */
export function readSetting(value: unknown): EditorSetting {
  if (value === undefined || value === null) return noSetting;
  if (!isObject(value)) return { crds: [], faults: ["the setting 'crdgen' must be an object"] };
  const crds = value["crds"] ?? [];
  const list: readonly unknown[] = Array.isArray(crds) ? crds : [crds];
  if (!list.every((one) => typeof one === "string")) {
    const reason = "the setting 'crdgen.crds' must be a list of files, folders, patterns or URLs";
    return { crds: [], faults: [reason] };
  }
  return { crds: list.filter((one) => one !== ""), faults: [] };
}
