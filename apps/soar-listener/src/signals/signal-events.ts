import { SetError } from './set-error.ts'

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/'
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/'
const SSF = 'https://schemas.openid.net/secevent/ssf/event-type/'

type Payload = Readonly<Record<string, unknown>>

export interface SignalEvent {
  /** For metrics and reasons; a bounded set. */
  readonly name: string
  /** The reason of the freeze that the event asks for; without it the event asks for none. */
  readonly describe?: (payload: Payload) => string
}

/** The known event types, by URI. An unknown type is accepted and counted, as RFC 8417, section 2.3, permits. */
const EVENTS: Readonly<Record<string, SignalEvent>> = {
  // CAEP 1.0, section 3.1: all sessions of the subject are revoked; section 2: the members with the reason.
  [`${CAEP}session-revoked`]: {
    name: 'session-revoked',
    describe: ({ reason_admin }) => withReason('CAEP session-revoked', textIn(reason_admin)),
  },
  // RISC 1.0, section 2.3; `reason` is hijacking or bulk-account.
  [`${RISC}account-disabled`]: {
    name: 'account-disabled',
    describe: ({ reason }) => withReason('RISC account-disabled', typeof reason === 'string' ? reason : undefined),
  },
  // SSF 1.0, section 8.1.4: the transmitter tests the stream.
  [`${SSF}verification`]: { name: 'verification' },
}

const OTHER: SignalEvent = { name: 'other' }
const MAXIMUM_REASON_LENGTH = 1_000

/** Finds what an event asks for by its type. */
export function signalEventOf(type: string): SignalEvent {
  return (Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined) ?? OTHER
}

/** CAEP 1.0 has texts by language; its drafts had one text. */
function textIn(reason: unknown): string | undefined {
  if (typeof reason === 'string') return reason
  if (typeof reason !== 'object' || reason === null) return undefined
  const texts = Object.entries(reason).filter(([, text]) => typeof text === 'string')
  const [, text] = texts.find(([language]) => language.toLowerCase().startsWith('en')) ?? texts[0] ?? []
  return typeof text === 'string' ? text : undefined
}

function withReason(event: string, reason: string | undefined): string {
  if (reason === undefined || reason.trim() === '') return event
  const text = `${event}: ${reason.replaceAll(/\p{Cc}/gu, ' ')}`.toWellFormed()
  return text.length <= MAXIMUM_REASON_LENGTH ? text : `${text.slice(0, MAXIMUM_REASON_LENGTH - 1).toWellFormed()}…`
}

/** The subject of an event: claim `sub_id`, or member `subject` of the event, as drafts of SSF had it. */
export function subjectOf(subId: unknown, payload: Payload): unknown {
  const subject = subId ?? payload.subject
  if (subject === undefined) throw new SetError('invalid_request', 'The token has no claim sub_id.')
  return subject
}
