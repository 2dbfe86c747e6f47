import { randomUUID } from 'node:crypto'
import { type BreakGlassRepository, createBreakGlassRepository, type Database, openDatabase } from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { startPostgres } from '@sluice/testkit'
import { createKeyRing } from '@sluice/token-vault'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBreakGlass } from './break-glass.ts'

const FRANK = { tenant: 'acme', sub: 'frank', roles: ['legal-counsel'], requestId: 'request-1' }
const CAROL = { tenant: 'acme', sub: 'carol', roles: ['ciso'], requestId: 'request-2' }

let postgres: Awaited<ReturnType<typeof startPostgres>>
let database: Database
let repository: BreakGlassRepository

beforeAll(async () => {
  postgres = await startPostgres(MIGRATED)
  database = openDatabase(postgres.url)
  repository = createBreakGlassRepository(database)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})

/** An open drill, and what happens while a record of this event is appended. */
async function openDrill(during: (event: string) => Promise<unknown> = async () => undefined) {
  const stateMap = createMemoryStateMap()
  const events: string[] = []
  const breakGlass = createBreakGlass({
    repository,
    keyRing: createKeyRing(new Map([['k1', Buffer.from(randomUUID().replaceAll('-', ''))]]), 'k1'),
    stateMap,
    sessionKeys: undefined,
    outbox: {
      append: async ({ event }) => {
        events.push(event)
        await during(event)
      },
    },
    isActive: async () => true,
    clock: { nowMs: () => Date.now() },
    onError: (error) => {
      throw error
    },
  })
  const { id } = await breakGlass.open(FRANK, { reason: 'A drill', durationMinutes: 5 })
  await breakGlass.confirm(CAROL, id, undefined)
  return { breakGlass, id, events, stateMap }
}

it('shows nothing where it is revoked between the record of a page and its values', async () => {
  const revokedAt = { sub: 'carol', atMs: Date.now() }
  let id = ''
  const drill = await openDrill(async (event) => {
    if (event !== 'break_glass.revealed') return
    await repository.change({ tenant: 'acme', id }, async (grant) => ({ ...grant, revoked: revokedAt }))
  })
  id = drill.id
  await expect(drill.breakGlass.reveal(FRANK, id, undefined)).rejects.toMatchObject({ code: 'conflict' })
  expect(drill.events.slice(-2)).toEqual(['break_glass.revealed', 'break_glass.refused'])
})

it('fails a drill that does not show every value that was written', async () => {
  const { breakGlass, id, events, stateMap } = await openDrill()
  const { page } = stateMap
  stateMap.page = async (...asked) => {
    const { sealed } = await page(...asked)
    return { sealed: new Map([...sealed].slice(1)) }
  }
  await expect(breakGlass.reveal(CAROL, id, undefined)).rejects.toMatchObject({ code: 'layer_failed' })
  expect(events).not.toContain('break_glass.drill')
  expect((await repository.lastProven()).get('acme')).toBeUndefined()
})
