import { execFile } from "node:child_process";

/** The answer of git. */
export interface GitAnswer {
  /** 0 if all went well; `undefined` where there is no git to run. */
  readonly code: number | undefined;
  readonly out: Uint8Array;
  /** Its own words, where it failed. */
  readonly error: string;
}

/**
 * Runs git in the working folder, without a shell. Paths are taken as they are, and nobody is asked
 * for a password. Of an answer longer than `longest` bytes only a failure is left.
 */
export function runGit(args: readonly string[], longest: number): Promise<GitAnswer> {
  return new Promise((resolve) => {
    execFile(
      "git",
      args,
      {
        encoding: "buffer",
        maxBuffer: longest,
        env: { ...process.env, GIT_LITERAL_PATHSPECS: "1", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
        windowsHide: true,
      },
      (error, out, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : undefined;
        const isMissing = error !== null && String(error.code) === "ENOENT";
        resolve({
          code: error === null || isMissing ? code : (code ?? 1),
          out,
          error: stderr.toString("utf8").trim() || (error?.message ?? ""),
        });
      },
    );
  });
}
