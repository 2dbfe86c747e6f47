import { systemClock } from '@sluice/service-kit'
import { type ScimServer, startScim } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from './directories/directory.ts'
import { fixedCredentials } from './directories/http/credentials.ts'
import { createHttpClient } from './directories/http/http-client.ts'
import { createScimDirectory } from './directories/scim.ts'
import { type SyncStack, type SyncStores, startSyncStores, TENANT } from './testing/test-stack.ts'

describe('a SCIM directory', () => {
  let stores: SyncStores
  let open: SyncStack
  let server: ScimServer
  let directory: Directory
  beforeAll(async () => {
    stores = await startSyncStores()
  }, 300_000)
  afterAll(async () => await stores?.stop())
  beforeEach(async () => {
    open = await stores.open()
    server = await startScim()
    directory = createScimDirectory({
      name: 'corp',
      tenant: TENANT,
      baseUrl: server.url,
      client: createHttpClient({ clock: systemClock, random: Math.random, limits: { firstWaitMs: 1 } }),
      credentials: fixedCredentials('Bearer', server.token),
      subAttribute: 'externalId',
      groups: 'resources',
      pageSize: 3,
      maxUsers: 1_000,
    })
  })
  afterEach(async () => {
    await directory.close()
    await server.stop()
    await open.close()
  })
  const addUsers = async (...names: string[]) => {
    const ids: Record<string, string> = {}
    for (const name of names) ids[name] = await server.addUser({ userName: name, externalId: `u-${name}` })
    return ids
  }

  it('freezes the open session of a user who is deleted there, and of nobody else', async () => {
    const ids = await addUsers('ann', 'bob', 'carl', 'dora')
    expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', counts: { created: 4, revocations: 0 } })
    const session = await open.openSession('u-ann')
    await open.openSession('u-bob')
    await server.deleteUser(ids.ann ?? '')
    expect(await open.sync(directory)).toMatchObject({
      outcome: 'applied',
      counts: { known: 4, seen: 3, deleted: 1, unchanged: 3, revocations: 1 },
      revoked: { frozen: 1 },
    })
    expect(await open.sessions.find(session)).toMatchObject({
      state: 'frozen',
      userFreezeState: { by: 'directory:corp' },
    })
    expect(await open.stateOf('u-ann')).toBe('session_frozen')
    expect(await open.users.find(TENANT, 'u-ann')).toMatchObject({ active: false, removedAt: expect.any(Date) })
    expect(await open.stateOf('u-bob')).toBe('active')
    expect((await open.records()).map(({ event, sub, actor }) => [event, sub, actor])).toEqual([
      ['directory.synced', undefined, 'directory:corp'],
      ['user.frozen', 'u-ann', 'directory:corp'],
      ['directory.synced', undefined, 'directory:corp'],
    ])
  })

  it('freezes who is disabled there, and frees nobody who is enabled again', async () => {
    const ids = await addUsers('ann', 'bob')
    await open.sync(directory)
    await open.openSession('u-ann')
    await server.patchUser(ids.ann ?? '', { active: false })
    expect(await open.sync(directory)).toMatchObject({ counts: { deactivated: 1 }, revoked: { frozen: 1 } })
    expect(await open.stateOf('u-ann')).toBe('session_frozen')
    await server.patchUser(ids.ann ?? '', { active: true })
    expect(await open.sync(directory)).toMatchObject({ counts: { reactivated: 1 }, revoked: { frozen: 0 } })
    expect(await open.users.find(TENANT, 'u-ann')).toMatchObject({ active: true })
    expect(await open.stateOf('u-ann')).toBe('session_frozen')
  })

  it('freezes nobody who is renamed, and lets nobody escape a freeze by a new name', async () => {
    const ids = await addUsers('ann', 'bob')
    await open.sync(directory)
    await open.openSession('u-ann')
    await open.options.freezeControl.freezeUser(
      { tenant: TENANT, sub: 'u-bob' },
      { reason: 'compromised', actor: 'user:ciso' },
    )
    await server.patchUser(ids.ann ?? '', { externalId: 'u-anna' })
    await server.patchUser(ids.bob ?? '', { externalId: 'u-robert' })
    expect(await open.sync(directory)).toMatchObject({ counts: { renamed: 2, revocations: 0 } })
    expect(await open.stateOf('u-anna')).toBe('active')
    expect(await open.stateOf('u-robert')).toBe('session_frozen')
    expect((await open.sessions.findUser({ tenant: TENANT, sub: 'u-ann' })).freezeState).toBeUndefined()
    expect(await open.users.find(TENANT, 'u-ann')).toBeUndefined()
  })

  it('changes nothing on half a page, and goes on when it is whole again', async () => {
    const ids = await addUsers('ann', 'bob', 'carl', 'dora')
    await open.sync(directory)
    await open.openSession('u-dora')
    server.tamper((body, { path }) => {
      const list = body as { Resources: object[] }
      return path.includes('Users?startIndex=4&') ? { ...list, Resources: [] } : list
    })
    expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'incomplete' } })
    server.tamper((body) => (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 99))
    expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'malformed' } })
    expect(await open.stateOf('u-dora')).toBe('active')
    server.tamper(undefined)
    await server.deleteUser(ids.dora ?? '')
    expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 1 } })
  })

  it('is not misled by a user who slips to another page while others come and go', async () => {
    const ids = await addUsers('ann', 'bob', 'carl', 'dora')
    await open.sync(directory)
    // Between the pages one user leaves and another comes: the total stays, and dora is on no page.
    server.tamper((body, { path }) => {
      const list = body as { Resources: { id: string }[] }
      return path.includes('Users?startIndex=4&') ? { ...list, Resources: [{ id: 'new', userName: 'new' }] } : list
    })
    expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'incomplete' } })
    expect(await open.users.find(TENANT, 'u-dora')).toMatchObject({ active: true })
    expect(ids.dora).toBeDefined()
  })
})
