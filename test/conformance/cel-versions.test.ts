import { expect, it } from "vitest";
import { checkExpression } from "../../src/cel/check-expression.js";
import { isCelIssues } from "../../src/cel/check/checked.js";
import { createEnvironment } from "../../src/cel/check/environment.js";
import { describeShared, readShared } from "../support/shared.js";

interface Gate {
  readonly expr: string;
  readonly compilesIn: readonly string[];
  readonly stored: boolean;
}

describeShared("CEL: which compatibility version knows what", () => {
  const gates = new Map(
    Object.entries(
      JSON.parse(readShared("conformance", "cel", "k8s-version-matrix.json")) as Record<
        string,
        Gate
      >, // the recorded shape
    ),
  );

  it("new expressions", () => {
    const differences: string[] = [];
    for (let version = 23; version <= 37; version++) {
      const environment = createEnvironment({
        kubernetesVersion: 37,
        compatibilityVersion: version,
      });
      for (const [name, { expr, compilesIn }] of gates) {
        const compiles = !isCelIssues(checkExpression(environment, expr));
        const expected = compilesIn.includes(`1.${String(version)}`);
        if (compiles !== expected) differences.push(`${name} in 1.${String(version)}`);
      }
    }
    console.log(`k8s-version-matrix: ${String(gates.size)} features in 15 versions`);
    expect(differences).toEqual([]);
  });

  it("stored expressions", () => {
    const environment = createEnvironment({ kubernetesVersion: 37, stored: true });
    for (const [name, { expr, stored }] of gates) {
      expect([name, !isCelIssues(checkExpression(environment, expr))]).toEqual([name, stored]);
    }
  });
});
