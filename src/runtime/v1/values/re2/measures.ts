import type { Re2Node } from "./node.js";
import { Re2Error } from "./node.js";

/** How deep Go lets a pattern nest. */
const maxHeight = 1000;

/** How many instructions Go lets a pattern compile to: 128 MiB of 40 bytes each. */
const maxSize = Math.floor((128 << 20) / 40);

/**
 * Height and compiled size of nodes, computed once per node from those below (`checkHeight`,
 * `checkSize`).
 */
export class Measures {
  readonly #heights = new Map<Re2Node, number>();
  readonly #sizes = new Map<Re2Node, number>();

  /** Measures a node whose parts have been measured; an error if it is beyond a limit. */
  check(node: Re2Node, pattern: string): Re2Error | undefined {
    if (subsOf(node).length === 0 && codesIn(node) <= maxSize) return undefined;
    const size = this.#sizeOf(node);
    this.#sizes.set(node, size);
    if (size > maxSize) return new Re2Error("expression too large", pattern);
    const height = this.#heightOf(node);
    this.#heights.set(node, height);
    if (height > maxHeight) return new Re2Error("expression nests too deeply", pattern);
    return undefined;
  }

  #heightOf(node: Re2Node): number {
    let height = 0;
    for (const sub of subsOf(node)) height = Math.max(height, this.#heights.get(sub) ?? 1);
    return height + 1;
  }

  #sizeOf(node: Re2Node): number {
    const subs = subsOf(node);
    let size = 0;
    for (const sub of subs) size += this.#sizes.get(sub) ?? codesIn(sub);
    switch (node.op) {
      case "capture":
        return size + 2;
      case "alternate":
        return size + subs.length - 1;
      case "repeat":
        return repeatedSize(node.min, node.max, size);
      case "concat":
        return size;
      default:
        return codesIn(node);
    }
  }
}

function repeatedSize(min: number, max: number, size: number): number {
  if (max !== Infinity) return Math.max(1, max * size + (max - min));
  return min === 0 ? 2 + size : 1 + min * size;
}

function codesIn(node: Re2Node): number {
  return node.op === "literal" ? node.codes.length : 1;
}

function subsOf(node: Re2Node): readonly Re2Node[] {
  switch (node.op) {
    case "capture":
    case "repeat":
      return [node.sub];
    case "concat":
    case "alternate":
      return node.subs;
    default:
      return [];
  }
}
