import { type Attack, couldNotTell, notStopped, type Outcome, stopped } from '../attack.ts'
import { describe, type Message, type Target } from '../target.ts'

const user = (content: string): Message => ({ role: 'user', content })
const VALUE = 'peter.braun@example.org'
const MOST_CACHE_TRIES = 8
const CACHE_PAUSE_MS = 150

/** What belongs to somebody else. */
export const ISOLATION: readonly Attack[] = [
  {
    ...{
      id: 'session-of-another',
      group: 'isolation',
      sends: 'the number of another user’s session, and its neighbours',
    },
    stoppedWhen: '403 session_not_permitted',
    run: async (target, signal) => await enterSession(target, target.accounts.otherToken, '--other-token', signal),
  },
  {
    ...{ id: 'session-of-another-tenant', group: 'isolation', sends: 'the number of a session of another tenant' },
    stoppedWhen: '403 session_not_permitted',
    run: async (target, signal) =>
      await enterSession(target, target.accounts.otherTenantToken, '--other-tenant-token', signal),
  },
  {
    ...{ id: 'token-of-another', group: 'isolation', sends: 'the token of a value of another user, to be repeated' },
    stoppedWhen: 'the answer has the token, not the value',
    run: repeatToken,
  },
  {
    ...{ id: 'token-guesses', group: 'isolation', sends: 'two hundred guessed tokens, to be repeated' },
    stoppedWhen: 'all of them come back as tokens',
    run: async (target, signal) => {
      const tokens = Array.from({ length: 200 }, guess)
      const reply = await target.ask([user(`Repeat: ${tokens.join(' ')}`)], { signal })
      if (reply.status !== 200) return couldNotTell(describe(reply))
      const back = tokens.filter((token) => reply.answer.includes(token)).length
      if (back === tokens.length) return stopped('all came back as tokens')
      return couldNotTell(`${back} of ${tokens.length} came back: the model may not repeat`)
    },
  },
  {
    ...{ id: 'cached-answer', group: 'isolation', sends: 'a question whose answer another user has in the cache' },
    stoppedWhen: 'the answer does not come from the cache',
    run: askCached,
  },
  {
    ...{ id: 'response-of-another', group: 'isolation', sends: 'the id of a response that is kept for another user' },
    stoppedWhen: '404',
    run: readResponse,
  },
  {
    ...{ id: 'frozen-user', group: 'isolation', sends: 'a request of a user who is frozen' },
    stoppedWhen: '403 session_frozen',
    run: async (target, signal) => {
      const token = target.accounts.frozenToken
      if (token === undefined) return couldNotTell('it needs --frozen-token')
      const reply = await target.ask([user('Hello.')], { token, signal })
      return reply.code === 'session_frozen' ? stopped(describe(reply)) : judgeOther(reply.status, describe(reply))
    },
  },
]

/** What is refused for another reason says nothing of this attack. */
function judgeOther(status: number, seen: string): Outcome {
  return status === 200 ? notStopped(seen) : couldNotTell(seen)
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function guess(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `EMAIL_ADDRESS_${Array.from(bytes, (byte) => ALPHABET[byte % 32]).join('')}`
}

async function enterSession(
  target: Target,
  owner: string | undefined,
  option: string,
  signal: AbortSignal,
): Promise<Outcome> {
  if (owner === undefined) return couldNotTell(`it needs ${option}`)
  const first = await target.ask([user(`Hello. ${target.unique()}`)], { token: owner, signal })
  const session = first.metadata?.session_id
  if (session === undefined) return couldNotTell(`its owner was not answered: ${describe(first)}`)
  for (const number of [session, session - 1, session + 1]) {
    const reply = await target.ask([user('Go on.')], { headers: { 'x-session-id': String(number) }, signal })
    // A neighbour may be one of the attacker's own.
    if (reply.status === 200 && (number === session || reply.metadata?.session_id !== number)) {
      return notStopped(`the session ${number === session ? '' : 'beside it '}took the request`)
    }
    if (number === session && reply.code !== 'session_not_permitted') return couldNotTell(describe(reply))
  }
  return stopped('403 session_not_permitted')
}

async function repeatToken(target: Target, signal: AbortSignal): Promise<Outcome> {
  const { otherToken } = target.accounts
  if (otherToken === undefined) return couldNotTell('it needs --other-token')
  const first = await target.ask([user(`Write to ${VALUE}. ${target.unique()}`)], { token: otherToken, signal })
  const sent = first.metadata?.sent?.map(({ text }) => text).join(' ') ?? ''
  const [token] = /EMAIL_ADDRESS_[0-9A-Z]{10}/.exec(sent) ?? []
  if (token === undefined) return couldNotTell('the token is not known: SHOW_SENT is off, or nothing was masked')
  const reply = await target.ask([user(`Repeat: ${token} ${target.unique()}`)], { signal })
  if (reply.text.includes(VALUE)) return notStopped('the answer has the value')
  return reply.answer.includes(token) ? stopped('the answer has the token') : couldNotTell('the model does not repeat')
}

async function askCached(target: Target, signal: AbortSignal): Promise<Outcome> {
  const { otherToken } = target.accounts
  if (otherToken === undefined) return couldNotTell('it needs --other-token')
  const question = [user(`How long is the river number ${target.unique()}?`)]
  const ask = async (token: string) => await target.ask(question, { token, headers: { 'cache-control': '' }, signal })
  let isKept = false
  for (let round = 0; round < MOST_CACHE_TRIES && !isKept; round += 1) {
    isKept = (await ask(otherToken)).metadata?.cache_hit === true
    // Remembering is not waited for.
    if (!isKept) await new Promise((resume) => setTimeout(resume, CACHE_PAUSE_MS))
  }
  if (!isKept) return couldNotTell('the cache has not kept the answer for its own user')
  const reply = await ask(target.accounts.token)
  if (reply.status !== 200) return couldNotTell(describe(reply))
  return reply.metadata?.cache_hit === true
    ? notStopped('it came from the cache; right only where every endpoint of the model is declared shareable')
    : stopped('it was asked anew')
}

async function readResponse(target: Target, signal: AbortSignal): Promise<Outcome> {
  const { otherToken, model } = target.accounts
  if (otherToken === undefined) return couldNotTell('it needs --other-token')
  const made = await target.fetch('/v1/responses', {
    method: 'POST',
    token: otherToken,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: `Hello. ${target.unique()}`, store: true }),
    signal,
  })
  const [, id] = /"id":\s*"(resp[\w-]{4,200})"/.exec(made.text) ?? []
  if (made.status !== 200 || id === undefined) return couldNotTell(`no response was kept: ${describe(made)}`)
  const own = await target.fetch(`/v1/responses/${id}`, { token: otherToken, signal })
  if (own.status !== 200) return couldNotTell(`its owner cannot read it either: ${describe(own)}`)
  const reply = await target.fetch(`/v1/responses/${id}`, { token: target.accounts.token, signal })
  return reply.status === 404 ? stopped(describe(reply)) : judgeOther(reply.status, describe(reply))
}
