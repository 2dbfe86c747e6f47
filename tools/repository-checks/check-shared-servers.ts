import type { Fault } from './fault.ts'
import type { SourceFile } from './source-file.ts'

/** What changes a server for everybody who uses it. */
const CHANGES_SERVER = /\.(?:config\(\s*'SET'|flushall\(|script\(\s*'FLUSH')/
const HAS_ITS_OWN = /\bstartOwnRedis\(/

/** Finds tests that configure or empty a Redis which they share with tests of other processes. */
export function checkSharedServers(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path, text }) => path.endsWith('.test.ts') && CHANGES_SERVER.test(text) && !HAS_ITS_OWN.test(text))
    .map(({ path, text }): Fault => {
      const line = text.slice(0, text.search(CHANGES_SERVER)).split('\n').length
      return { path, line, rule: 'shared-server', message: 'changes a Redis that others use; use startOwnRedis' }
    })
}
