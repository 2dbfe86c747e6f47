import { describe, expect, it } from 'vitest'
import { checkForbiddenGlobals } from './check-forbidden-globals.ts'

const inside = 'packages/pipeline/src/a.ts'

describe('checkForbiddenGlobals', () => {
  it.each(['const t = Date.now()', 'x = new Date( )', 'Math.random() * 2', 'f(process.env.HOME)', 'performance.now()'])(
    'refuses %s in product code, with its line',
    (line) => {
      expect(checkForbiddenGlobals([{ path: inside, text: `ok()\n${line}\n` }])).toEqual([
        expect.objectContaining({ path: inside, line: 2 }),
      ])
    },
  )

  it.each([
    'const d = new Date(nowMs)',
    '// never Date.now() here',
    ' * as `process.env` has it',
    'f(x) // Math.random()',
    'clock.nowMs()',
    'myDate.nowhere',
  ])('allows %s', (line) => {
    expect(checkForbiddenGlobals([{ path: inside, text: line }])).toEqual([])
  })

  it('still sees code beside an address in a string', () => {
    expect(checkForbiddenGlobals([{ path: inside, text: "f('http://x', Date.now())" }])).toHaveLength(1)
  })

  it.each([
    'apps/gateway/src/main.ts',
    'apps/gateway/src/config.ts',
    'apps/gateway/src/compose-pipeline.ts',
    'apps/gateway/src/adapters/redis-outbox.ts',
    'packages/service-kit/src/clock.ts',
    'packages/testkit/src/a.ts',
    'packages/pipeline/src/a.test.ts',
    'bench/run-bench.ts',
  ])('leaves %s alone', (path) => {
    expect(checkForbiddenGlobals([{ path, text: 'Date.now()' }])).toEqual([])
  })

  it.each(['apps/gateway/src/routes/main.ts', 'apps/gateway/src/compose.ts', 'packages/db/src/users.ts'])(
    'looks into %s',
    (path) => {
      expect(checkForbiddenGlobals([{ path, text: 'Date.now()' }])).toHaveLength(1)
    },
  )
})
