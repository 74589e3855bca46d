// @vitest-environment jsdom
import { useForm } from "@tanstack/react-form";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createElement } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { BoatInput } from "./ship.js";
import { boatSchema, faults, good, wreck } from "./ship.js";

interface FormProps {
  readonly values: BoatInput;
  readonly names: readonly string[];
  readonly onValid: (value: BoatInput) => void;
}

/** A form with a place for the messages of every field. */
function Form({ values, names, onValid }: FormProps): ReactElement {
  const form = useForm({
    defaultValues: values,
    validators: { onSubmit: boatSchema },
    onSubmit: ({ value }) => {
      onValid(value);
    },
  });
  const Field = form.Field as unknown as FieldOfAnyName; // the names are those of a list
  return createElement(
    "form",
    {
      onSubmit(event: { preventDefault(): void }) {
        event.preventDefault();
        void form.handleSubmit();
      },
    },
    ...names.map((name) =>
      createElement(Field, {
        key: name,
        name,
        children: ({ state }) =>
          createElement(
            "p",
            { "data-testid": name },
            state.meta.errors.map(({ message }) => message).join("; "),
          ),
      }),
    ),
    createElement("button", { key: "button", type: "submit" }, "Save"),
  );
}

interface FieldState {
  readonly state: { readonly meta: { readonly errors: readonly { readonly message: string }[] } };
}

type FieldOfAnyName = (props: {
  readonly name: string;
  readonly children: (field: FieldState) => ReactElement;
}) => ReactElement;

async function submit(
  values: BoatInput,
  names: readonly string[],
): Promise<{ readonly messages: Record<string, string>; readonly valid: readonly BoatInput[] }> {
  const valid: BoatInput[] = [];
  render(createElement(Form, { values, names, onValid: (value) => valid.push(value) }));
  fireEvent.click(screen.getByText("Save"));
  await new Promise((resolve) => setTimeout(resolve));
  const places = screen.getAllByTestId(/./);
  const messages = places.map(
    (place) => [place.dataset["testid"] ?? "", place.textContent] as const,
  );
  return { messages: Object.fromEntries(messages.filter(([, text]) => text !== "")), valid };
}

/** TanStack Form writes indices in brackets. */
function fieldName(path: string): string {
  return path.replace(/\.(\d+)/g, "[$1]");
}

afterEach(cleanup);

describe("a form of TanStack Form", () => {
  const names = [...Object.keys(faults).map(fieldName), "kind"];

  it("shows every error at its field", async () => {
    const { messages, valid } = await submit(wreck, names);
    for (const [path, text] of Object.entries(faults)) {
      expect(messages[fieldName(path)]).toContain(text);
    }
    expect(messages["kind"]).toBeUndefined();
    expect(valid).toEqual([]);
  });

  it("hands over a good value", async () => {
    expect(await submit(good, names)).toEqual({ messages: {}, valid: [good] });
  });
});
