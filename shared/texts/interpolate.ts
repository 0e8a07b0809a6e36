/** Replaces `{name}` placeholders by values, in one pass: a value that looks like a placeholder stays as it is. */
export const interpolate = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
