/** What a metric is called, and what tells its numbers apart. */
export interface MetricOptions<Label extends string = never> {
  /** Such as `shop_orders_total`; letters, digits, `_` and `:`. */
  readonly name: string;
  /** For people. */
  readonly help: string;
  /**
   * The names of its labels. Their values should be few: never names of objects, and no Secrets.
   */
  readonly labels?: readonly Label[] | undefined;
}

/** Options of a histogram. */
export interface HistogramOptions<Label extends string = never> extends MetricOptions<Label> {
  /** The upper bounds, which grow; the default is that of Prometheus' libraries: 5 ms to 10 s. */
  readonly buckets?: readonly number[] | undefined;
}

/** Options of a metric whose numbers are asked for when somebody looks. */
export interface CollectedOptions<Label extends string = never> extends MetricOptions<Label> {
  readonly type: "counter" | "gauge";
  /** Gives all numbers, each with its labels. */
  readonly read: () => Iterable<readonly [value: number, ...labels: LabelValues<Label>]>;
}

/** The values of all labels, last in a call; nothing for a metric that has none. */
export type LabelValues<Label extends string> = [Label] extends [never]
  ? []
  : [labels: { readonly [Name in Label]: string }];

/** A number that only grows. */
export interface Counter<Label extends string = never> {
  /** Throws a RangeError for what is negative or no number. */
  add(value: number, ...labels: LabelValues<Label>): void;
}

/** A number that goes up and down. */
export interface Gauge<Label extends string = never> {
  set(value: number, ...labels: LabelValues<Label>): void;
  add(value: number, ...labels: LabelValues<Label>): void;
}

/** Numbers, counted by their sizes. */
export interface Histogram<Label extends string = never> {
  observe(value: number, ...labels: LabelValues<Label>): void;
  /** Shows labels that nothing was observed for yet. */
  touch(...labels: LabelValues<Label>): void;
}
