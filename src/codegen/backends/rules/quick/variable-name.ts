/** What a variable of CEL is called in JavaScript, unless something else there is called so. */
export function variableName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "");
  return plain === "" || /^[0-9]/.test(plain) || reserved.has(plain) ? `${plain}It` : plain;
}

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);
