import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { formatFault } from '../fault.ts'
import { checkLicences } from './check-licences.ts'
import { ALLOWED_LICENCES } from './licence-table.ts'
import { readLicences } from './read-licences.ts'

const faultsOf = (licence: string, exceptions = {}) =>
  checkLicences([{ name: 'one', versions: ['1.0.0'], licence }], { allowed: ALLOWED_LICENCES, exceptions }).map(
    formatFault,
  )

it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-or-later)', 'MIT AND Zlib', 'GPL-2.0 OR (MIT AND ISC)'])(
  'allows %s',
  (licence) => {
    expect(faultsOf(licence)).toEqual([])
  },
)

it.each([
  ['GPL-3.0-only', /one 1\.0\.0 has the licence "GPL-3\.0-only", which is not allowed: use another package/],
  ['MIT AND GPL-3.0-only', /"MIT AND GPL-3\.0-only"/],
  ['AGPL-3.0-or-later', /"AGPL-3\.0-or-later"/],
  ['SEE LICENSE IN LICENSE', /"SEE LICENSE IN LICENSE"/],
  ['Public Domain', /"Public Domain"/],
  ['mit', /"mit"/],
  ['', /""/],
  ['Unknown', /one 1\.0\.0 says no licence/],
])('refuses %j', (licence, fault) => {
  expect(faultsOf(licence)).toEqual([expect.stringMatching(fault)])
})

it('takes an exception for the very text that it was made for', () => {
  const exceptions = { one: { licence: 'Public Domain', reason: 'a reason' } }
  expect(faultsOf('Public Domain', exceptions)).toEqual([])
  expect(faultsOf('GPL-3.0-only', exceptions)).toHaveLength(2)
})

it('finds an exception that nothing needs, and that nothing was looked at', () => {
  expect(faultsOf('MIT', { one: { licence: 'MIT', reason: 'a reason' } })).toEqual([
    expect.stringMatching(/licence-table\.ts: one is excepted, and no installed package needs that/),
  ])
  expect(checkLicences([], { allowed: ALLOWED_LICENCES, exceptions: {} })).toHaveLength(1)
})

it('reads what is installed', async () => {
  const packages = await readLicences(resolve(import.meta.dirname, '../../..'))
  expect(packages.length).toBeGreaterThan(100)
  expect(packages).toContainEqual({ name: 'hono', versions: [expect.stringMatching(/^\d/)], licence: 'MIT' })
})

it('finds a fault where nothing is installed', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'licences-'))
  const rules = { allowed: ALLOWED_LICENCES, exceptions: {} }
  expect(checkLicences(await readLicences(empty), rules)).toHaveLength(1)
  await rm(empty, { recursive: true })
})
