import { SluiceError } from '@sluice/contracts'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { createLogger, systemClock } from '@sluice/service-kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ListenerStack, startListenerStack } from '../testing/test-stack.ts'
import { rehearse } from './rehearse.ts'

describe('a listener that has rehearsed a command at its start', () => {
  let stack: ListenerStack
  beforeAll(async () => {
    stack = await startListenerStack()
  }, 300_000)
  afterAll(async () => await stack?.stop())

  it('has frozen nobody, recorded nothing and counted nothing', async () => {
    expect(await stack.redisClient.keys('sluice:*{sessions}:*:freeze')).toEqual([])
    expect(await stack.redisClient.hlen('sluice:{sessions}:unrecorded')).toBe(0)
    expect(await stack.redisClient.xlen('sluice:{sessions}:freeze-log')).toBe(0)
    expect(await stack.takeRecords()).toEqual([])
    const metrics = await (await fetch(`${stack.url}/metrics`)).text()
    expect(metrics).toContain('# TYPE sluice_soar_commands_total counter')
    expect(metrics).not.toContain('sluice_soar_commands_total{')
  })
})

describe('a rehearsal', () => {
  const policies = createCedarPolicies(
    { clearances: {}, soar: { scope: 'soar', clients: [], allowUnfreeze: false } },
    { clock: systemClock },
  )
  const dependenciesWith = (findUsers: () => Promise<never[]>, freezeSession: () => Promise<undefined>) => {
    const never = () => Promise.reject(new TypeError('not in a rehearsal'))
    const claims = { claim: never }
    return {
      ...{
        policies,
        clock: systemClock,
        logger: createLogger({ service: 'test', level: 'fatal' }),
        messages: claims,
        answers: claims,
      },
      findUsers: vi.fn<(name: object) => Promise<never[]>>(findUsers),
      sessions: { find: never },
      counts: { command: vi.fn(), signal: vi.fn() },
      control: {
        freezeSession: vi.fn<(ref: object) => Promise<undefined>>(freezeSession),
        ...{ freezeUser: never, unfreezeUser: never, unfreezeSession: never, revokeClient: never },
        ...{ announceClient: never, close: () => undefined },
      },
    }
  }
  const away = () => Promise.reject(new SluiceError('dependency_unavailable'))

  it('looks for a user whom nobody is, and for a session of theirs', async () => {
    const dependencies = dependenciesWith(
      async () => [],
      async () => undefined,
    )
    await rehearse(dependencies)
    const [[named]] = dependencies.findUsers.mock.calls as [[{ sub: string }]]
    expect(named.sub).toMatch(/^[0-9a-f-]{36}$/)
    expect(dependencies.control.freezeSession.mock.calls).toEqual([
      [
        { tenant: 'default', sub: named.sub, sessionId: 1 },
        { reason: 'Rehearsal', actor: 'soar:rehearsal' },
      ],
    ])
    expect(dependencies.counts.command).not.toHaveBeenCalled()
  })

  it('leaves a store that is away to the readiness checks', async () => {
    const dependencies = dependenciesWith(away, away)
    await rehearse(dependencies)
    expect(dependencies.control.freezeSession).toHaveBeenCalledOnce()
  })

  it('hides no fault of the code', async () => {
    const faulty = dependenciesWith(
      async () => [],
      () => Promise.reject(new TypeError('no such member')),
    )
    await expect(rehearse(faulty)).rejects.toThrow('no such member')
  })
})
