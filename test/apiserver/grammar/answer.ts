import { isDeepStrictEqual } from "node:util";

/** What a server answered, with what differs from one to the next named or left out. */
export interface Answer {
  readonly code: number;
  /** Those that clients go by, in this order: undefined headers are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** As it came, to the order of keys. */
  readonly body: string;
}

/** The answer with no headers but those that another server can have too. */
export function withHeaders(answer: Answer, names: readonly string[]): Answer {
  const headers = Object.entries(answer.headers).filter(([name]) => names.includes(name));
  return { ...answer, headers: Object.fromEntries(headers) };
}

/** Whether two servers said the same. */
export function isSame(theirs: Answer, ours: Answer): boolean {
  return isDeepStrictEqual(theirs, ours);
}

/** What two answers differ in, without names and numbers: alike for faults of one cause. */
export function signatureOf(method: string, theirs: Answer, ours: Answer): string {
  const parts = [method, `${theirs.code}/${ours.code}`];
  if (theirs.code === ours.code) {
    if (!isDeepStrictEqual(theirs.headers, ours.headers)) {
      parts.push(differingHeaders(theirs, ours));
    }
    if (!isDeepStrictEqual(theirs.warnings, ours.warnings)) {
      parts.push(
        `warnings ${skeleton(theirs.warnings.join())} / ${skeleton(ours.warnings.join())}`,
      );
    }
  }
  if (theirs.body !== ours.body) parts.push(differingPart(theirs.body, ours.body));
  return parts.join(" ");
}

function differingHeaders({ headers }: Answer, { headers: others }: Answer): string {
  const names = new Set([...Object.keys(headers), ...Object.keys(others)]);
  return [...names]
    .filter((name) => headers[name] !== others[name])
    .map((name) => `${name}: ${headers[name] ?? "-"} / ${others[name] ?? "-"}`)
    .join();
}

/** Around the first character that is another one. */
function differingPart(theirs: string, ours: string): string {
  const message = /"message":"((?:[^"\\]|\\.)*)"/;
  const [, one] = message.exec(theirs) ?? [];
  const [, other] = message.exec(ours) ?? [];
  if (one !== undefined && other !== undefined && one !== other) {
    return `${skeleton(one)} / ${skeleton(other)}`;
  }
  let at = 0;
  while (at < theirs.length && theirs[at] === ours[at]) at++;
  const begin = Math.max(0, at - 12);
  return `${skeleton(theirs.slice(begin, at + 24))} / ${skeleton(ours.slice(begin, at + 24))}`;
}

function skeleton(text: string): string {
  return text
    .replace(/\\"(?:[^"\\]|\\[^"])*\\"/g, "Q")
    .replace(/"[^"]*"/g, "Q")
    .replace(/'[^']*'/g, "Q")
    .replace(/[\w-]+(?:[.[][\w[\].-]*)+/g, "P")
    .replace(/\d+/g, "N")
    .slice(0, 120);
}
