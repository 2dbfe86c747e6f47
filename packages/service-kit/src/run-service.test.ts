import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from './clock.ts'
import { createApp } from './create-app.ts'
import { ConfigError } from './environment/index.ts'
import { renderProblem } from './problem.ts'
import { serviceConfigShape } from './service-config.ts'
import { type BuildContext, type RunningService, startService } from './start-service.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url))

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(env: Record<string, string>, name = 'tiny-service') {
  const child = spawn(process.execPath, ['--conditions=@sluice/source', fixture(name)], { env: { PORT: '0', ...env } })
  children.push(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const exited = once(child, 'close').then(([code]) => Number(code))
  const records = () =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line): Record<string, unknown> => JSON.parse(line))
  const messages = () => records().map((record) => record.msg)
  const seen = (message: string) =>
    vi.waitFor(
      () => {
        const record = records().find(({ msg }) => msg === message)
        if (record === undefined) throw new Error(`no ${message} in ${stdout}${stderr}`)
        return record
      },
      { timeout: 15_000 },
    )
  return {
    child,
    exited,
    messages,
    records,
    seen,
    ready: async () => String((await seen('ready')).url),
    stderr: () => stderr,
    stdout: () => stdout,
  }
}

describe('runService', () => {
  it('prints all faults of its environment and exits with 78', async () => {
    const { exited, stderr, messages } = run({ PORT: 'http-port', LOG_LEVEL: 'loudest', DRAIN_TIMEOUT_MS: '-1' })
    expect(await exited).toBe(78)
    for (const name of ['PORT', 'LOG_LEVEL', 'DRAIN_TIMEOUT_MS', 'SLOW_MS']) expect(stderr()).toContain(`  ${name}: `)
    for (const value of ['http-port', 'loudest', '-1']) expect(stderr()).not.toContain(value)
    expect(messages()).toEqual([])
  })

  it('finishes the request in flight after SIGTERM, refuses new connections, closes in reverse, exits with 0', async () => {
    const service = run({ SLOW_MS: '1500' })
    const url = await service.ready()
    const slow = fetch(`${url}/slow`)
    await service.seen('slow started')
    service.child.kill('SIGTERM')
    await service.seen('stopping')
    await vi.waitFor(async () => {
      await expect(fetch(`${url}/health/live`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    })
    expect(service.messages()).not.toContain('closed last')
    const response = await slow
    expect([response.status, await response.text()]).toEqual([200, 'slow done'])
    expect(await service.exited).toBe(0)
    expect(service.messages().slice(-5)).toEqual([
      'request',
      'closed last',
      'close hook failed',
      'closed first',
      'stopped',
    ])
    expect(service.messages()).not.toContain('connections cut: the drain took too long')
  })

  it('reports unready during the drain delay', async () => {
    const service = run({ SLOW_MS: '1', DRAIN_DELAY_MS: '60000' })
    const url = await service.ready()
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    service.child.kill('SIGINT')
    await service.seen('stopping')
    const response = await fetch(`${url}/health/ready`)
    expect([response.status, await response.json()]).toEqual([503, { status: 'draining', checks: {} }])
    expect(response.headers.get('connection')).toBe('close')
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  })

  it('cuts what is still in flight after the drain time-out', async () => {
    const service = run({ SLOW_MS: '60000', DRAIN_TIMEOUT_MS: '100' })
    const url = await service.ready()
    const slow = fetch(`${url}/slow`)
    const cut = expect(slow).rejects.toThrow()
    await service.seen('slow started')
    service.child.kill('SIGTERM')
    await cut
    expect(await service.exited).toBe(0)
    expect(service.messages()).toContain('connections cut: the drain took too long')
    expect(service.messages().at(-1)).toBe('stopped')
  })

  it('lets a stream end itself in its own form when the stop begins', async () => {
    const service = run({ SLOW_MS: '1', DRAIN_TIMEOUT_MS: '60000' })
    const url = await service.ready()
    const text = fetch(`${url}/endless-stream`).then((response) => response.text())
    await service.seen('stream started')
    service.child.kill('SIGTERM')
    expect(await text).toBe('part stopping')
    expect(await service.exited).toBe(0)
    expect(service.messages()).not.toContain('connections cut: the drain took too long')
  })

  it('ends at once on a second signal', async () => {
    const service = run({ SLOW_MS: '60000', DRAIN_TIMEOUT_MS: '60000' })
    const url = await service.ready()
    const cut = expect(fetch(`${url}/slow`)).rejects.toThrow()
    await service.seen('slow started')
    service.child.kill('SIGTERM')
    await service.seen('stopping')
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(1)
    await cut
  })

  it('gives a close hook that hangs a bound', async () => {
    const service = run({ SLOW_MS: '1', HANG_CLOSE: '1' })
    await service.ready()
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    expect(service.messages()).toEqual(expect.arrayContaining(['close hook timed out', 'closed first']))
  })

  it('logs the error of a broken response stream without its members, and prints it nowhere', async () => {
    const service = run({ SLOW_MS: '1' })
    const url = await service.ready()
    const body = (await fetch(`${url}/broken-stream`)).text()
    await expect(body).rejects.toThrow()
    expect(await service.seen('console')).toMatchObject({ level: 'error', err: { message: 'upstream broke' } })
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    expect(service.stderr()).toBe('')
    expect(service.stdout()).not.toContain('sensitive-content')
  })

  it('stops cleanly, but with 1, after an exception that nobody caught', async () => {
    const service = run({ SLOW_MS: '1' })
    const url = await service.ready()
    expect(await (await fetch(`${url}/crash`, { method: 'POST' })).text()).toBe('crashing')
    expect(await service.exited).toBe(1)
    expect(service.messages()).toEqual(expect.arrayContaining(['uncaught', 'closed last', 'closed first', 'stopped']))
  })
})

describe('runServices', () => {
  const pair = (env: Record<string, string>) => run({ SLOW_MS: '1', ...env }, 'tiny-pair')
  type Pair = ReturnType<typeof pair>
  const of = ({ records }: Pair, service: string) => records().filter((record) => record.service === service)
  /** What a service has logged, by name, once both are ready. */
  const urls = async (both: Pair) =>
    await vi.waitFor(
      () =>
        ['first', 'second'].map((service) => {
          const ready = of(both, service).find(({ msg }) => msg === 'ready')
          if (ready === undefined) throw new Error(`${service} is not ready: ${both.stdout()}${both.stderr()}`)
          return String(ready.url)
        }),
      { timeout: 15_000 },
    )
  const messagesOf = (both: Pair, service: string) => of(both, service).map(({ msg }) => msg)

  it('gives each its own port, environment, log lines and metrics, and drains all after SIGTERM', async () => {
    const both = pair({ FIRST__SLOW_MS: '1500' })
    const [first = '', second = ''] = await urls(both)
    const slow = fetch(`${first}/slow`)
    await vi.waitFor(() => expect(messagesOf(both, 'first')).toContain('slow started'), { timeout: 15_000 })
    expect(await (await fetch(`${second}/slow`)).text()).toBe('second done')
    for (const [url, service] of Object.entries({ [first]: 'first', [second]: 'second' })) {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect([...new Set(metrics.match(/service="\w+"/g))]).toEqual([`service="${service}"`])
    }
    both.child.kill('SIGTERM')
    expect(await (await slow).text()).toBe('first done')
    expect(await both.exited).toBe(0)
    for (const service of ['first', 'second']) {
      expect(messagesOf(both, service).slice(-2)).toEqual(['closed', 'stopped'])
    }
  })

  it('ends with 78 and closes the others when one is not configured, and says which', async () => {
    const both = pair({ SECOND__SLOW_MS: 'long' })
    expect(await both.exited).toBe(78)
    expect(both.stderr()).toMatch(/^second could not start\. .*\n {2}SLOW_MS: /)
    expect(both.stderr()).not.toContain('first')
    expect(messagesOf(both, 'first').at(-1)).not.toBe('ready')
  })

  it('ends with 1 and closes the others when the port of one is taken', async () => {
    const holder = pair({})
    const [taken = ''] = await urls(holder)
    const both = pair({ SECOND__PORT: new URL(taken).port })
    expect(await both.exited).toBe(1)
    expect(both.stderr()).toMatch(/^second could not start\. .*EADDRINUSE/)
    expect(messagesOf(both, 'first')).toContain('closed')
    holder.child.kill('SIGKILL')
  })

  it('ends all, with 1, after an exception that nobody caught', async () => {
    const both = pair({})
    const [, second = ''] = await urls(both)
    await (await fetch(`${second}/crash`, { method: 'POST' })).text()
    expect(await both.exited).toBe(1)
    expect(both.messages()).toContain('uncaught')
    for (const service of ['first', 'second']) expect(messagesOf(both, service).at(-1)).toBe('stopped')
  })
})

describe('startService', () => {
  let service: RunningService | undefined
  afterEach(() => service?.stop())

  const configSchema = z.object({ ...serviceConfigShape, GREETING: z.string().default('hello') })
  type Config = z.output<typeof configSchema>
  const env = { PORT: '0', LOG_LEVEL: 'silent' }

  function define(change: (context: BuildContext<Config>) => unknown = () => undefined) {
    return {
      name: 'inner',
      info: { title: 'Inner', version: '1' },
      docs: { title: 'the inner service' },
      configSchema,
      build: async (context: BuildContext<Config>) => {
        await change(context)
        const app = createApp({ ...context, renderError: renderProblem })
        app.get('/', (c) => c.text(context.config.GREETING))
        return { app, checks: { always: async () => undefined } }
      },
    }
  }

  it('listens, answers, and stops once however often it is asked', async () => {
    const closed: string[] = []
    const definition = define(({ onClose, clock }) => {
      expect(clock).toBe(systemClock)
      onClose('a', () => closed.push('a'))
      onClose('b', () => closed.push('b'))
    })
    service = await startService(definition, { env: { ...env, GREETING: 'good day' } })
    expect(await (await fetch(service.url)).text()).toBe('good day')
    expect(await (await fetch(`${service.url}/health/ready`)).json()).toMatchObject({
      checks: { always: { status: 'up' } },
    })
    expect(service.stop()).toBe(service.stop())
    await service.stop()
    expect(closed).toEqual(['b', 'a'])
    await expect(fetch(service.url)).rejects.toThrow()
  })

  it('has health, metrics and its document, and nothing else, where it has no app of its own', async () => {
    const worker = { ...define(), build: async () => ({ checks: { always: async () => undefined } }) }
    service = await startService(worker, { env })
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200)
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('service="inner"')
    expect(await (await fetch(`${service.url}/openapi.json`)).json()).toMatchObject({ info: { title: 'Inner' } })
    expect(await (await fetch(service.url)).json()).toMatchObject({ code: 'not_found' })
  })

  describe('with a port for operations', () => {
    const apart = { ...env, OPERATIONS_PORT: '0' }

    it('serves metrics there only, and names dependencies there only', async () => {
      service = await startService(define(), { env: apart })
      const { url, operationsUrl } = service
      expect(operationsUrl).not.toBe(url)
      expect((await fetch(`${url}/metrics`)).status).toBe(404)
      expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' })
      expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready' })
      expect(await (await fetch(`${operationsUrl}/metrics`)).text()).toContain('service="inner"')
      expect((await fetch(`${operationsUrl}/health/live`)).status).toBe(200)
      expect(await (await fetch(`${operationsUrl}/health/ready`)).json()).toMatchObject({
        checks: { always: { status: 'up' } },
      })
      expect((await fetch(`${operationsUrl}/`)).status).toBe(404)
      expect((await fetch(`${operationsUrl}/openapi.json`)).status).toBe(404)
    })

    it('does so for a service without an app too, and listens where it is told', async () => {
      const worker = { ...define(), build: async () => ({}) }
      service = await startService(worker, { env: { ...apart, OPERATIONS_HOST: '127.0.0.2' } })
      expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
      expect(service.operationsUrl).toContain('//127.0.0.2:')
      expect((await fetch(`${service.operationsUrl}/metrics`)).status).toBe(200)
    })

    it('answers it while the service drains, and closes it at the end', async () => {
      const started = Promise.withResolvers<void>()
      const finish = Promise.withResolvers<void>()
      const slow = {
        ...define(),
        build: async (context: BuildContext<Config>) => {
          const app = createApp({ ...context, renderError: renderProblem })
          app.get('/slow', async (c) => {
            started.resolve()
            await finish.promise
            return c.text('done')
          })
          return { app }
        },
      }
      service = await startService(slow, { env: apart })
      const { operationsUrl } = service
      const answer = fetch(`${service.url}/slow`)
      await started.promise
      const stopped = service.stop()
      expect(await (await fetch(`${operationsUrl}/health/ready`)).json()).toMatchObject({ status: 'draining' })
      finish.resolve()
      await (await answer).text()
      await stopped
      await expect(fetch(`${operationsUrl}/metrics`)).rejects.toThrow()
    })

    it('ends a start that finds it taken', async () => {
      service = await startService(define(), { env })
      const closed: string[] = []
      const open = ({ onClose }: BuildContext<Config>) => onClose('opened', () => closed.push('opened'))
      const taken = { ...env, OPERATIONS_PORT: String(service.port) }
      await expect(startService(define(open), { env: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' })
      expect(closed).toEqual(['opened'])
    })
  })

  it('warns of variables that look misspelt, by name, in one line', async () => {
    const lines: string[] = []
    const given = { PORT: '0', GREETINGS: 'the-secret', LOG_LEVL: 'warn', HOME: '/root' }
    service = await startService(define(), { env: given, logDestination: { write: (line) => void lines.push(line) } })
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(warnings).toMatchObject([
      {
        variables: [
          { given: 'GREETINGS', meant: 'GREETING' },
          { given: 'LOG_LEVL', meant: 'LOG_LEVEL' },
        ],
      },
    ])
    expect(lines.join('')).not.toContain('the-secret')
  })

  it('closes idle keep-alive connections instead of waiting for them', async () => {
    service = await startService(define(), { env: { ...env, DRAIN_TIMEOUT_MS: '60000' } })
    await (await fetch(service.url)).text()
    await service.stop()
  })

  it('closes what was opened when the start fails, is given up, or the port is taken', async () => {
    service = await startService(define(), { env })
    const closed: string[] = []
    const open = ({ onClose }: BuildContext<Config>) => onClose('opened', () => closed.push('opened'))
    const failing = define(async (context) => {
      open(context)
      throw new Error('no database')
    })
    await expect(startService(failing, { env })).rejects.toThrow('no database')
    expect(closed).toEqual(['opened'])
    await expect(startService(define(open), { env: { ...env, PORT: String(service.port) } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    expect(closed).toEqual(['opened', 'opened'])
    const interrupt = new AbortController()
    const hanging = define((context) => {
      open(context)
      interrupt.abort(new Error('given up'))
      return new Promise(() => {})
    })
    await expect(startService(hanging, { env, signal: interrupt.signal })).rejects.toThrow('given up')
    expect(closed).toEqual(['opened', 'opened', 'opened'])
  })

  it('refuses a wrong environment before anything is opened', async () => {
    const definition = define(() => expect.unreachable())
    await expect(startService(definition, { env: { PORT: 'x' } })).rejects.toBeInstanceOf(ConfigError)
  })
})
