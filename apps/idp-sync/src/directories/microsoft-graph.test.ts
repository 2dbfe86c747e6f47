import { systemClock } from '@sluice/service-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GRAPH_CLIENT, startGraphStub } from '../testing/graph-stub.ts'
import { testClient } from '../testing/http-client.ts'
import { describeDirectory } from './directory.contract.ts'
import type { Directory } from './directory.ts'
import { clientCredentials } from './http/client-credentials.ts'
import { createMicrosoftGraphDirectory, type MicrosoftGraphOptions } from './microsoft-graph.ts'

type GraphStub = Awaited<ReturnType<typeof startGraphStub>>

function open(stub: GraphStub, changes: Partial<MicrosoftGraphOptions> & { wrongCredentials?: boolean } = {}) {
  const { wrongCredentials = false, ...options } = changes
  const client = testClient()
  const credentials = clientCredentials({
    client,
    clock: systemClock,
    tokenUrl: `${stub.url}/oauth2/v2.0/token`,
    clientId: GRAPH_CLIENT.clientId,
    authentication: { secret: wrongCredentials ? 'wrong' : GRAPH_CLIENT.secret },
    scope: 'https://graph.microsoft.com/.default',
  })
  return createMicrosoftGraphDirectory({
    name: 'entra',
    tenant: 'acme',
    baseUrl: `${stub.url}/v1.0`,
    client,
    credentials,
    subAttribute: 'userPrincipalName',
    groups: 'all',
    groupName: 'displayName',
    maxUsers: 1_000,
    ...options,
  })
}

describeDirectory('Microsoft Graph', async () => {
  const stub = await startGraphStub()
  const ids = new Map<string, string>()
  const idOf = (name: string) => ids.get(name) ?? ''
  return {
    open: (changes) => open(stub, changes),
    add: async (name) => void ids.set(name, stub.directory.addUser(name)),
    disable: async (name) => stub.directory.change(idOf(name), { accountEnabled: false }),
    enable: async (name) => stub.directory.change(idOf(name), { accountEnabled: true }),
    remove: async (name) => stub.directory.remove(idOf(name)),
    rename: async (name, userPrincipalName) => stub.directory.change(idOf(name), { userPrincipalName }),
    setGroup: async (group, names) => stub.directory.setGroup(group, names.map(idOf)),
    stopServer: () => stub.stop(),
    close: () => stub.stop(),
  }
})

describe('Microsoft Graph', () => {
  let stub: GraphStub
  let directory: Directory
  beforeEach(async () => {
    stub = await startGraphStub()
    directory = open(stub)
  })
  afterEach(async () => {
    await directory.close()
    await stub.stop()
  })
  const pull = (cursor?: string) => directory.pull({ cursor, signal: AbortSignal.timeout(10_000) })
  const addUsers = (count: number) => Array.from({ length: count }, (_, n) => stub.directory.addUser(`user-${n}`))

  it('reads everything first, and afterwards what has changed', async () => {
    const [first = '', second = ''] = addUsers(5)
    const { kind, cursor } = await pull()
    expect(kind).toBe('snapshot')
    stub.directory.change(first, { accountEnabled: false })
    stub.directory.change(first, { mail: null })
    stub.directory.remove(second)
    expect(await pull(cursor)).toMatchObject({
      kind: 'delta',
      changed: [{ id: first, active: false, email: null }],
      removed: [second],
    })
  })

  it('tells a user who was restored after a deletion in the same round', async () => {
    const [id = ''] = addUsers(3)
    const { cursor } = await pull()
    stub.directory.remove(id)
    const again = stub.directory.addUser('user-0')
    expect(await pull(cursor)).toMatchObject({ changed: [{ id: again }], removed: [id] })
  })

  it('asks for a new token when one expires in the middle', async () => {
    addUsers(7)
    stub.faults.tokenUses = 2
    expect(await pull()).toMatchObject({ kind: 'snapshot', users: { length: 7 } })
    expect(stub.tokensIssued()).toBeGreaterThan(1)
  })

  it('gives up where no token helps', async () => {
    addUsers(1)
    const refusal = { status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } }
    stub.faults.next.push(refusal, refusal, refusal)
    await expect(pull()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(stub.faults.next).toHaveLength(1)
  })

  it('waits as long as it is asked to', async () => {
    addUsers(3)
    const busy = { status: 429, headers: { 'retry-after': '1' }, body: { error: { code: 'TooManyRequests' } } }
    stub.faults.next.push(busy, { status: 503, headers: { 'retry-after': '0' } })
    expect(await pull()).toMatchObject({ users: { length: 3 } })
  })

  it.each([
    ['asked to wait for too long', { status: 429, headers: { 'retry-after': '86400' } }, 1, 'throttled'],
    ['there is never room', { status: 429, headers: { 'retry-after': '0' } }, 9, 'throttled'],
    ['the service fails', { status: 500 }, 9, 'refused'],
    ['the answer is no JSON', { body: '<html>' }, 1, 'malformed'],
    ['the answer has another form', { body: { value: [{ name: 'x' }] } }, 1, 'malformed'],
    ['there is neither a next nor a delta link', { body: { value: [] } }, 1, 'incomplete'],
    [
      'it is led elsewhere',
      { body: { value: [], '@odata.nextLink': 'https://evil.example/v1.0/users' } },
      1,
      'malformed',
    ],
    ['it is redirected', { status: 302, headers: { location: 'https://evil.example/' } }, 1, 'refused'],
    [
      'it may not read whether users are enabled',
      { body: { value: [{ id: 'x' }], '@odata.deltaLink': 'd' } },
      1,
      'malformed',
    ],
  ])('gives up where %s', async (_what, answer, times, code) => {
    stub.faults.next.push(...Array.from({ length: times }, () => answer))
    await expect(pull()).rejects.toMatchObject({ name: 'DirectoryFault', code })
  })

  it.each([410, 400] as const)('says so when the cursor has expired (%d)', async (status) => {
    addUsers(2)
    const { cursor } = await pull()
    stub.directory.forgetful = status
    await expect(pull(cursor)).rejects.toMatchObject({ code: 'cursor_expired' })
    expect(await pull()).toMatchObject({ kind: 'snapshot', users: { length: 2 } })
  })

  it('takes a cursor that leads elsewhere for no cursor of its own', async () => {
    await expect(pull('https://evil.example/v1.0/users/delta')).rejects.toMatchObject({ code: 'malformed' })
    expect(stub.requests).toEqual([])
  })

  it('names groups by id where so configured, and reads only those that are named', async () => {
    const [id = ''] = addUsers(2)
    stub.directory.setGroup('eng', [id])
    stub.directory.setGroup('ops', [id])
    const some = open(stub, { groups: ['group-ops'], groupName: 'id' })
    expect(await some.pull({ signal: AbortSignal.timeout(10_000) })).toMatchObject({
      users: [{ groups: ['group-ops'] }, { groups: [] }],
    })
    await some.close()
    const none = open(stub, { groups: 'none' })
    const { cursor } = await none.pull({ signal: AbortSignal.timeout(10_000) })
    expect(await none.pull({ cursor, signal: AbortSignal.timeout(10_000) })).not.toHaveProperty('groups')
    await none.close()
  })
})
