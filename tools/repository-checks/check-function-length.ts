import type { Fault } from './fault.ts'
import type { ParsedModule } from './parse-module.ts'

const MAXIMUM_LINES = 75

/** Finds functions that do not fit on a screen. The functions inside a function count as part of it. */
export function checkFunctionLength(modules: readonly ParsedModule[]): Fault[] {
  return modules.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > MAXIMUM_LINES)
      .map(({ line, lines }): Fault => {
        const message = `a function of ${lines} lines with those inside it; split it, ${MAXIMUM_LINES} is the limit`
        return { path, line, rule: 'function-length', message }
      }),
  )
}
