/** The languages that a reader of `parse/languages.ts` understands, as detections and rules name them. */
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
