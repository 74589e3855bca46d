import type { Host } from "./host.js";

/** Something that a command has said, and to which stream. */
export interface Said {
  readonly to: "output" | "error";
  readonly text: string;
}

/** A host that speaks as another does, and notes what it says. */
export function noting(said: Said[], host: Host): Host {
  return {
    ...host,
    print(text) {
      said.push({ to: "output", text });
      host.print(text);
    },
    warn(text) {
      said.push({ to: "error", text });
      host.warn(text);
    },
  };
}

/** Says again what was noted. */
export function repeat(said: readonly Said[], host: Host): void {
  for (const { to, text } of said) {
    if (to === "output") host.print(text);
    else host.warn(text);
  }
}
