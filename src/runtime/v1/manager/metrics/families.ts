import { formatFloat } from "../../values/go/float.js";
import type { HistogramOptions, MetricOptions } from "./metric-options.js";
import type { MetricSample, MetricType } from "./text-format.js";

/** All numbers of one name. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  samples(): Iterable<MetricSample>;
}

type ReadNumber = readonly [value: number, labels?: AnyLabels];
type AnyLabels = Readonly<Record<string, string>>;

/** The labels of a family, in the order in which they were declared. */
class LabelNames {
  readonly #names: readonly string[];
  readonly #metric: string;

  constructor({ name, labels = [] }: MetricOptions<string>, reserved?: string) {
    if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) {
      throw new TypeError(`not a name of a metric: ${JSON.stringify(name)}`);
    }
    for (const label of labels) {
      if (!/^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/.test(label) || label === reserved) {
        throw new TypeError(`${name}: not a name of a label: ${JSON.stringify(label)}`);
      }
    }
    this.#names = labels;
    this.#metric = name;
  }

  /** Pairs by name, as Prometheus' libraries print them. */
  pairs(given: AnyLabels | undefined): [string, string][] {
    const pairs = this.#names.map((name): [string, string] => {
      const value: unknown = given?.[name];
      if (typeof value === "string") return [name, value];
      throw new TypeError(`${this.#metric} needs the label ${name}`);
    });
    return pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  key(given: AnyLabels | undefined): string {
    const [first = "", ...others] = this.#names;
    // Most have one label or none, and this is called for every event.
    const values = others.map((name) => given?.[name]);
    return others.length === 0 ? (given?.[first] ?? "") : JSON.stringify([given?.[first], values]);
  }
}

/** Numbers of one name that are kept here, by their labels. */
class Cells<Cell> {
  readonly #names: LabelNames;
  readonly #make: () => Cell;
  readonly #cells = new Map<string, { readonly pairs: [string, string][]; readonly cell: Cell }>();

  constructor(names: LabelNames, make: () => Cell, hasLabels: boolean) {
    this.#names = names;
    this.#make = make;
    // What has no labels is there from the beginning.
    if (!hasLabels) this.at(undefined);
  }

  at(labels: AnyLabels | undefined): Cell {
    const key = this.#names.key(labels);
    let entry = this.#cells.get(key);
    if (entry === undefined) {
      entry = { pairs: this.#names.pairs(labels), cell: this.#make() };
      this.#cells.set(key, entry);
    }
    return entry.cell;
  }

  sorted(): { readonly pairs: [string, string][]; readonly cell: Cell }[] {
    return [...this.#cells.values()].sort((a, b) => comparePairs(a.pairs, b.pairs));
  }
}

function comparePairs(one: [string, string][], other: [string, string][]): number {
  for (const [at, [, value]] of one.entries()) {
    const against = other[at]?.[1] ?? "";
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

/** Counters and gauges. */
export class NumberFamily implements Family {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly #cells: Cells<{ value: number }>;

  constructor(type: "counter" | "gauge", options: MetricOptions<string>) {
    this.name = options.name;
    this.help = options.help;
    this.type = type;
    const hasLabels = (options.labels ?? []).length > 0;
    this.#cells = new Cells(new LabelNames(options), () => ({ value: 0 }), hasLabels);
  }

  cell(labels: AnyLabels | undefined): { value: number } {
    return this.#cells.at(labels);
  }

  samples(): MetricSample[] {
    return this.#cells
      .sorted()
      .map(({ pairs, cell }) => ({ suffix: "", labels: pairs, value: cell.value }));
  }
}

/** `CollectedOptions` of any labels. */
interface CollectedSource extends MetricOptions<string> {
  readonly type: "counter" | "gauge";
  readonly read: () => Iterable<readonly unknown[]>;
}

/** What is asked for its numbers at every look. */
export class CollectedFamily implements Family {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly #names: LabelNames;
  readonly #read: () => Iterable<ReadNumber>;

  constructor(options: CollectedSource) {
    this.name = options.name;
    this.help = options.help;
    this.type = options.type;
    this.#names = new LabelNames(options);
    this.#read = options.read as () => Iterable<ReadNumber>; // its tuples end with labels or nothing
  }

  samples(): MetricSample[] {
    return [...this.#read()]
      .map(([value, labels]) => ({ suffix: "", labels: this.#names.pairs(labels), value }))
      .sort((a, b) => comparePairs(a.labels, b.labels));
  }
}

/** Counts by upper bounds; a bucket holds what is above the one before it. */
class HistogramCell {
  readonly counts: number[];
  readonly #bounds: readonly number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = bounds.map(() => 0).concat(0);
  }

  observe(value: number): void {
    let low = 0;
    let high = this.#bounds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= (this.#bounds[middle] ?? Infinity)) high = middle;
      else low = middle + 1;
    }
    this.counts[low] = (this.counts[low] ?? 0) + 1;
    this.sum += value;
  }
}

/** Histograms. */
export class HistogramFamily implements Family {
  readonly name: string;
  readonly help: string;
  readonly type = "histogram";
  readonly #bounds: readonly number[];
  readonly #cells: Cells<HistogramCell>;

  constructor(options: HistogramOptions<string>) {
    const { name, help, labels = [], buckets = defaultBuckets } = options;
    if (!buckets.every((bound, at) => bound > (buckets[at - 1] ?? -Infinity))) {
      throw new TypeError(`${name}: buckets must be numbers that grow`);
    }
    this.name = name;
    this.help = help;
    this.#bounds = buckets.filter((bound) => bound !== Infinity);
    const make = (): HistogramCell => new HistogramCell(this.#bounds);
    this.#cells = new Cells(new LabelNames(options, "le"), make, labels.length > 0);
  }

  cell(labels: AnyLabels | undefined): HistogramCell {
    return this.#cells.at(labels);
  }

  *samples(): Iterable<MetricSample> {
    for (const { pairs, cell } of this.#cells.sorted()) {
      let count = 0;
      for (const [at, more] of cell.counts.entries()) {
        count += more;
        const le = formatFloat(this.#bounds[at] ?? Infinity);
        yield { suffix: "_bucket", labels: [...pairs, ["le", le]], value: count };
      }
      yield { suffix: "_sum", labels: pairs, value: cell.sum };
      yield { suffix: "_count", labels: pairs, value: count };
    }
  }
}

const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
