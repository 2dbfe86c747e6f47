import type { ControlRecord, SluiceEvent } from '@sluice/contracts'
import { eventsOf, toCef, toSyslog } from '@sluice/events'
import { normalizeCef, type Rsyslog, startRsyslog } from '@sluice/testkit'
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
      const messages = events.map((event) => toSyslog(event, toCef(event, '1.0'), 'host-a'))
      if (over === 'udp') for (const message of messages) await sender.send([message])
      else await sender.send(messages)
      await vi.waitFor(async () => expect(await rsyslog.received(over)).toHaveLength(events.length), within)
      sender.close()

      const received = await rsyslog.received(over)
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
          ...{ suid: shown(data?.sub ?? ''), cs1: 'acme', cs1Label: 'tenant' },
          reason: shown(data !== undefined && 'reason' in data ? (data.reason ?? '') : ''),
        })
      }
    },
  )
})
