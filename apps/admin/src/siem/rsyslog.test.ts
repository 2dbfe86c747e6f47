import type { ControlRecord, SluiceEvent } from '@sluice/contracts'
import { eventsOf, toCef, toSyslog } from '@sluice/events'
import { normalizeCef, type Rsyslog, startRsyslog, startTcpProxy } from '@sluice/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSyslogSender } from './syslog-sender.ts'

const within = { timeout: 30_000, interval: 50 }
let rsyslog: Rsyslog

beforeAll(async () => {
  rsyslog = await startRsyslog()
}, 300_000)
afterAll(async () => await rsyslog?.stop())

/** A CEF value has at most 1,023 characters, and control characters become spaces. */
const MAX_VALUE_LENGTH = 1_023

function eventWith(number: number, sub: string, reason: string): SluiceEvent {
  const record: ControlRecord = {
    ...{ kind: 'control', version: 1, id: `id-${number}`, event: 'user.frozen', severity: 'critical' },
    ...{ time_ms: 1_700_000_000_000, service: 'admin', actor: 'user:carol', tenant: 'acme', sub, reason },
  }
  const [event] = eventsOf({ record })
  if (event === undefined) throw new Error('A record has an event.')
  return event
}

/** What a caller could write to break a line, a key or a frame. */
const hostile = fc
  .string({
    unit: fc.constantFrom(
      ...[
        '=',
        '|',
        '\\',
        '\n',
        '\r',
        ' ',
        'a=',
        ' act=x',
        ' CEF:0|',
        '<1>1 ',
        '9 <',
        '😀',
        '\u2028',
        'é',
        '\0',
        '"',
        '{',
      ],
    ),
    maxLength: 40,
  })
  // Whether a space before the next key belongs to a value is not defined, so none ends one.
  .map((text) => `<${text}>`)

const texts = fc.sample(fc.tuple(hostile, hostile), { numRuns: 300, seed: 7 })
const long = '=|\\\n😀x'.repeat(1_500)
const events = [...texts, ['long', long] as const].map(([sub, reason], number) => eventWith(number, sub, reason))

function shown(text: string): string {
  const cut = text.slice(0, MAX_VALUE_LENGTH)
  return cut.replaceAll(/[\0\u2028]/g, ' ').toWellFormed()
}

describe('events at a real rsyslog', () => {
  it.each(['tcp', 'tls', 'udp'] as const)(
    'arrive whole over %s, and another parser reads every value',
    async (over) => {
      const url = `syslog+${over}://localhost:${rsyslog.ports[over]}`
      const sender = createSyslogSender({ url, ca: rsyslog.certificate })
      // A datagram may be lost on a busy machine: a second try counts what came since.
      const { length: before } = await rsyslog.received(over)
      const since = async () => (await rsyslog.received(over)).slice(before)
      const messages = events.map((event) => toSyslog(event, toCef(event, '1.0'), 'host-a'))
      if (over === 'udp') for (const message of messages) await sender.send([message])
      else await sender.send(messages)
      await vi.waitFor(async () => expect(await since()).toHaveLength(events.length), within)
      sender.close()

      const received = await since()
      expect(received[0]).toMatchObject({ pri: '106', time: '2023-11-14T22:13:20.000Z', host: 'host-a', app: 'sluice' })
      const parsed = await normalizeCef(received.map(({ msg }) => msg.trimStart()))
      expect(parsed).toHaveLength(events.length)
      for (const [number, { Extensions, ...header }] of parsed.entries()) {
        const { data } = events[number] ?? {}
        expect(header).toMatchObject({
          DeviceVendor: 'Sluice',
          DeviceProduct: 'admin',
          SignatureID: 'user.frozen',
          Severity: '9',
        })
        expect(Extensions).toEqual({
          ...{ rt: '1700000000000', externalId: `id-${number}.0`, suser: 'user:carol', act: 'user.frozen' },
          ...{ duid: shown(data?.sub ?? ''), cs1: 'acme', cs1Label: 'tenant' },
          reason: shown(data !== undefined && 'reason' in data ? (data.reason ?? '') : ''),
        })
      }
    },
  )

  it.each(['tcp', 'tls'] as const)(
    'all arrive over %s while connections break; only what broke comes twice',
    async (over) => {
      const before = (await rsyslog.received(over)).length
      const proxy = await startTcpProxy(rsyslog.ports[over])
      const url = `syslog+${over}://localhost:${proxy.port}`
      const sender = createSyslogSender({ url, ca: rsyslog.certificate, timeoutMs: 1_000 })
      const pages = Array.from({ length: 40 }, (_, page) =>
        Array.from({ length: 50 }, (_, index) => eventWith(page * 50 + index, 'u', 'x'.repeat(900))),
      )
      const broken = new Set<number>()
      for (const [number, page] of pages.entries()) {
        const messages = page.map((event) => toSyslog(event, toCef(event, '1.0'), 'host-a'))
        // Every fourth page meets a fault some way into it, every twelfth a silent one.
        if (number % 4 === 1) setTimeout(() => (number % 12 === 1 ? proxy.freeze() : proxy.cut()), number % 8)
        while (!(await isTaken(sender, messages))) {
          broken.add(number)
          proxy.restore()
        }
        proxy.restore()
      }
      sender.close()
      const ids = new Map<string, number>()
      await vi.waitFor(async () => {
        ids.clear()
        for (const { msg } of (await rsyslog.received(over)).slice(before)) {
          const id = / externalId=(\S+) /.exec(msg)?.[1]
          if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1)
        }
        expect(ids.size).toBe(2_000)
      }, within)
      await proxy.stop()
      expect(broken.size).toBeGreaterThan(0)
      for (const [number, page] of pages.entries()) {
        if (broken.has(number)) continue
        for (const { id } of page) expect(ids.get(id)).toBe(1)
      }
    },
  )
})

async function isTaken(sender: Pick<ReturnType<typeof createSyslogSender>, 'send'>, messages: readonly string[]) {
  return await sender.send(messages).then(
    () => true,
    () => false,
  )
}
