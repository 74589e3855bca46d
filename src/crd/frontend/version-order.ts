/**
 * Order of API versions by maturity (apimachinery `version/helpers.go`): `v2` before `v1`, stable
 * before beta before alpha, then by number; names of any other form come last, in alphabetical
 * order. Negative: `left` is preferred.
 */
export function compareVersionNames(left: string, right: string): number {
  if (left === right) return 0;
  const [first, second] = [parse(left), parse(right)];
  if (first === undefined && second === undefined) return left < right ? -1 : 1;
  if (first === undefined) return 1;
  if (second === undefined) return -1;
  return second.stage - first.stage || second.major - first.major || second.minor - first.minor;
}

interface KubeVersion {
  readonly stage: number;
  readonly major: number;
  readonly minor: number;
}

const stages: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };
const stable = 3;

function parse(name: string): KubeVersion | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(name);
  if (match === null) return undefined;
  const [, major = "", stage, minor] = match;
  return {
    stage: stage === undefined ? stable : (stages[stage] ?? stable),
    major: Number(major),
    minor: Number(minor ?? 0),
  };
}
