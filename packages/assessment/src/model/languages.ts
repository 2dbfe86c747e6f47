/** The languages that a reader understands, as detections and rules name them; `parse/languages.ts` has their readers. */
export const READ_LANGUAGES = [
  'c',
  'cpp',
  'csharp',
  'go',
  'java',
  'javascript',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
  'swift',
  'typescript',
] as const
export type ReadLanguage = (typeof READ_LANGUAGES)[number]
