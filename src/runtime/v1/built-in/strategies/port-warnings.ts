import { quote } from "../../values/go/quote.js";
import type { JsonObject } from "../../values/json/json.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";

/*
 * Ports of containers that get into each other's way (Kubernetes `pkg/api/pod/warnings.go`).
 */

interface PlacedPort {
  readonly port: JsonObject;
  readonly path: string;
}

/** Ports that are there twice, by their numbers, then by their names. */
export function portWarnings(
  containers: readonly { readonly container: JsonObject; readonly path: string }[],
): readonly string[] {
  const ports = containers.flatMap(({ container, path }) =>
    objectsOf(container, "ports").map((port, index) => ({ port, path: `${path}.ports[${index}]` })),
  );
  return [...numberWarnings(ports), ...nameWarnings(ports)];
}

function numberWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const known = new Map<string, PlacedPort[]>();
  return ports.flatMap((placed) => {
    const { port } = placed;
    const key = `${String(port["containerPort"] ?? 0)}/${textOf(port, "protocol")}`;
    const others = known.get(key) ?? [];
    known.set(key, [...others, placed]);
    return others.flatMap((other) => {
      const fault = clashOf(port, other.port);
      return fault === undefined ? [] : [`${placed.path}: ${fault} with ${other.path}`];
    });
  });
}

function clashOf(port: JsonObject, other: JsonObject): string | undefined {
  const [address, otherAddress] = [textOf(port, "hostIP"), textOf(other, "hostIP")];
  const [host, otherHost] = [Number(port["hostPort"] ?? 0), Number(other["hostPort"] ?? 0)];
  if (address === otherAddress && host === otherHost) return "duplicate port definition";
  if (host === 0 || otherHost === 0) return "overlapping port definition";
  const isAmbiguous = host === otherHost && (address === "") !== (otherAddress === "");
  return isAmbiguous ? "dangerously ambiguous port definition" : undefined;
}

function nameWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const known = new Map<string, string>();
  return ports.flatMap(({ port, path }) => {
    const name = textOf(port, "name");
    if (name === "") return [];
    const other = known.get(name);
    if (other === undefined) {
      known.set(name, path);
      return [];
    }
    const use = `services and probes that select ports by name will use ${other}`;
    return [`${path}: duplicate port name ${quote(name)} with ${other}, ${use}`];
  });
}
