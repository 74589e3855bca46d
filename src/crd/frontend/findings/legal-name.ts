/**
 * A name without faults, near to one that has some; undefined where none is found. `gap` takes the
 * place of what no name may hold.
 */
export function legalName(
  name: string,
  faults: (name: string) => readonly string[],
  gap: "-" | "" = "-",
): string | undefined {
  const candidates = [
    name.replace(/[^\w./-]+/g, gap),
    name.replace(/[^\w.-]+/g, gap),
    name.replace(/[^A-Za-z\d.-]+/g, gap),
    name.toLowerCase().replace(/[^a-z\d.-]+/g, gap),
  ];
  return candidates
    .map((candidate) => candidate.replace(/^[^A-Za-z\d]+|[^A-Za-z\d]+$/g, ""))
    .flatMap((candidate) => [candidate, candidate.replace(/^[^A-Za-z]+/, "")])
    .find((candidate) => candidate !== "" && candidate !== name && faults(candidate).length === 0);
}
