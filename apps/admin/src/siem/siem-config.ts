import { isIP } from 'node:net'
import { durationMs, json, url } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { EVENT_FORMATS } from './event-line.ts'
import { SYSLOG_PROTOCOLS } from './syslog-sender.ts'

const MAX_RECEIVERS = 16
/** Of a header that carries a token. */
const MAX_TOKEN_LENGTH = 8_192

/** A name of a header field, RFC 9110, section 5.1. */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/)
/** A value that can carry no line break. */
const headerValue = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/)
  .max(MAX_TOKEN_LENGTH)

const syslogReceiver = z.strictObject({
  url: url(SYSLOG_PROTOCOLS),
  ca: z.string().optional(),
})

const httpReceiver = z
  .strictObject({
    url: url(['https', 'http']),
    format: z.enum(EVENT_FORMATS).default('cef'),
    header: headerName.default('authorization'),
    /** The whole value of the header, or the file that holds it; it is read again for each batch. */
    token: headerValue.optional(),
    token_file: z.string().min(1).optional(),
    ca: z.string().optional(),
  })
  .refine(({ token, token_file: file }) => token === undefined || file === undefined, 'has both token and token_file')
  // A token and the names of users would be read on the way.
  .refine(({ url: text }) => isEncryptedOrNear(new URL(text)), 'is http and not on this machine')
  .refine(
    ({ url: text }) => new URL(text).username === '' && new URL(text).password === '',
    'has a password in its url',
  )

function isEncryptedOrNear({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]') return true
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}

const receiverSchema = z.union([syslogReceiver, httpReceiver])

/** One receiver of events. */
export type SiemReceiver = z.output<typeof receiverSchema>

/** Where events are sent. */
export const siemConfigShape = {
  SIEM_SYSLOG_URL: url(SYSLOG_PROTOCOLS)
    .optional()
    .describe(
      'The SIEM that gets the events of all tenants as CEF in syslog: `syslog+tcp://HOST:PORT`, `syslog+tls://` or ' +
        '`syslog+udp://`. Unset: none is sent.',
    ),
  SIEM_SYSLOG_CA: z
    .string()
    .optional()
    .describe(
      'The certificates, as PEM, that sign the one of a `syslog+tls` receiver; those that Node knows if unset.',
    ),
  SIEM_RECEIVERS: json(
    z
      .array(receiverSchema)
      .max(MAX_RECEIVERS)
      .refine((list) => new Set(list.map((receiver) => receiver.url)).size === list.length, 'names a url twice'),
  )
    .default([])
    .describe(
      'JSON list of further receivers, each sent to by itself: {url, ca} for syslog, or {url, format, header, token, ' +
        'token_file, ca} for a collector over HTTPS, with format `cef`, `ocsf` or `cloudevents`. See docs/siem.md.',
    ),
  SIEM_BATCH_MS: durationMs({ min: 1_000 })
    .default(300_000)
    .describe('How long events of a severity below 7 are gathered before they are sent. The others are sent at once.'),
} as const

interface SiemConfig {
  readonly SIEM_SYSLOG_URL?: string | undefined
  readonly SIEM_SYSLOG_CA?: string | undefined
  readonly SIEM_RECEIVERS: readonly SiemReceiver[]
}

/** All receivers, each once: the one of `SIEM_SYSLOG_URL` and those of `SIEM_RECEIVERS`. */
export function receiversOf({ SIEM_SYSLOG_URL: only, SIEM_SYSLOG_CA: ca, SIEM_RECEIVERS: list }: SiemConfig) {
  if (only === undefined || list.some((receiver) => receiver.url === only)) return list
  return [{ url: only, ca }, ...list]
}
