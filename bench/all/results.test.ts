import { describe, expect, it } from 'vitest'
import type { BenchReport } from '../bench.ts'
import { renderResults } from './results.ts'

const machine = [['processor', 'a test, 2 cores']] as const

function documentOf(data: BenchReport['data'], faults: readonly string[] = []): string {
  const report = { text: 'the table', data, faults }
  return renderResults({
    ...{ date: '2026-01-02', commit: 'abc1234', machine },
    results: [{ name: 'gateway', seconds: 12.4, report }],
  })
}

const ratio = (requestsPerSecond: number) => ({ against: '@portkey-ai/gateway', requestsPerSecond, cpu: 1 })

describe('the document of all benches', () => {
  it.each([
    [3.04, '3.04x | yes'],
    [2.96, '2.96x | **no**'],
  ])('holds a ratio of %d against what was asked', (figure, cells) => {
    expect(documentOf({ ratios: [ratio(figure)], contenders: [] })).toContain(
      `| gateway | requests/s against @portkey-ai/gateway as a plain proxy | at least 3.00x | ${cells} |`,
    )
  })

  it('calls a figure that a bench does not give not measured, and not held', () => {
    expect(documentOf({})).toContain('| gateway | CPU a request | at most 230 µs | not measured | **no** |')
  })

  it('has the machine, the table of each bench and what makes its figures worthless', () => {
    const document = documentOf({}, ['sluice: 3 errors,\nthe first: status 500'])
    for (const part of ['| processor | a test, 2 cores |', 'the table', '- sluice: 3 errors, the first: status 500']) {
      expect(document).toContain(part)
    }
  })

  it('says of a bench that failed that it failed, and leaves out what was not run', () => {
    const results = [{ name: 'latency', seconds: 1, failure: 'no server' }]
    const document = renderResults({ date: '2026-01-02', commit: 'abc1234', machine, results })
    expect(document).toContain('It failed: no server')
    expect(document).toContain(
      '| latency | answer to a prompt of 100 KB, p50 | at most 50 ms | not measured | **no** |',
    )
    expect(document).not.toContain('| stack |')
    expect(document).toMatch(/^\*\*Not run:\*\* gateway, gateway --stream, stack, .*neighbours\.$/m)
  })
})
