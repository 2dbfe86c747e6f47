import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runPolicies } from './policies.ts'

const EXAMPLES = fileURLToPath(new URL('../../docs/policy-examples/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'policies-'))
afterAll(() => rmSync(folder, { recursive: true }))

let printed: string[] = []
beforeEach(() => {
  printed = []
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line: unknown) => void printed.push(String(line)))
  }
})
afterEach(() => vi.restoreAllMocks())

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('finds nothing wrong with the examples, and their table is as expected', () => {
  expect(runPolicies(['check', EXAMPLES])).toBe(0)
  expect(printed.at(-1)).toMatch(/^7 policies, 0 errors, 0 warnings; \d\d+ built in\.$/)
  expect(runPolicies(['test', join(EXAMPLES, 'expected.yaml')])).toBe(0)
  expect(printed.at(-1)).toMatch(/19 of 19 rows are as expected\.$/)
})

it('says where in a file a policy is wrong', () => {
  const good = '@id("good") forbid (principal, action == Action::"useCache", resource);'
  const path = file(
    'wrong.cedar',
    `// é\n${good}\n\n  @id("bad") forbid (principal, action == Action::"nope", resource);`,
  )
  expect(runPolicies(['check', path])).toBe(1)
  expect(printed[0]).toContain(`${path}:4:43 error in bad: unrecognized action`)
  expect(printed.at(-1)).toMatch(/^2 policies, 1 errors/)
})

it.each([
  ['no policy at all', '', '0 policies, 0 errors'],
  [
    'one without an id, by its file',
    'forbid (principal, action == Action::"useCache", resource);',
    '1 policies, 0 errors',
  ],
  [
    'two without ids',
    'forbid (principal, action, resource);\nforbid (principal, action, resource);',
    '2 policies, 2 errors',
  ],
  [
    'the same id twice',
    '@id("a") forbid (principal, action, resource);\n@id("a") forbid (principal, action, resource);',
    '2 policies, 1 errors',
  ],
  ['half a policy', 'forbid (principal', '0 policies, 1 errors'],
  ['a template', 'forbid (principal == ?principal, action, resource);', '1 policies, 1 errors'],
  ['what is too deep', `forbid (principal, action, resource) when { ${'('.repeat(4_000)}`, '0 policies, 1 errors'],
])('counts in a file %s', (_what, text, expected) => {
  runPolicies(['check', file('own.cedar', text)])
  expect(printed.at(-1)).toContain(expected)
})

it('explains a decision, and what determined it', () => {
  const asked = ['--action', 'reveal', '--resource', 'US_SSN']
  expect(runPolicies(['explain', '--as', 'alice', ...asked])).toBe(0)
  expect(printed[0]).toMatch(/^permit/)
  expect(printed[1]).toBe('  reveal-clearance  A caller sees values up to its clearance.')
  runPolicies(['explain', '--groups', 'dept:marketing', ...asked])
  expect(printed[3]).toMatch(/^forbid/)
  runPolicies(['explain', '--as', 'alice', '--action', 'invoke', '--resource', 'F'])
  expect(printed[6]).toMatch(/^hold/)
  expect(printed[7]).toContain('action-f  Category F (transact) waits for a human')
  runPolicies([
    'explain',
    '--as',
    'bob',
    '--action',
    'invoke',
    '--resource',
    'A',
    '--tile',
    '4',
    '--policies',
    EXAMPLES,
  ])
  expect(printed[9]).toMatch(/^require-reason/)
  expect(printed[10]).toContain('ask-engineering-why')
})

it('says which rows of a table are not as expected', () => {
  const table = { expect: [{ as: 'alice', action: 'reveal', resource: 'CREDIT_CARD', effect: 'forbid', by: ['x'] }] }
  expect(runPolicies(['test', file('table.json', JSON.stringify(table))])).toBe(1)
  expect(printed[0]).toMatch(/row 1: alice .*CREDIT_CARD.*: expected forbid by x, is permit by reveal-clearance$/)
})

it.each([
  [[]],
  [['nonsense']],
  [['test']],
  [['check', '/no/such/file']],
  [['check', join(EXAMPLES, '..')]],
  [['explain', '--action', 'reveal', '--resource', 'US_SSN']],
  [['explain', '--as', 'nobody', '--action', 'reveal', '--resource', 'US_SSN']],
  [['explain', '--as', 'alice', '--action', 'reveal', '--resource', 'NOPE']],
  [['explain', '--as', 'alice', '--action', 'fly']],
])('refuses %j', (args) => {
  expect(runPolicies(args)).toBe(2)
  expect(printed.length).toBeGreaterThan(0)
})
