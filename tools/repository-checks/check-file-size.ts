import { isDevelopmentFile, type SourceFile } from './source-file.ts'

const maximumLines = 350
// Tables of cases grow long and stay readable.
const maximumTestLines = 600

/** Finds files that are longer than a reader can hold in mind; one line per fault. */
export function checkFileSize(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({
      path,
      lines: text.replace(/\n$/, '').split('\n').length,
      limit: isDevelopmentFile(path) ? maximumTestLines : maximumLines,
    }))
    .filter(({ lines, limit }) => lines > limit)
    .map(({ path, lines, limit }) => `${path}: ${lines} lines; split it, ${limit} is the limit`)
}
