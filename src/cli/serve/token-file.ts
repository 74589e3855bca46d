import { readFileSync } from "node:fs";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import { completeUser } from "../../runtime/v1/testing/authorization/user.js";
import { UsageError } from "../usage-error.js";
import { isSameToken } from "./same-token.js";

/** Users by tokens. */
export interface NamedTokens {
  /** Undefined for a token that the file does not name. */
  userOf(token: string): RequestUser | undefined;
}

/**
 * Reads users from a file, as kube-apiserver does with `--token-auth-file` (apiserver
 * `authentication/token/tokenfile`): lines of token, user name, uid and, in quotes, groups with
 * commas between them.
 *
 * @throws UsageError that says what is wrong in which line, and no token
 */
export function readTokenFile(file: string): NamedTokens {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--token-file: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseTokenFile(text, file);
}

/** @throws UsageError as `readTokenFile` */
export function parseTokenFile(text: string, file: string): NamedTokens {
  const users: (readonly [token: string, user: RequestUser])[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const fault = (words: string): UsageError =>
      new UsageError(`--token-file: line ${index + 1} of ${file} ${words}`);
    const cells = readCsvLine(line);
    if (cells === undefined) throw fault("has quotes that do not end, or text beside quotes");
    const [token = "", username = "", uid = "", groups = ""] = cells;
    if (cells.length < 3) {
      throw fault(`needs a token, a user name and a uid, with commas between them`);
    }
    if (token.trim() === "") throw fault("has no token");
    const names = groups === "" ? [] : groups.split(",").map((group) => group.trim());
    users.push([token, completeUser({ username, uid, groups: names })]);
  }
  return {
    // The last line of a token counts, as in a cluster.
    userOf: (token) => users.findLast(([one]) => isSameToken(token, one))?.[1],
  };
}

/** The cells of a line; undefined for what cannot be read (Go `encoding/csv`). */
function readCsvLine(line: string): readonly string[] | undefined {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const [all = "", quoted] = /^"((?:[^"]|"")*)"(?=,|$)/.exec(rest) ?? [];
    if (all === "" && rest.startsWith('"')) return undefined;
    const plain = /^[^,]*/.exec(rest)?.[0] ?? "";
    if (quoted === undefined && plain.includes('"')) return undefined;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    rest = rest.slice(quoted === undefined ? plain.length : all.length);
    if (rest === "") return cells;
    rest = rest.slice(1);
  }
}
