/** What a template is filled in for. */
export interface Project {
  /** The name of its package. */
  readonly name: string;
  /** Where it gets crdgen from, as package.json names it. */
  readonly crdgen: string;
}
