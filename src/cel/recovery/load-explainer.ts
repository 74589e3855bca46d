import type { ExplainSyntax } from "../check-text.js";

/*
 * The explainer of syntax errors is large, and hardly a rule has one. So it is loaded when the
 * first text turns up that cannot be parsed.
 */

/**
 * Thrown where a text cannot be parsed while the explainer is not there. `withExplainer` catches
 * it.
 */
class NoExplainer extends Error {
  constructor() {
    super("the explainer of syntax errors is not loaded: use withExplainer");
  }
}

let loaded: ExplainSyntax | undefined;

/** `explainSyntax`, if it was loaded. @throws NoExplainer */
export const explainIfLoaded: ExplainSyntax = (text, options, issues) => {
  if (loaded === undefined) throw new NoExplainer();
  return loaded(text, options, issues);
};

/**
 * Runs what checks expressions with `explainIfLoaded`. If it meets one that cannot be parsed, the
 * explainer is loaded, and all is run once more; so it must not change anything outside before it
 * is done.
 */
export async function withExplainer<T>(run: () => T): Promise<T> {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof NoExplainer)) throw error;
    await loadExplainer();
    return run();
  }
}

/** Loads the explainer ahead. */
export async function loadExplainer(): Promise<void> {
  loaded ??= (await import("./explain-syntax.js")).explainSyntax;
}
