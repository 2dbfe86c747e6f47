import type { Fault } from './fault.ts'
import { isDevelopmentFile, type SourceFile } from './source-file.ts'

const MAXIMUM_LINES = 300
/** Tables of cases grow long and stay readable. */
const MAXIMUM_TEST_LINES = 600

/** Finds files that are too long. */
export function checkFileLength(files: readonly SourceFile[]): Fault[] {
  return files
    .map(({ path, text }) => ({
      path,
      lines: text.replace(/\n$/, '').split('\n').length,
      limit: isDevelopmentFile(path) ? MAXIMUM_TEST_LINES : MAXIMUM_LINES,
    }))
    .filter(({ lines, limit }) => lines > limit)
    .map(({ path, lines, limit }) => {
      return { path, rule: 'file-length', message: `${lines} lines; split it, ${limit} is the limit` }
    })
}
