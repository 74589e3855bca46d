/** A value of a document before it is known what it stands for. */
export type YamlNode = ScalarNode | MappingNode | SequenceNode | AliasNode;

interface NodeBase {
  /** From 0. */
  readonly line: number;
}

export interface ScalarNode extends NodeBase {
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

export interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly name: string;
  readonly target: YamlNode;
}
