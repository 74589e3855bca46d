import { quote } from "../../values/go/quote.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { toInt } from "../values/numbers.js";
import type { Int, Value } from "../values/value.js";
import { CelObject } from "../values/value.js";

/** A semantic version (`library/semverlib.go`, blang/semver 4). */
export class Semver extends CelObject {
  readonly typeName: string = "kubernetes.Semver";
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly string[];
  readonly build: readonly string[];

  constructor(
    numbers: readonly [bigint, bigint, bigint],
    prerelease: readonly string[],
    build: readonly string[],
  ) {
    super();
    [this.major, this.minor, this.patch] = numbers;
    this.prerelease = prerelease;
    this.build = build;
  }

  /** Build metadata does not count. */
  equals(other: Value): boolean | CelError {
    return other instanceof Semver ? compareSemvers(this, other) === 0 : noSuchOverload();
  }
}

/** `semver(text)`, `semver(text, normalize)`. */
export function parseSemver(text: string, normalize = false): Semver | CelError {
  const normalized = normalize ? normalizeSemver(text) : text;
  if (normalized instanceof CelError) return normalized;
  if (normalized === "") return new CelError("Version string empty");
  const parts = splitThree(normalized);
  if (parts === undefined) return new CelError("No Major.Minor.Patch elements found");
  const major = parsePart(parts[0], "major", "Major");
  if (major instanceof CelError) return major;
  const minor = parsePart(parts[1], "minor", "Minor");
  if (minor instanceof CelError) return minor;
  const [beforeBuild, build] = cut(parts[2], "+");
  const [patchText, prerelease] = cut(beforeBuild, "-");
  const patch = parsePart(patchText, "patch", "Patch");
  if (patch instanceof CelError) return patch;
  const fault = prereleaseFault(prerelease) ?? buildFault(build);
  return fault ?? new Semver([major, minor, patch], prerelease, build);
}

/** `isSemver(text)`, `isSemver(text, normalize)`. */
export function isSemver(text: string, normalize = false): boolean {
  return parseSemver(text, normalize) instanceof Semver;
}

/** `left.compareTo(right)`: -1, 0 or 1. */
export function compareSemvers(left: Semver, right: Semver): number {
  return (
    order(left.major, right.major) ||
    order(left.minor, right.minor) ||
    order(left.patch, right.patch) ||
    comparePrereleases(left.prerelease, right.prerelease)
  );
}

/** `left.isLessThan(right)`. */
export function isLessSemver(left: Semver, right: Semver): boolean {
  return compareSemvers(left, right) < 0;
}

/** `left.isGreaterThan(right)`. */
export function isGreaterSemver(left: Semver, right: Semver): boolean {
  return compareSemvers(left, right) > 0;
}

/** `version.major()`; a number beyond int64 wraps, as on the server. */
export function semverMajor(version: Semver): Int {
  return wrapped(version.major);
}

/** `version.minor()`. */
export function semverMinor(version: Semver): Int {
  return wrapped(version.minor);
}

/** `version.patch()`. */
export function semverPatch(version: Semver): Int {
  return wrapped(version.patch);
}

function wrapped(value: bigint): Int {
  return toInt(BigInt.asIntN(64, value)) ?? 0;
}

function order(left: bigint | string, right: bigint | string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function comparePrereleases(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) {
    return Number(left.length === 0) - Number(right.length === 0);
  }
  for (let index = 0; index < left.length && index < right.length; index++) {
    const result = compareIdentifiers(left[index] ?? "", right[index] ?? "");
    if (result !== 0) return result;
  }
  return Math.sign(left.length - right.length);
}

/** Numbers come before words. */
function compareIdentifiers(left: string, right: string): number {
  const leftNumber = isDigits(left);
  const rightNumber = isDigits(right);
  if (leftNumber && rightNumber) return order(BigInt(left), BigInt(right));
  return leftNumber === rightNumber ? order(left, right) : leftNumber ? -1 : 1;
}

function normalizeSemver(text: string): string | CelError {
  const parts = (text.startsWith("v") ? text.slice(1) : text).split(".");
  const three = parts.length > 3 ? [...parts.slice(0, 2), parts.slice(2).join(".")] : parts;
  const stripped = three.map(stripLeadingZeros);
  if (stripped.length < 3 && /[+-]/.test(stripped[stripped.length - 1] ?? "")) {
    return new CelError("short version cannot contain PreRelease/Build meta data");
  }
  while (stripped.length < 3) stripped.push("0");
  return stripped.join(".");
}

function stripLeadingZeros(part: string): string {
  if (part.length < 2) return part;
  const stripped = part.replace(/^0+/, "");
  return /^[0-9]/.test(stripped) ? stripped : `0${stripped}`;
}

function splitThree(text: string): readonly [string, string, string] | undefined {
  const [major, minor, ...rest] = text.split(".");
  if (major === undefined || minor === undefined || rest.length === 0) return undefined;
  return [major, minor, rest.join(".")];
}

function parsePart(text: string, name: string, title: string): bigint | CelError {
  if (/[^0-9]/.test(text)) {
    return new CelError(`Invalid character(s) found in ${name} number ${quote(text)}`);
  }
  if (hasLeadingZero(text)) {
    return new CelError(`${title} number must not contain leading zeroes ${quote(text)}`);
  }
  return parseUnsigned(text);
}

function parseUnsigned(text: string): bigint | CelError {
  if (text === "") return new CelError(`strconv.ParseUint: parsing "": invalid syntax`);
  const value = BigInt(text);
  if (BigInt.asUintN(64, value) === value) return value;
  return new CelError(`strconv.ParseUint: parsing ${quote(text)}: value out of range`);
}

function prereleaseFault(identifiers: readonly string[]): CelError | undefined {
  for (const identifier of identifiers) {
    if (identifier === "") return new CelError("Prerelease is empty");
    if (isDigits(identifier)) {
      if (hasLeadingZero(identifier)) {
        return new CelError(
          `Numeric PreRelease version must not contain leading zeroes ${quote(identifier)}`,
        );
      }
      const value = parseUnsigned(identifier);
      if (value instanceof CelError) return value;
    } else if (!isIdentifier(identifier)) {
      return new CelError(`Invalid character(s) found in prerelease ${quote(identifier)}`);
    }
  }
  return undefined;
}

function buildFault(identifiers: readonly string[]): CelError | undefined {
  for (const identifier of identifiers) {
    if (identifier === "") return new CelError("Build meta data is empty");
    if (!isIdentifier(identifier)) {
      return new CelError(`Invalid character(s) found in build meta data ${quote(identifier)}`);
    }
  }
  return undefined;
}

/** Splits a text into the part before the mark, and the dotted identifiers after it. */
function cut(text: string, mark: string): readonly [string, readonly string[]] {
  const index = text.indexOf(mark);
  return index < 0 ? [text, []] : [text.slice(0, index), text.slice(index + 1).split(".")];
}

function isDigits(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

function isIdentifier(text: string): boolean {
  return /^[0-9A-Za-z-]+$/.test(text);
}

function hasLeadingZero(text: string): boolean {
  return text.length > 1 && text.startsWith("0");
}

/** The version written back. */
export function semverText(version: Semver): string {
  const { major, minor, patch, prerelease, build } = version;
  const before = prerelease.length === 0 ? "" : `-${prerelease.join(".")}`;
  const behind = build.length === 0 ? "" : `+${build.join(".")}`;
  return `${major}.${minor}.${patch}${before}${behind}`;
}
