/*
 * What Go's sources say of the types of kinds.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Types that read and write themselves, which the decoder knows by name. */
const ownTypes = {
  "meta/v1.Time": "Time",
  "meta/v1.MicroTime": "MicroTime",
  "meta/v1.Duration": "Duration",
  "meta/v1.FieldsV1": "FieldsV1",
  "resource.Quantity": "Quantity",
  "intstr.IntOrString": "IntOrString",
  "runtime.RawExtension": "RawExtension",
  "apiextensions/v1.JSON": "JSON",
  "apiextensions/v1.JSONSchemaPropsOrArray": "JSONSchemaPropsOrArray",
  "apiextensions/v1.JSONSchemaPropsOrBool": "JSONSchemaPropsOrBool",
  "apiextensions/v1.JSONSchemaPropsOrStringArray": "JSONSchemaPropsOrStringArray",
};

/** Modules of packages that are not in the module of all APIs. */
const places = {
  "meta/v1": "apimachinery@/pkg/apis/meta/v1",
  "apiextensions/v1": "apiextensions-apiserver@/pkg/apis/apiextensions/v1",
  "apiregistration/v1": "kube-aggregator@/pkg/apis/apiregistration/v1",
};

/** The sources of one release: those of modules in Go's cache. */
export class GoSources {
  #root;
  #version;
  #texts = new Map();

  constructor(release) {
    this.#root = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
    this.#version = `v0.${release.split(".").slice(1).join(".")}`;
  }

