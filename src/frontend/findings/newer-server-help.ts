/** What to do where older servers do something else than those from `version` on. */
export function newerServerHelp(elsewhere: string, version: string): string {
  return `older servers ${elsewhere}; if you need none of them, lint with \`--minimum-version ${version}\``;
}
