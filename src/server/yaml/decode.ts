import {
  resolveNumber,
  resolvePlain,
  resolveTagged,
} from "../../crd/source/scalars/resolve-scalar.js";
import { isInt64 } from "../../runtime/v1/values/json/json.js";
import { YamlFault } from "./cursor.js";
import type { YamlScalar, YamlValue } from "./yaml-value.js";
import { yamlGoSyntax, YamlMap } from "./yaml-value.js";

/** A document, and what a strict reader has against it. */
interface DecodedYaml {
  readonly value: YamlValue;
  /** Go's texts about keys that came twice: `line 2: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/** Returns the value of a document (`go.yaml.in/yaml/v2`, `decode.go`). @throws YamlFault */
export function decodeYaml(root: YamlNode): DecodedYaml {
  const decoder = new Decoder();
  return { value: decoder.decode(root), duplicates: decoder.duplicates };
}

class Decoder {
  readonly duplicates: string[] = [];
  readonly #open = new Set<AliasNode>();
  #count = 0;
  #ofAliases = 0;
  #aliasDepth = 0;

  decode(node: YamlNode): YamlValue {
    this.#limitAliases();
    switch (node.kind) {
      case "alias":
        return this.#decodeAlias(node);
      case "scalar":
        return decodeScalar(node);
      case "sequence":
        return node.items.map((item) => this.decode(item));
      case "mapping": {
        const map = new YamlMap();
        this.#fill(map, node);
        return map;
      }
    }
  }

  /** Of large documents less and less may come from aliases. */
  #limitAliases(): void {
    this.#count++;
    if (this.#aliasDepth > 0) this.#ofAliases++;
    if (this.#ofAliases <= 100 || this.#count <= 1000) return;
    const progress = Math.min(Math.max((this.#count - 400_000) / 3_600_000, 0), 1);
    if (this.#ofAliases / this.#count <= 0.99 - 0.89 * progress) return;
    throw new YamlFault("yaml: document contains excessive aliasing");
  }

  #decodeAlias(alias: AliasNode): YamlValue {
    return this.#within(alias, () => this.decode(alias.target));
  }

  #within<Result>(alias: AliasNode, work: () => Result): Result {
    if (this.#open.has(alias)) {
      throw new YamlFault(`yaml: anchor '${alias.name}' value contains itself`);
    }
    this.#open.add(alias);
    this.#aliasDepth++;
    const result = work();
    this.#aliasDepth--;
    this.#open.delete(alias);
    return result;
  }

  #fill(map: YamlMap, { entries }: MappingNode): void {
    for (const [keyNode, valueNode] of entries) {
      if (isMerge(keyNode)) {
        this.#merge(map, valueNode);
        continue;
      }
      const key = this.decode(keyNode);
      if (Array.isArray(key) || key instanceof YamlMap) {
        throw new YamlFault(`yaml: invalid map key: ${yamlGoSyntax(key)}`);
      }
      const value = this.decode(valueNode);
      if (map.has(key)) {
        const where = `line ${valueNode.line + 1}`;
        this.duplicates.push(`${where}: key ${yamlGoSyntax(key)} already set in map`);
      }
      map.set(key, value);
    }
  }

  /** Of a list the earlier items count more. */
  #merge(map: YamlMap, node: YamlNode): void {
    const sources = node.kind === "sequence" ? node.items.toReversed() : [node];
    for (const source of sources) this.#mergeOne(map, source);
  }

  #mergeOne(map: YamlMap, node: YamlNode): void {
    const target = node.kind === "alias" ? node.target : node;
    if (target.kind !== "mapping") {
      throw new YamlFault("yaml: map merge requires map or sequence of maps as the value");
    }
    const fill = (): void => {
      this.#limitAliases();
      this.#fill(map, target);
    };
    if (node.kind !== "alias") fill();
    else {
      this.#limitAliases();
      this.#within(node, fill);
    }
  }
}

function isMerge(node: YamlNode): boolean {
  if (node.kind !== "scalar" || node.text !== "<<") return false;
  return node.isImplicit || node.tag === `${longPrefix}merge`;
}

const longPrefix = "tag:yaml.org,2002:";
const resolved = ["", "bool", "int", "float", "null"];

/** `resolve.go` */
function decodeScalar({ tag, text, isImplicit }: ScalarNode): YamlScalar {
  if (tag === "" && !isImplicit) return text;
  const name = tag.startsWith(longPrefix) ? tag.slice(longPrefix.length) : tag;
  if (name === "timestamp" || name === "binary") return decodeTagged(tag, text);
  if (!resolved.includes(name) || (name !== "" && name === tag)) return text;
  const value = resolveScalar(text);
  const found = tagOf(value);
  if (name === "" || name === found) return value;
  if (name === "float" && typeof value === "bigint" && isInt64(value)) return Number(value);
  throw new YamlFault(`yaml: cannot decode !!${found} \`${text}\` as a !!${name}`);
}

function decodeTagged(tag: string, text: string): YamlScalar {
  const tagged = resolveTagged(tag, text);
  if (tagged.kind === "value" && typeof tagged.value === "string") return tagged.value;
  throw new YamlFault(`yaml: ${tagged.kind === "refused" ? tagged.reason : text}`);
}

function resolveScalar(text: string): YamlScalar {
  const number = /^[-+.0-9]/.test(text) ? resolveNumber(text) : undefined;
  if (number !== undefined) return number;
  const value = resolvePlain(text);
  return typeof value === "boolean" || value === null ? value : text;
}

function tagOf(value: YamlScalar): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  return typeof value === "number" ? "float" : "str";
}

/** A value of a document before it is known what it stands for. */
export type YamlNode = ScalarNode | MappingNode | SequenceNode | AliasNode;

interface NodeBase {
  /** From 0. */
  readonly line: number;
}

interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  /** In its long form; `""` for none. */
  readonly tag: string;
  readonly text: string;
  /** Its text decides what it is: it has neither quotes nor a tag that says it. */
  readonly isImplicit: boolean;
}

export interface MappingNode extends NodeBase {
  readonly kind: "mapping";
  readonly entries: (readonly [key: YamlNode, value: YamlNode])[];
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly items: YamlNode[];
}

interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly name: string;
  readonly target: YamlNode;
}
