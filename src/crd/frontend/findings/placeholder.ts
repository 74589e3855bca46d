/**
 * How templates write what is still to be put in: `${NAME}`, `$(NAME)`, `{{ .name }}`,
 * `<% name %>`, `<your name>`.
 */
const placeholder =
  /\$\{\w[^}\n]{0,60}\}+|\$\(\w[\w.]{0,60}\)|\{\{[^}\n]{1,60}\}\}|<%[^%\n]{1,60}%>|(?<!\w)<[A-Za-z][\w ./-]{0,60}>(?!\w)/;

/**
 * What to do about a text that is wrong since it is a template; undefined where nothing in it looks
 * like one.
 */
export function adviceForPlaceholder(text: string | undefined): string | undefined {
  const found = text === undefined ? undefined : placeholder.exec(text)?.[0];
  return found === undefined ? undefined : `fill in the placeholder \`${found}\` first`;
}
