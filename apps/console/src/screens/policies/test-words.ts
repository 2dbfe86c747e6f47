import type { PolicyTest, PolicyTestReport } from '../../api/policies.ts'

/** Says who asks what in a test: `Somebody in dept:finance does A with data of level 5`. */
export function questionWords(test: PolicyTest): string {
  const who = `${test.as ?? 'Somebody'} in ${test.groups.join(', ') || 'no group'}`
  const when = test.at === undefined ? '' : `, at ${test.at}`
  return `${who} ${askWords(test)}${when}`
}

function askWords(test: PolicyTest): string {
  switch (test.action) {
    case 'invoke': {
      const reason = test.reason ? ', with a reason' : ''
      return `does ${test.resource}${test.model ? ` by ${test.model}` : ''}${tileWords(test.tile)}${reason}`
    }
    case 'reveal':
      return `sees ${test.resource}${test.level === undefined ? '' : ` of level ${test.level}`}`
    case 'useModel':
      return `uses ${test.resource ?? 'any model'}`
    case 'useCache':
      return `gets remembered answers of ${test.resource ?? 'any model'}`
    case 'useProviderTool':
      return `has the provider run ${test.resource}`
    case 'callTool':
      return `calls ${test.resource}${tileWords(test.tile)}`
    case 'route': {
      const region = test.region === undefined ? '' : ` in ${test.region}`
      return `is routed to ${test.resource}${region}, which may see level ${test.permittedLevel},${tileWords(test.tile)}`
    }
    default:
      return `administers: ${test.action}${test.resource === undefined ? '' : ` on ${test.resource}`}`
  }
}

type Tile = Extract<PolicyTest, { readonly action: 'invoke' }>['tile']

function tileWords(tile: Tile): string {
  if (tile === undefined) return ''
  const { level, risk, flags = [] } = typeof tile === 'object' ? tile : { level: tile, risk: undefined }
  const more = [...(risk === undefined ? [] : [`risk ${risk}`]), ...flags]
  return ` with data of level ${level}${more.length === 0 ? '' : ` (${more.join(', ')})`}`
}

/** Says what became of all tests: `All 5 tests pass.` */
export function reportWords({ passed, failed, not_run: notRun, unreadable }: PolicyTestReport): string {
  const all = passed + failed + notRun
  const known = all === 0 ? ['No test is kept with any policy.'] : []
  if (all > 0 && failed === 0 && notRun === 0) known.push(all === 1 ? 'The one test passes.' : `All ${all} tests pass.`)
  if (failed > 0) known.push(`${failed} of ${all} ${all === 1 ? 'test' : 'tests'} ${failed === 1 ? 'fails' : 'fail'}.`)
  if (notRun > 0)
    known.push(`${notRun} ${notRun === 1 ? 'was' : 'were'} not reached in time: nothing is known of them.`)
  if (unreadable.length > 0) known.push(`Those of ${unreadable.join(', ')} cannot be read any more.`)
  return known.join(' ')
}

/** Whether every test passed. What was not run, or cannot be read, is not fine. */
export function isAllPassed({ failed, not_run: notRun, unreadable }: PolicyTestReport): boolean {
  return failed === 0 && notRun === 0 && unreadable.length === 0
}
