/** Keys that wait: each once, each worked on by one worker at a time. */
export class Queue {
  private readonly waiting = new Set<string>();
  private readonly active = new Set<string>();
  private readonly again = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isOpen = false;
  private onIdle: (() => void) | undefined;

  constructor(
    private readonly work: (key: string) => Promise<number | undefined>,
    private readonly concurrency: number,
  ) {}

  get depth(): number {
    return this.waiting.size;
  }

  open(): void {
    this.isOpen = true;
    this.schedule();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    for (const timer of this.timers) clearTimeout(timer);
    if (this.active.size > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  add(key: string): void {
    if (this.active.has(key)) this.again.add(key);
    else this.waiting.add(key);
    this.schedule();
  }

  private addAfter(key: string, delay: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.add(key);
    }, delay);
    this.timers.add(timer);
  }

  private schedule(): void {
    for (const key of this.waiting) {
      if (!this.isOpen || this.active.size >= this.concurrency) return;
      this.waiting.delete(key);
      this.active.add(key);
      void this.run(key);
    }
  }

  private async run(key: string): Promise<void> {
    try {
      const delay = await this.work(key);
      this.failures.delete(key);
      if (delay !== undefined) this.addAfter(key, delay);
    } catch (error) {
      const failures = (this.failures.get(key) ?? 0) + 1;
      this.failures.set(key, failures);
      console.error(`reconcile of ${key} failed:`, error);
      this.addAfter(key, Math.min(5 * 2 ** (failures - 1), 1_000_000));
    }
    this.active.delete(key);
    if (this.again.delete(key)) this.waiting.add(key);
    if (this.active.size === 0) this.onIdle?.();
    this.schedule();
  }
}
