import type { Fault } from './fault.ts'
import type { ParsedModule } from './parse-module.ts'

const MAXIMUM_COLUMNS = 120

/** Finds lines with comments that are wider than the formatter lets code be. An address cannot be broken. */
export function checkCommentWidth(modules: readonly ParsedModule[]): Fault[] {
  return modules.flatMap(({ path, text, commentLines }) => {
    const lines = text.split('\n')
    return [...new Set(commentLines)]
      .filter((line) => isTooWide(lines[line - 1] ?? ''))
      .map((line): Fault => {
        return { path, line, rule: 'comment-width', message: `a comment of more than ${MAXIMUM_COLUMNS} columns` }
      })
  })
}

function isTooWide(line: string): boolean {
  return [...line].length > MAXIMUM_COLUMNS && !/https?:\/\//.test(line)
}
