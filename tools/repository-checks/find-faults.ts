import { ASSESSMENT_FAULTS } from './assessment-faults.ts'
import { BOUNDARY_TABLE, PORTS_TABLE } from './boundary-table.ts'
import { checkBoundaries } from './check-boundaries.ts'
import { checkCircles } from './check-circles.ts'
import { checkCommentWidth } from './check-comment-width.ts'
import { checkDependencies } from './check-dependencies.ts'
import { checkExportAll, checkUnusedExports } from './check-exports.ts'
import { checkFileLength } from './check-file-length.ts'
import { checkForbiddenGlobals } from './check-forbidden-globals.ts'
import { checkFunctionLength } from './check-function-length.ts'
import { checkLayers } from './check-layers.ts'
import { DEPENDENCY_EXCEPTIONS } from './dependency-exceptions.ts'
import type { Fault } from './fault.ts'
import { leaveOutKnown } from './known-faults.ts'
import { parseModule } from './parse-module.ts'
import { readWorkspace } from './read-workspace.ts'
import { readSourceFiles } from './source-file.ts'

/** Runs every repository check; gives the faults that are in no list of known ones, and entries that must leave it. */
export async function findFaults(root: string): Promise<Fault[]> {
  return leaveOutKnown(await findAllFaults(root), ASSESSMENT_FAULTS)
}

/** Runs every repository check; gives every fault. */
async function findAllFaults(root: string): Promise<Fault[]> {
  const [{ packages, rootDevDependencies }, files] = await Promise.all([readWorkspace(root), readSourceFiles(root)])
  const modules = files.map(parseModule)
  const isDevelopmentPackage = (name: string) => BOUNDARY_TABLE[name]?.development === true
  return [
    ...checkBoundaries({ table: BOUNDARY_TABLE, ports: PORTS_TABLE, packages, rootDevDependencies, modules }),
    ...checkLayers(modules, packages, isDevelopmentPackage),
    ...checkCircles(modules, packages),
    ...checkExportAll(modules),
    ...checkUnusedExports(modules, packages),
    ...checkDependencies(modules, packages, DEPENDENCY_EXCEPTIONS),
    ...checkForbiddenGlobals(files),
    ...checkFileLength(files),
    ...checkFunctionLength(modules),
    ...checkCommentWidth(modules),
  ]
}