  hasStruct(key) {
    const { place, name } = split(key);
    return (
      existsSync(this.#folder(place)) &&
      new RegExp(`^type ${name} struct`, "m").test(this.#source(place))
    );
  }

  /** The fields of a struct, in their order; inlined ones in their place. */
  fields(key) {
    const fields = [];
    const line = /^\s*(?:(\w+)\s+)?([*\w.[\]]+)\s+`([^`]*)`/gm;
    for (const [, , type, tags] of this.#body(key).matchAll(line)) {
      const [, json = "-", options = ""] = /json:"([^",]*)(?:,([^"]*))?"/.exec(tags) ?? [];
      const [, number] = /protobuf:"\w+,(\d+),/.exec(tags) ?? [];
      if (json === "" && /^(metav1\.)?TypeMeta$/.test(type)) {
        const text = { type: "string", isPrinted: false, number: 0, uses: [] };
        fields.push({ json: "kind", ...text }, { json: "apiVersion", ...text });
        continue;
      }
      if (json === "-") continue;
      if (number === undefined) throw new Error(`${key}: cannot read ${type} ${tags}`);
      if (json === "") {
        const inner = this.#qualified(type, key);
        const within = `${inner.replace(/.*\./, "")}:${number}`;
        fields.push(...this.fields(inner).map((field) => ({ ...field, within })));
        continue;
      }
      const isPrinted = !/omitempty|omitzero/.test(options);
      fields.push({ json, ...this.#tableType(type, key), isPrinted, number: Number(number) });
    }
    return fields;
  }

  /** The values of a type that is marked as an enum, sorted; undefined for others. */
  enumValues(key) {
    const { place, name } = split(key);
    if (!existsSync(this.#folder(place))) return undefined;
    const source = this.#source(place);
    const [, comment = ""] =
      new RegExp(`((?:^[ \\t]*//.*\\n)+)type ${name} string`, "m").exec(source) ?? [];
    if (!/^\s*\/\/\s*\+enum\s*$/m.test(comment)) return undefined;
    const values = new Set();
    const constant = new RegExp(
      `^(?:const)?[ \\t]*\\w+[ \\t]+(?:${name}[ \\t]*=[ \\t]*|=[ \\t]*${name}\\()(?:"([^"]*)"|([\\w.]+)\\))`,
      "gm",
    );
    for (const [, value, other] of source.matchAll(constant)) {
      values.add(value ?? this.constant(this.#qualified(other, key)));
    }
    return [...values].sort();
  }

  /** The text of a constant. */
  constant(key) {
    const { place, name } = split(key);
    const [, value] =
      new RegExp(`^\\s*${name}\\b[^"\\n]*"([^"]*)"`, "m").exec(this.#source(place)) ?? [];
    if (value === undefined) throw new Error(`Go has no constant ${key}`);
    return value;
  }

  /** A type of Go in the words of the table. */
  #tableType(type, key) {
    if (type.startsWith("*")) return prefixed("*", this.#tableType(type.slice(1), key));
    if (type === "[]byte") return { type: "bytes", uses: [] };
    if (type.startsWith("[]")) return prefixed("[]", this.#tableType(type.slice(2), key));
    const [map] = /^map\[[\w.]+\]/.exec(type) ?? [];
    if (map !== undefined)
      return prefixed("map[string]", this.#tableType(type.slice(map.length), key));
    if (/^(string|bool|u?int(8|16|32|64)|float64)$/.test(type)) return { type, uses: [] };
    const own = this.#qualified(type, key);
    if (own === "types.UID" || own === "types.NodeName") return { type: `string~${own}`, uses: [] };
    if (ownTypes[own] !== undefined) return { type: ownTypes[own], uses: [] };
    const underlying = this.#underlying(own);
    if (underlying === "struct") return { type: own, uses: [own] };
    const inner = this.#tableType(underlying, own);
    const isList = inner.type.startsWith("[]") || inner.type.startsWith("map[");
    const named = isList ? `(${inner.type})` : inner.type;
    return { type: `${named}~${own}`, uses: inner.uses };
  }

  /** A type with the package that it stands in. */
  #qualified(type, key) {
    const { place } = split(key);
    if (!type.includes(".")) return `${place}.${type}`;
    const [alias, name] = type.split(".");
    const imports = this.#source(place).matchAll(/^(?:import)?\s+(?:(\w+) )?"([\w./-]+)"$/gm);
    for (const [, given, path] of imports) {
      if ((given ?? path.replace(/.*\//, "")) !== alias) continue;
      const [, own] = /(?:\/api\/|\/apis\/)(\w+\/\w+)$/.exec(path) ?? [];
      return `${own ?? path.replace(/.*\//, "")}.${name}`;
    }
    throw new Error(`${key}: unknown package of ${type}`);
  }

  #underlying(key) {
    const { place, name } = split(key);
    const [, type] =
      new RegExp(`^type ${name} =? ?([\\w.[\\]]+)`, "m").exec(this.#source(place)) ?? [];
    if (type === undefined) throw new Error(`Go has no ${key}`);
    return type;
  }

  #body(key) {
    const { place, name } = split(key);
    const source = this.#source(place);
    if (source.includes(`\ntype ${name} struct{}`)) return "";
    const [, body] = new RegExp(`^type ${name} struct \\{$(.*?)^\\}$`, "ms").exec(source) ?? [];
    if (body === undefined) throw new Error(`Go has no struct ${key}`);
    return body;
  }

  #folder(place) {
    const [module = "", inner = ""] = (places[place] ?? `api@/${place}`).split("@");
    return join(this.#root, `k8s.io/${module}@${this.#version}${inner}`);
  }

  #source(place) {
    const known = this.#texts.get(place);
    if (known !== undefined) return known;
    const folder = this.#folder(place);
    if (!existsSync(folder)) throw new Error(`${folder} is not there`);
    const isOwn = (name) => name.endsWith(".go") && !/_test|swagger|^zz_|generated/.test(name);
    const files = readdirSync(folder).filter(isOwn);
    const text = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    this.#texts.set(place, text);
    return text;
  }
}

function split(key) {
  const at = key.lastIndexOf(".");
  return { place: key.slice(0, at), name: key.slice(at + 1) };
}

function prefixed(prefix, { type, uses }) {
  return { type: prefix + type, uses };
}
