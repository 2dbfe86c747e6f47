import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Rsyslog, startRsyslog } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdminStack, okJson, startAdminStack } from '../testing/test-stack.ts'

const within = { timeout: 60_000, interval: 50 }
const COUNT = 20
let rsyslog: Rsyslog
let stack: AdminStack
let collector: Server
let collectorPort = 0
const lines: string[] = []
/** What the collector answers. */
let status = 200

beforeAll(async () => {
  rsyslog = await startRsyslog()
  collector = createServer(async (request, response) => {
    const body = await text(request)
    if (status === 200) lines.push(...body.trimEnd().split('\n'))
    response.writeHead(status).end()
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  collectorPort = typeof address === 'object' && address !== null ? address.port : 0
  stack = await startAdminStack({
    ...{ AUDIT_WRITER: 'true', SIEM_BATCH_MS: '1000' },
    SIEM_SYSLOG_URL: `syslog+tcp://127.0.0.1:${rsyslog.ports.tcp}`,
    SIEM_RECEIVERS: JSON.stringify([
      { url: `syslog+tls://localhost:${rsyslog.ports.tls}`, ca: rsyslog.certificate },
      { url: `syslog+udp://127.0.0.1:${rsyslog.ports.udp}` },
      // Nobody vouches for this one's certificate: it must not hold up the others.
      { url: `syslog+tls://127.0.0.1:${rsyslog.ports.tls}` },
      { url: `http://127.0.0.1:${collectorPort}/collect`, format: 'cloudevents', token: 'Bearer t' },
    ]),
  })
}, 300_000)
afterAll(async () => {
  await stack?.stop()
  collector?.closeAllConnections()
  collector?.close()
  await rsyslog?.stop()
})

const freeze = async (sub: string) =>
  await okJson(await stack.call('carol', 'POST', `/admin/users/${sub}/freeze`, { reason: 'Test.', force: true }))

/** The subjects of which an event came, in the order of their first. */
async function cameOver(over: 'tcp' | 'tls' | 'udp'): Promise<string[]> {
  const received = await rsyslog.received(over)
  return [...new Set(received.flatMap(({ msg }) => / duid=(f-\S+) /.exec(msg)?.[1] ?? []))]
}

const collected = () => [...new Set(lines.flatMap((line) => /"subject":"(f-[^"]+)"/.exec(line)?.[1] ?? []))]

describe('several receivers of events', () => {
  it('get every event, each over its own way, while one of them cannot be trusted', async () => {
    await freeze('f-first')
    for (const over of ['tcp', 'tls', 'udp'] as const) {
      await vi.waitFor(async () => expect(await cameOver(over)).toEqual(['f-first']), within)
    }
    await vi.waitFor(() => expect(collected()).toEqual(['f-first']), within)
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${stack.url}/metrics`)).text()
      expect(metrics).toMatch(/sluice_siem_events_total\{[^}]*receiver="127\.0\.0\.1:\d+"[^}]*\} [1-9]/)
      expect(metrics).toMatch(/sluice_siem_failures_total\{[^}]*\} [1-9]/)
    }, within)
  })

  it('get every event over TCP and TLS though rsyslog is killed, and a collector though it refuses', async () => {
    const subs = Array.from({ length: COUNT }, (_, index) => `f-${index}`)
    status = 503
    for (const [index, sub] of subs.entries()) {
      await freeze(sub)
      if (index === 5) await rsyslog.kill()
    }
    for (const port of [rsyslog.ports.tcp, collectorPort]) {
      await vi.waitFor(() => expect(stack.logged()).toContain(`"receiver":"127.0.0.1:${port}"`), within)
    }
    await vi.waitFor(() => expect(stack.logged()).toContain(`"receiver":"localhost:${rsyslog.ports.tls}"`), within)
    await rsyslog.restart()
    status = 200
    const all = ['f-first', ...subs]
    for (const over of ['tcp', 'tls'] as const) {
      await vi.waitFor(async () => expect(await cameOver(over)).toEqual(all), within)
    }
    await vi.waitFor(() => expect(collected()).toEqual(all), within)
    // A collector answers, so only what it refused came twice.
    expect(lines.filter((line) => line.includes('"subject":"f-3"'))).toHaveLength(1)
  })
})
