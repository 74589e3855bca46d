// @vitest-environment jsdom
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createElement } from "react";
import { get, useForm } from "react-hook-form";
import { afterEach, describe, expect, it } from "vitest";
import type { Boat, BoatInput } from "./ship.js";
import { boatSchema, faults, good, wreck } from "./ship.js";

type Schema = Parameters<typeof standardSchemaResolver<BoatInput, unknown, Boat | BoatInput>>[0];

interface FormProps {
  readonly schema: Schema;
  readonly values: BoatInput;
  readonly onValid: (value: unknown) => void;
}

/** A form with an input for every field, and a place for every message. */
function Form({ schema, values, onValid }: FormProps): ReactElement {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: values,
    resolver: standardSchemaResolver(schema),
  });
  const fields = ["spec.name", "spec.masts", "spec.crew.0.age", "spec.crew.1.age"] as const;
  const shown = [...Object.keys(faults), "kind", "root"];
  return createElement(
    "form",
    { onSubmit: (event: unknown) => void handleSubmit(onValid)(event as never) }, // what React hands over
    ...fields.map((name) => {
      const valueAsNumber = name !== "spec.name";
      return createElement("input", { key: name, ...register(name, { valueAsNumber }) });
    }),
    ...shown.map((name) =>
      createElement(
        "p",
        { key: `of ${name}`, "data-testid": name },
        messageAt(formState.errors, name),
      ),
    ),
    createElement("button", { key: "button", type: "submit" }, "Save"),
  );
}

function messageAt(errors: object, name: string): string {
  const error: { readonly message?: string } | undefined = get(errors, name);
  return error?.message ?? "";
}

/** Submits the form; gives the messages by their fields, and what was valid. */
async function submit(
  values: BoatInput,
  schema: Schema = boatSchema,
): Promise<{ readonly messages: Record<string, string>; readonly valid: readonly unknown[] }> {
  const valid: unknown[] = [];
  render(createElement(Form, { schema, values, onValid: (value) => valid.push(value) }));
  fireEvent.click(screen.getByText("Save"));
  await screen
    .findByText((text, element) => (element?.tagName === "P" && text !== "") || valid.length > 0)
    .catch(() => undefined);
  const places = screen.getAllByTestId(/./);
  const messages = places.map(
    (place) => [place.dataset["testid"] ?? "", place.textContent] as const,
  );
  return { messages: Object.fromEntries(messages.filter(([, text]) => text !== "")), valid };
}

afterEach(cleanup);

describe("a form of react-hook-form", () => {
  it("shows every error at its field, that of an object beside those in it", async () => {
    const { messages, valid } = await submit(wreck);
    for (const [field, text] of Object.entries(faults)) expect(messages[field]).toContain(text);
    expect(Object.keys(messages).sort()).toEqual(Object.keys(faults).sort());
    expect(valid).toEqual([]);
  });

  it("shows what is wrong with the root's own fields", async () => {
    const { apiVersion, metadata, spec } = good;
    const { messages } = await submit({ apiVersion, metadata, spec });
    expect(messages).toEqual({ kind: "must be Boat" });
  });

  it("hands over a good value, with its defaults if that is asked for", async () => {
    expect((await submit(good)).valid).toEqual([good]);
    cleanup();
    const stored = await submit(good, boatSchema.with({ output: "stored" }));
    expect(stored.valid).toEqual([{ ...good, spec: { ...good.spec, berths: 2 } }]);
  });
});
