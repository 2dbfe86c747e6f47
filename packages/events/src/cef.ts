import type { AuditEvent } from './audit-event.ts'

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
export function toCef(event: AuditEvent, productVersion: string): string {
  const { type, severity } = event
  const header = ['Sluice', serviceOf(event), productVersion, type, NAMES.get(type) ?? type, String(severity)]
  const extension = extensionOf(event)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${escapeValue(String(value))}`)
  return `CEF:0|${header.map(escapeHeader).join('|')}|${extension.join(' ')}`
}

/** What a person reads. A type that is not here is its own name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['request.answered', 'Request answered'],
  ['request.held', 'Request waits for a human'],
  ['request.denied', 'Request denied'],
  ['request.failed', 'Request failed'],
  ['request.aborted', 'Request broken off'],
  ['request.refused', 'Requests refused repeatedly'],
  ['session.frozen', 'Session frozen'],
  ['session.unfrozen', 'Session unfrozen'],
  ['user.frozen', 'User frozen'],
  ['user.unfrozen', 'User unfrozen'],
])

function serviceOf({ record }: AuditEvent): string {
  return record.kind === 'control' ? record.service : 'gateway'
}

function extensionOf(event: AuditEvent): Extension {
  const { record } = event
  const labelled = (key: string, label: string, value: string | number | undefined): Extension =>
    value === undefined || value === ''
      ? []
      : [
          [key, value],
          [`${key}Label`, label],
        ]
  return [
    ['rt', event.timeMs],
    ['externalId', event.id],
    ['suid', event.sub],
    ['suser', event.actor],
    ['act', actOf(event)],
    ['outcome', outcomeOf(event)],
    ['reason', record.kind === 'control' ? record.reason : event.code],
    ['cnt', record.kind === 'refusals' ? record.count : undefined],
    ['requestContext', event.requestId],
    ...labelled('cs1', 'tenant', event.tenant),
    ...labelled('cs2', 'policyIds', event.policyIds.join(',')),
    ...labelled('cs3', 'layers', event.layers.join(',')),
    ...labelled('cs4', 'model', record.kind === 'request' ? record.model : undefined),
    ...labelled('cs5', 'endpoint', record.kind === 'request' ? record.endpoint : undefined),
    ...labelled('cs6', 'incidentId', record.kind === 'control' ? record.incident_id : undefined),
    ...labelled('cn1', 'sessionId', event.sessionId),
    ...labelled('cn2', 'sensitivityLevel', record.kind === 'request' ? record.tile?.level : undefined),
  ]
}

function actOf({ record, type }: AuditEvent): string {
  return record.kind === 'request' ? `invoke-${record.action?.toLowerCase() ?? 'model'}` : type
}

function outcomeOf({ record }: AuditEvent): string | undefined {
  return record.kind === 'request' ? record.outcome : undefined
}

/** In the header a backslash and a bar are escaped, and there is no line break. */
function escapeHeader(text: string): string {
  return withoutControls(text.slice(0, MAX_VALUE_LENGTH).replaceAll(/[\r\n]+/g, ' ')).replaceAll(/[\\|]/g, '\\$&')
}

/** In a value a backslash, an equals sign and a line break are escaped. */
function escapeValue(text: string): string {
  return withoutControls(text.slice(0, MAX_VALUE_LENGTH))
    .replaceAll(/[\\=]/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
}

/** Control characters could end a line at a receiver; half a pair of surrogates cannot be written as UTF-8. */
function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, ' ').toWellFormed()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const CONTROLS = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g
