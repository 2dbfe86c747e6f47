const RELATIVES: Readonly<Record<string, string>> = { kotlin: 'java', cpp: 'c', typescript: 'javascript' }

/** One name for languages whose files use each other's code. */
export function relativesOf(language: string): string {
  return RELATIVES[language] ?? language
}
