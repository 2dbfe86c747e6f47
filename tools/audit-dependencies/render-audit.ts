import type { Audit } from './read-audit.ts'

/**
 * Says what an audit found. The exit code is 0 where the registry was asked and knows nothing, 1 where it knows
 * something, 2 where it was not asked or gave no report.
 */
export function renderAudit(audit: Audit): { readonly text: string; readonly exitCode: 0 | 1 | 2 } {
  if (audit.type === 'not looked') {
    return { text: `NOT LOOKED AT: known weaknesses could not be asked for. ${audit.reason}`, exitCode: 2 }
  }
  const asked = `The registry was asked about ${audit.packages} production dependencies`
  if (audit.advisories.length === 0) return { text: `${asked} and knows no weakness of them.`, exitCode: 0 }
  const lines = audit.advisories.map(
    ({ package: name, versions, severity, title, url }) =>
      `${severity}: ${name} ${versions.join(', ')}: ${title} (${url})`,
  )
  return { text: [`${asked} and knows ${lines.length} weaknesses of them:`, ...lines].join('\n'), exitCode: 1 }
}
