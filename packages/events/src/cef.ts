import type { SluiceEvent } from '@sluice/contracts'
import { nameOf, serviceOf, signatureOf } from './signature.ts'

/** A longer value is cut, in UTF-16 code units; CEF's own keys take at most 1,023 characters. */
const MAX_VALUE_LENGTH = 1_023

type Extension = readonly (readonly [key: string, value: string | number | undefined])[]

/**
 * Writes an event as one line of CEF version 0, without a line break: the type is the signature id, the time is `rt`
 * in milliseconds. Keys are those of the extension dictionary; `cs1` to `cs6`, `cn1` and `cn2` carry what it has no key
 * for.
 *
 * Source: ArcSight Common Event Format, Implementation Standard, version 26, chapters 1 and 2.
 */
export function toCef(event: SluiceEvent, productVersion: string): string {
  const signature = signatureOf(event)
  const header = ['Sluice', serviceOf(event), productVersion, signature, nameOf(signature), String(event.severity)]
  const extension = [...firstKeys(event), ...keysOf(event), ...lastKeys(event)]
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${escapeValue(String(value))}`)
  return `CEF:0|${header.map(escapeHeader).join('|')}|${extension.join(' ')}`
}

function firstKeys(event: SluiceEvent): Extension {
  const { id, time, data } = event
  return [
    ['rt', Date.parse(time)],
    ['externalId', id],
    [keyOfSubject(event), data.sub],
    ['requestContext', data.request_id],
  ]
}

/**
 * Whoever sends a request is its source. An act of the control plane has its actor as source, in `suser`, and whom it
 * concerns as destination: source keys that name two persons would be read as one person.
 */
function keyOfSubject({ data }: SluiceEvent): 'suid' | 'duid' {
  return 'actor' in data ? 'duid' : 'suid'
}

function lastKeys({ data }: SluiceEvent): Extension {
  return [...labelled('cs1', 'tenant', data.tenant), ...labelled('cn1', 'sessionId', data.session_id)]
}

function keysOf(event: SluiceEvent): Extension {
  switch (event.type) {
    case 'sluice.layer.decided':
      return [
        ...keysOfRequest(event.data, [event.data.layer]),
        ...labelled('cn2', 'sensitivityLevel', event.data.level),
      ]
    case 'sluice.layer.alerted':
      return keysOfRequest(event.data, [event.data.layer])
    case 'sluice.request.ended': {
      const { code, tile, layers } = event.data
      const level = labelled('cn2', 'sensitivityLevel', tile?.level)
      return [['reason', code], ...keysOfRequest(event.data, layers), ...level]
    }
    case 'sluice.requests.refused':
      return [
        ['act', 'request.refused'],
        ['reason', event.data.code],
        ['cnt', event.data.count],
        // A network is no address, which is all that `src` takes.
        ...labelled('cs6', 'peerNetwork', event.data.peer),
      ]
    case 'sluice.session.clearance':
      return [['act', 'session.clearance']]
    case 'sluice.record.unreadable':
      return [['act', 'record.unreadable']]
    default: {
      const { event: act, actor, reason, incident_id } = event.data
      return [['act', act], ['suser', actor], ['reason', reason], ...labelled('cs6', 'incidentId', incident_id)]
    }
  }
}

interface OfRequest {
  readonly action?: string | undefined
  readonly outcome?: string
  readonly model: string
  readonly endpoint?: string | undefined
  readonly violations: readonly { readonly policy_id: string }[]
}

function keysOfRequest(
  { action, outcome, model, endpoint, violations }: OfRequest,
  layers: readonly string[],
): Extension {
  return [
    ['act', `invoke-${action?.toLowerCase() ?? 'model'}`],
    ['outcome', outcome],
    ...labelled('cs2', 'policyIds', [...new Set(violations.map(({ policy_id }) => policy_id))].join(',')),
    ...labelled('cs3', 'layers', layers.join(',')),
    ...labelled('cs4', 'model', model),
    ...labelled('cs5', 'endpoint', endpoint),
  ]
}

function labelled(key: string, label: string, value: string | number | undefined): Extension {
  if (value === undefined || value === '') return []
  return [
    [key, value],
    [`${key}Label`, label],
  ]
}

/** In the header a backslash and a bar are escaped, and there is no line break. */
function escapeHeader(text: string): string {
  if (text.length <= MAX_VALUE_LENGTH && PLAIN.test(text)) return text
  return withoutControls(text.slice(0, MAX_VALUE_LENGTH).replaceAll(/[\r\n]+/g, ' ')).replaceAll(/[\\|]/g, '\\$&')
}

/** In a value a backslash, an equals sign and a line break are escaped. */
function escapeValue(text: string): string {
  // Nearly every value is such, and a relay writes a quarter of a million a second.
  if (text.length <= MAX_VALUE_LENGTH && PLAIN.test(text)) return text
  return withoutControls(text.slice(0, MAX_VALUE_LENGTH))
    .replaceAll(/[\\=]/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
}

/** Printable ASCII without what a header or a value escapes. */
const PLAIN = /^[ -<>-[\]-{}~]*$/

/**
 * Control characters could end a line at a receiver, and those that turn the direction of writing (Unicode Standard
 * Annex 9, section 2) could show a person something else than a machine reads; half a pair of surrogates cannot be
 * written as UTF-8.
 */
function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, ' ').toWellFormed()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const CONTROLS = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g
