import {
  Semver,
  compareSemvers,
  isGreaterSemver,
  isLessSemver,
  isSemver,
  parseSemver,
  semverMajor,
  semverMinor,
  semverPatch,
} from "../../libraries/semver.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isBool, isText, unary } from "../function-table.js";

const version = /* @__PURE__ */ isA(Semver);

/** Semantic versions. */
export const semverFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("semver", isText, (text: string) => parseSemver(text)),
  binary("semver", isText, isBool, parseSemver),
  unary("isSemver", isText, (text: string) => isSemver(text)),
  binary("isSemver", isText, isBool, isSemver),
  unary("major", version, semverMajor),
  unary("minor", version, semverMinor),
  unary("patch", version, semverPatch),
  binary("compareTo", version, version, compareSemvers),
  binary("isLessThan", version, version, isLessSemver),
  binary("isGreaterThan", version, version, isGreaterSemver),
]);
