import { maskOutput } from "../two-clusters.js";

/**
 * What kubectl printed without what differs between two servers that answer alike: ids, versions,
 * times, ages, addresses, names of temporary files, and what follows from the names of processes.
 */
export function maskPrinted(text: string): string {
  return (
    maskOutput(sortFaults(text))
      .replace(/(Resource Version: +)\d+/g, "$1<rv>")
      .replace(/(^|\s)\d+(s|ms|m\d*s?)(?=\s|$)/gm, "$1<age>")
      // Columns are as wide as their widest age.
      .replace(/(<age>|AGE) +/g, "$1 ")
      .replace(/\b(made-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "$1<any>")
      .replace(/^(---|\+\+\+|diff) .*(LIVE|MERGED)-.*$/gm, "$1 <file>")
      .replace(/https:\/\/127\.0\.0\.1:\d+/g, "<server>")
      .replace(/kubectl-edit-\S+/g, "<file>")
      .replace(/(resource version to be \d+, was )\d+/g, "$1<rv>")
      // A second of patience may end within the first second of its watch, or behind it.
      .replace(/^[WEI]\d{4} .*very short watch: .*\n/gm, "")
      .replace(/^[WEI]\d{4} \S+ +\d+ /gm, "<log> ")
      .replace(/(manager"?: "?)(server|kube-apiserver)\b/gi, "$1kube-apiserver")
  );
}

/** The server finds the faults of a map's members in any order. */
function sortFaults(text: string): string {
  return text.replace(/(?:^\* .*\n)+|(?:^ {2}\..*\n)+/gm, (faults) =>
    faults.trimEnd().split("\n").sort().join("\n"),
  );
}
