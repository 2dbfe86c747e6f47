import { createPrincipalReader, newApiKey } from '@sluice/auth'
import { apiKeyClient, SluiceError } from '@sluice/contracts'
import type { StoredApiKey } from '@sluice/db'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgeSecret } from '../testing/stored-keys.ts'
import { ApiKeys } from './api-keys.ts'

const DAY_MS = 86_400_000

interface Stored {
  key: StoredApiKey | undefined
  groups: readonly string[]
  directory?: string
}

let nowMs: number
let asked: number
let uses: string[]
let errors: unknown[]
let checks: string[]
let stored: Stored
let isDown: boolean
/** Held back until a test lets it go on. */
let delay: Promise<void>
let made: ReturnType<typeof newApiKey>
let keys: ApiKeys

beforeEach(() => {
  made = newApiKey()
  ;[nowMs, asked, uses, errors, checks, isDown, delay] = [DAY_MS, 0, [], [], [], false, Promise.resolve()]
  const at = new Date(0)
  const key: StoredApiKey = {
    ...{ id: made.id, tenant: 'acme', sub: 'alice', name: 'ci', groups: ['dept:then'], departments: ['then'] },
    ...{ secretHash: made.secretHash, models: undefined, wires: undefined, requestsPerMinute: 5, createdBy: 'user:x' },
    ...{ createdAt: at, expiresAt: new Date(3 * DAY_MS), revokedBy: undefined, revokedAt: undefined },
    lastUsedOn: undefined,
    limitsVersion: 1,
  }
  stored = { key, groups: [] }
  keys = new ApiKeys({
    repository: {
      findAnywhere: async (id) => {
        asked += 1
        const found = stored.key
        await delay
        if (isDown) throw new SluiceError('dependency_unavailable')
        return found?.id === id ? found : undefined
      },
      noteUse: async (id, day) => {
        if (isDown) throw new SluiceError('dependency_unavailable')
        uses.push(`${id} ${day}`)
      },
    },
    users: {
      find: async (tenant, sub) => ({
        ...{ tenant, sub, active: true, groups: stored.groups, createdAt: at, updatedAt: at },
        ...(stored.directory === undefined ? {} : { directory: stored.directory }),
      }),
    },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    readPrincipal: createPrincipalReader(),
    onChecked: (result) => checks.push(result),
    onError: (error) => errors.push(error),
  })
})

const codeOf = (text = made.text) =>
  keys.authenticate(text).then(
    () => 'good',
    ({ code }: SluiceError) => code,
  )

describe('an API key', () => {
  it('is looked up once, for many at once, and again after a minute', async () => {
    const [one, two] = await Promise.all([keys.authenticate(made.text), keys.authenticate(made.text)])
    expect(one).toBe(two)
    expect(keys.grantOf(one)).toEqual({ id: made.id, models: undefined, wires: undefined, requestsPerMinute: 5 })
    nowMs += 59_999
    expect(await keys.authenticate(made.text)).toBe(one)
    expect(asked).toBe(1)
    nowMs += 1
    expect(await codeOf()).toBe('good')
    expect(asked).toBe(2)
  })

  it('acts as its owner, with the groups that the directory tells now, else those of then', async () => {
    expect(await keys.authenticate(made.text)).toMatchObject({
      ...{ tenant: 'acme', sub: 'alice', groups: ['dept:then'], client: apiKeyClient(made.id) },
    })
    stored = { ...stored, groups: ['dept:now'], directory: 'corp' }
    keys.forget(apiKeyClient(made.id))
    expect((await keys.authenticate(made.text)).groups).toEqual(['dept:now'])
    stored = { ...stored, groups: [] }
    keys.forget(apiKeyClient(made.id))
    expect((await keys.authenticate(made.text)).groups).toEqual(['dept:then'])
  })

  it('needs its own secret, also while it is remembered, and another one does not make it forgotten', async () => {
    await keys.authenticate(made.text)
    for (const forged of [forgeSecret(made.text), newApiKey().text]) expect(await codeOf(forged)).toBe('token_invalid')
    expect(asked).toBe(2)
    expect(await codeOf()).toBe('good')
  })

  it('ends with its time, also while it is remembered', async () => {
    nowMs = 3 * DAY_MS - 1
    expect(await codeOf()).toBe('good')
    nowMs += 1
    expect(await codeOf()).toBe('token_expired')
    expect(await codeOf('sk-sluice-x')).toBe('token_invalid')
    expect(checks).toEqual(['taken', 'expired', 'invalid'])
  })

  it('is not remembered from before its revocation', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    delay = promise
    const early = codeOf()
    stored = { ...stored, key: stored.key && { ...stored.key, revokedAt: new Date(nowMs) } }
    keys.forget(apiKeyClient(made.id))
    resolve()
    // The session gate refuses this one.
    expect(await early).toBe('good')
    expect(await codeOf()).toBe('token_invalid')
  })

  it('is looked up again once it was changed, also by who comes while it is still being read as it was', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    delay = promise
    const before = keys.authenticate(made.text)
    stored = { ...stored, key: stored.key && { ...stored.key, requestsPerMinute: 7 } }
    keys.forget(apiKeyClient(made.id))
    const after = keys.authenticate(made.text)
    resolve()
    const limits = (await Promise.all([before, after])).map((one) => keys.grantOf(one)?.requestsPerMinute)
    expect(limits).toEqual([5, 7])
    expect(keys.grantOf(await keys.authenticate(made.text))?.requestsPerMinute).toBe(7)
    stored = { ...stored, key: stored.key && { ...stored.key, requestsPerMinute: 8 } }
    expect(keys.grantOf(await keys.authenticate(made.text))?.requestsPerMinute).toBe(7)
    keys.forgetAll()
    expect(keys.grantOf(await keys.authenticate(made.text))?.requestsPerMinute).toBe(8)
  })

  it('is refused where it cannot be looked up, and a failure is not remembered', async () => {
    isDown = true
    expect(await codeOf()).toBe('dependency_unavailable')
    isDown = false
    expect(await codeOf()).toBe('good')
  })

  it('has its use noted once a day, and once more where that failed', async () => {
    await keys.authenticate(made.text)
    await keys.authenticate(made.text)
    isDown = true
    nowMs = 2 * DAY_MS - 1_000
    await keys.authenticate(made.text).catch(() => undefined)
    isDown = false
    nowMs = 2 * DAY_MS + 1_000
    await keys.authenticate(made.text)
    expect(uses).toEqual([`${made.id} 1970-01-02`, `${made.id} 1970-01-03`])
    isDown = true
    nowMs = 2 * DAY_MS + 10_000
    await keys.authenticate(made.text)
    expect(errors).toEqual([])
  })

  it('waits with others for PostgreSQL only so far', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    delay = promise
    const waiting = Array.from({ length: 256 }, () => codeOf(newApiKey().text))
    expect(await codeOf()).toBe('overloaded')
    resolve()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['token_invalid']))
    expect(await codeOf()).toBe('good')
  })

  it('is looked up again where it is in use, however many ids somebody makes up meanwhile', async () => {
    expect(await codeOf()).toBe('good')
    nowMs += 60_000
    const { promise, resolve } = Promise.withResolvers<void>()
    delay = promise
    const flood = Array.from({ length: 300 }, () => codeOf(newApiKey().text))
    const renewed = codeOf()
    resolve()
    expect(await renewed).toBe('good')
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['token_invalid', 'overloaded']))
  })
})
