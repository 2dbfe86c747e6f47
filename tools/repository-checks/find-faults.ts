import { boundaryTable } from './boundary-table.ts'
import { checkBoundaries } from './check-boundaries.ts'
import { checkFileSize } from './check-file-size.ts'
import { checkForbiddenGlobals } from './check-forbidden-globals.ts'
import { readWorkspace } from './read-workspace.ts'
import { readSourceFiles } from './source-file.ts'

/** Runs every repository check and returns one line per fault. */
export async function findFaults(root: string): Promise<string[]> {
  const [workspace, files] = await Promise.all([readWorkspace(root), readSourceFiles(root)])
  return [
    ...checkBoundaries({ table: boundaryTable, ...workspace, files }),
    ...checkForbiddenGlobals(files),
    ...checkFileSize(files),
  ]
}
