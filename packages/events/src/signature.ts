import type { SluiceEvent } from '@sluice/contracts'

/**
 * What kind of event it is, as receivers know it: the end of a request is named by how it ended, an act of the control
 * plane by itself.
 */
export function signatureOf(event: SluiceEvent): string {
  if (event.type === 'sluice.request.ended') return `request.${event.data.outcome}`
  return event.type.replace(/^sluice\.(?:control\.)?/, '')
}

/** What a person reads. A type that is not here is its own name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['request.answered', 'Request answered'],
  ['request.held', 'Request waits for a human'],
  ['request.denied', 'Request denied'],
  ['request.failed', 'Request failed'],
  ['request.aborted', 'Request broken off'],
  ['requests.refused', 'Requests refused repeatedly'],
  ['layer.decided', 'Layer decided'],
  ['layer.alerted', 'Grave violation found'],
  ['session.clearance', 'Clearance recorded'],
  ['session.frozen', 'Session frozen'],
  ['session.unfrozen', 'Session unfrozen'],
  ['api_key.created', 'API key created'],
  ['api_key.changed', 'Limits of an API key changed'],
  ['api_key.revoked', 'API key revoked'],
  ['user.frozen', 'User frozen'],
  ['user.unfrozen', 'User unfrozen'],
])

/** What a person reads for a signature. */
export function nameOf(signature: string): string {
  return NAMES.get(signature) ?? signature
}

const SOURCE_PREFIX = 'urn:sluice:'

/** The service that the event comes from. */
export function serviceOf({ source }: SluiceEvent): string {
  return source.slice(SOURCE_PREFIX.length)
}
