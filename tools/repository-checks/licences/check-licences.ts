import satisfies from 'spdx-satisfies'
import type { Fault } from '../fault.ts'
import type { LicenceException } from './licence-table.ts'
import type { LicensedPackage } from './read-licences.ts'

interface LicenceRules {
  /** SPDX ids. */
  readonly allowed: readonly string[]
  readonly exceptions: Readonly<Record<string, LicenceException>>
}

const TABLE = 'tools/repository-checks/licences/licence-table.ts'

/**
 * Finds packages whose licence is not in the list, and exceptions that are none any more. Of `A OR B` one must be in
 * the list, of `A AND B` both. A list without packages is a fault: nothing was looked at.
 */
export function checkLicences(packages: readonly LicensedPackage[], { allowed, exceptions }: LicenceRules): Fault[] {
  const fault = (path: string, message: string): Fault => ({ path, rule: 'licence', message })
  if (packages.length === 0) return [fault('pnpm-lock.yaml', 'no installed package was found whose licence to check')]
  const refused = packages.filter(({ licence }) => !isAllowed(licence, allowed))
  const isExcepted = ({ name, licence }: LicensedPackage) => exceptions[name]?.licence === licence
  return [
    ...refused
      .filter((one) => !isExcepted(one))
      .map(({ name, versions, licence }) => {
        const said = licence === 'Unknown' ? 'says no licence' : `has the licence ${JSON.stringify(licence)}`
        const advice = `use another package, or decide on it in ${TABLE}`
        return fault('pnpm-lock.yaml', `${name} ${versions.join(', ')} ${said}, which is not allowed: ${advice}`)
      }),
    ...Object.keys(exceptions)
      .filter((name) => !refused.some((one) => one.name === name && isExcepted(one)))
      .map((name) => fault(TABLE, `${name} is excepted, and no installed package needs that: remove the exception`)),
  ]
}

/** An expression that SPDX does not know is not allowed. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  try {
    return satisfies(licence, [...allowed])
  } catch {
    return false
  }
}
