import { errorText } from "../../client/error-text.js";
import type { Logger } from "../../operators/log/logger.js";
import { writeMasked } from "../../operators/log/masked.js";
import type { Family } from "./families.js";
import { CollectedFamily, HistogramFamily, NumberFamily } from "./families.js";
import type {
  CollectedOptions,
  Counter,
  Gauge,
  Histogram,
  HistogramOptions,
  MetricOptions,
} from "./metric-options.js";
import { familyText } from "./text-format.js";

/** The metrics of a program, in Prometheus' text format. */
export class MetricsRegistry {
  readonly #families = new Map<string, Family>();
  readonly #logger: Logger | undefined;
  readonly #silenced = new Set<string>();

  /** `logger` hears once of each metric that cannot be read. */
  constructor({ logger }: { readonly logger?: Logger | undefined } = {}) {
    this.#logger = logger;
  }

  /** @throws Error if the name is taken; TypeError if a name or a label is none */
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
    const family = this.#add(new NumberFamily("counter", options));
    return {
      add(value, ...labels) {
        if (!(value >= 0)) throw new RangeError(`${options.name} cannot grow by ${value}`);
        family.cell(labels[0]).value += value;
      },
    };
  }

  /** @throws Error if the name is taken; TypeError if a name or a label is none */
  gauge<Label extends string = never>(options: MetricOptions<Label>): Gauge<Label> {
    const family = this.#add(new NumberFamily("gauge", options));
    return {
      set(value, ...labels) {
        family.cell(labels[0]).value = value;
      },
      add(value, ...labels) {
        family.cell(labels[0]).value += value;
      },
    };
  }

  /** @throws Error if the name is taken; TypeError if a name, a label or a bucket is none */
  histogram<Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label> {
    const family = this.#add(new HistogramFamily(options));
    return {
      observe(value, ...labels) {
        family.cell(labels[0]).observe(value);
      },
      touch(...labels) {
        family.cell(labels[0]);
      },
    };
  }

  /**
   * A metric whose numbers are asked for at every look.
   *
   * @throws Error if the name is taken; TypeError if a name or a label is none
   */
  collected<Label extends string = never>(options: CollectedOptions<Label>): void {
    this.#add(new CollectedFamily(options));
  }

  /** All metrics that have numbers, by name. Those that cannot be read are left out. */
  text(): string {
    const families = [...this.#families.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return families.map((family) => this.#textOf(family)).join("");
  }

  #textOf(family: Family): string {
    try {
      return familyText(family, family.samples());
    } catch (error) {
      if (!this.#silenced.has(family.name)) {
        this.#silenced.add(family.name);
        const fields = { metric: family.name, error: errorText(error) };
        if (this.#logger) writeMasked(this.#logger, "error", fields, "a metric cannot be read");
      }
      return "";
    }
  }

  #add<F extends Family>(family: F): F {
    if (this.#families.has(family.name)) {
      throw new Error(`there is a metric ${family.name} already`);
    }
    this.#families.set(family.name, family);
    return family;
  }
}
