import { resolve } from 'node:path'
import { formatFault } from './fault.ts'
import { findFaults } from './find-faults.ts'

const faults = await findFaults(resolve(import.meta.dirname, '../..'))
for (const fault of faults) console.error(formatFault(fault))
if (faults.length > 0) {
  console.error(`${faults.length} faults against the rules in tools/repository-checks.`)
  process.exitCode = 1
}
