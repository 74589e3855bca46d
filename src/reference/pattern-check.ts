export interface PatternCheck { readonly test: (text: string) => boolean; readonly fault: string | undefined }
export function patternCheck(pattern: string): PatternCheck {
  const r = new RegExp(pattern, "u");
  return { test: (text) => r.test(text), fault: undefined };
}
