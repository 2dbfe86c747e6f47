import type { Finding, RiskLevel } from '../../api/assessment.ts'

interface FindingFilter {
  readonly risk: RiskLevel | undefined
  readonly part: Finding['part'] | undefined
  readonly find: string
}

/** A row of the list: a file, or a finding in the file above it. */
export type FindingRow =
  | {
      readonly kind: 'file'
      readonly id: string
      readonly file: string
      readonly count: number
      readonly worst: RiskLevel
    }
  | { readonly kind: 'finding'; readonly id: string; readonly finding: Finding }

const ORDER: readonly RiskLevel[] = ['QuantumBroken', 'QuantumVulnerable', 'Mitigable', 'QuantumSafe']

/** The findings that a filter lets through, below the files that they are in: those with the worst first. */
export function rowsByFile(findings: readonly Finding[], filter: FindingFilter): FindingRow[] {
  const shown = findings.filter((finding) => passes(finding, filter))
  const files = [...Map.groupBy(shown, ({ location }) => location)].map(([file, all]) => ({
    file,
    all,
    worst: ORDER.find((risk) => all.some((one) => one.risk === risk)) ?? 'QuantumSafe',
  }))
  files.sort((a, b) => ORDER.indexOf(a.worst) - ORDER.indexOf(b.worst) || (a.file < b.file ? -1 : 1))
  return files.flatMap(({ file, all, worst }) => [
    { kind: 'file' as const, id: `file ${file}`, file, count: all.length, worst },
    ...all.map((finding) => ({ kind: 'finding' as const, id: idOf(finding), finding })),
  ])
}

/** There is one finding for each line, algorithm and role. */
export function idOf({ location, line, algorithm, role }: Finding): string {
  return `${location}:${line}:${algorithm}:${role}`
}

function passes({ risk, part, location, algorithm, code, role }: Finding, filter: FindingFilter): boolean {
  if (filter.risk !== undefined && filter.risk !== risk) return false
  if (filter.part !== undefined && filter.part !== part) return false
  const sought = filter.find.toLowerCase()
  return sought === '' || [location, algorithm, code, role].some((text) => text.toLowerCase().includes(sought))
}
