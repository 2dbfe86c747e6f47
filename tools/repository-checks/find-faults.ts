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
import { checkSharedServers } from './check-shared-servers.ts'
import { DEPENDENCY_EXCEPTIONS } from './dependency-exceptions.ts'
import type { Fault } from './fault.ts'
import { leaveOutKnown } from './known-faults.ts'
import { checkLicences } from './licences/check-licences.ts'
import { ALLOWED_LICENCES, LICENCE_EXCEPTIONS } from './licences/licence-table.ts'
import { readLicences } from './licences/read-licences.ts'
import { parseModule } from './parse-module.ts'
import { readWorkspace } from './read-workspace.ts'
import { checkSecrets } from './secrets/check-secrets.ts'
import { readTrackedFiles } from './secrets/read-tracked-files.ts'
import { SECRET_EXCEPTIONS } from './secrets/secret-exceptions.ts'
import { readSourceFiles } from './source-file.ts'

/** Runs every repository check; gives the faults that are in no list of known ones, and entries that must leave it. */
export async function findFaults(root: string): Promise<Fault[]> {
  return leaveOutKnown(await findAllFaults(root), ASSESSMENT_FAULTS)
}

/** Runs every repository check; gives every fault. */
async function findAllFaults(root: string): Promise<Fault[]> {
  const [{ packages, rootDevDependencies }, files, licences] = await Promise.all([
    readWorkspace(root),
    readSourceFiles(root),
    readLicences(root),
  ])
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
    ...checkSharedServers(files),
    ...checkFileLength(files),
    ...checkFunctionLength(modules),
    ...checkCommentWidth(modules),
    ...checkLicences(licences, { allowed: ALLOWED_LICENCES, exceptions: LICENCE_EXCEPTIONS }),
    ...(await checkSecrets(readTrackedFiles(root), SECRET_EXCEPTIONS)),
  ]
}
