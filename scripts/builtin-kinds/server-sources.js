/*
 * What the sources of the API server say of its resources: columns of tables, fields to select by.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of what has no printer (apiserver `registry/rest/table.go`). */
const usualColumns = ["string 0 Name", "date 0 Created At"];

/** Columns of kinds of other servers inside (kube-aggregator, apiextensions-apiserver). */
const ofOtherServers = {
  APIService: ["string 0 Name", "string 0 Service", "string 0 Available", "string 0 Age"],
  CustomResourceDefinition: [
    "string 0 Name",
    "string 0 Scope",
    "string 0 Versions",
    "date 0 Created At",
    "string 1 Group",
    "string 1 Kind",
    "string 1 ShortNames",
    "boolean 1 Established",
  ],
};

/** Of one release: the module k8s.io/kubernetes in Go's cache. */
export class ServerSources {
  #root;
  #printers;
  #constants;

  /** @param constants finds the text of a constant of an API, by package and name */
  constructor(release, constants) {
    const modules = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
    this.#root = join(modules, `k8s.io/kubernetes@v${release}/pkg`);
    this.#printers = readFileSync(join(this.#root, "printers/internalversion/printers.go"), "utf8");
    this.#constants = constants;
  }

  /** The columns of a kind in a table, as `string 0 Up-to-date`. */
  columns({ group, kind }) {
    if (this.#hasNoPrinter(group, kind)) return usualColumns;
    const handlers = this.#printers.matchAll(/TableHandler\((\w+), (\w+)\)/g);
    for (const [, name, print] of handlers) {
      const [, printed] =
        new RegExp(`^func ${print}\\(\\w+ \\*\\w+\\.(\\w+),`, "m").exec(this.#printers) ?? [];
      if (printed === kind) return this.#definitions(name);
    }
    return ofOtherServers[kind] ?? usualColumns;
  }

  /** A resource says whether it is printed otherwise than others. */
  #hasNoPrinter(group, kind) {
    const file = join(
      this.#root,
      `registry/${packageOf(group)}/${kind.toLowerCase()}/storage/storage.go`,
    );
    return existsSync(file) && readFileSync(file, "utf8").includes("NewDefaultTableConvertor");
  }

  #definitions(name) {
    const blocks = this.#printers.matchAll(
      new RegExp(`\\t${name} :?= (?:append\\(\\w+, )?\\[\\].*?\\{\\n(.*?)\\n\\t+\\}`, "gs"),
    );
    return [...blocks].flatMap(([, body]) =>
      [...body.matchAll(/\{Name: "([^"]*)", Type: "(\w+)"([^\n]*)/g)].map(
        ([, title, type, rest]) => {
          const [, priority = "0"] = /Priority: (\d+)/.exec(rest) ?? [];
          return `${type} ${priority} ${title}`;
        },
      ),
    );
  }

  /** The fields that lists of a kind select by, beside those of metadata; sorted. */
  selectableFields({ group, version, kind }) {
    const folder = join(this.#root, "apis", packageOf(group), version);
    if (!existsSync(folder)) return [];
    const fields = new Set();
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".go"))) {
      const source = readFileSync(join(folder, file), "utf8");
      const [, text = ""] =
        new RegExp(
          `AddFieldLabelConversionFunc\\(\\s*SchemeGroupVersion.WithKind\\("${kind}"\\)(.*?)default:`,
          "s",
        ).exec(source) ?? [];
      for (const [, label, constant] of text.matchAll(/"([\w.]+)"(?=[,:])|\w+api\.(\w+)/g)) {
        fields.add(label ?? this.#constants(`${packageOf(group)}/${version}.${constant}`));
      }
      // Or there is a map of them.
      const isMapped = new RegExp(
        `WithKind\\("${kind}"\\),\\s*func\\(label, value string\\)[^{]*\\{\\s*mappedLabel`,
      ).test(source);
      if (!isMapped) continue;
      for (const [, label] of source.matchAll(/^\s*"([\w.]+)":\s+"/gm)) fields.add(label);
    }
    return [...fields].filter((name) => !name.startsWith("metadata.")).sort();
  }
}

function packageOf(group) {
  return group === "" ? "core" : group.replace(/\..*/, "");
}
