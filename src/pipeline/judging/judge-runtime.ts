import type { ModuleExports } from "../../emit/evaluate.js";
import * as common from "./runtime.js";

/** Thrown where code imports a name of the runtime that is not loaded yet. */
class NotLoaded extends Error {
  constructor(name: string) {
    super(`the runtime's '${name}' is not loaded: use JudgeRuntime.complete`);
  }
}

/** The runtime that judging functions are linked with, the rare part of it once it is needed. */
export class JudgeRuntime {
  #exports: ModuleExports = common;

  /** The exports of the runtime, with this name among them. @throws NotLoaded */
  with(name: string): ModuleExports {
    if (!Object.hasOwn(this.#exports, name)) throw new NotLoaded(name);
    return this.#exports;
  }

  /** Loads everything ahead. */
  async loadAll(): Promise<void> {
    const libraries = await import("./runtime-libraries.js");
    this.#exports = { ...common, ...libraries };
  }

  /**
   * Runs what compiles judges. If one needs more of the runtime, that is loaded, and all is run
   * once more; so it must not change anything outside before it is done.
   */
  async complete<T>(run: () => T): Promise<T> {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await this.loadAll();
      return run();
    }
  }
}
