/*
 * The measured user and the SOAR system: a process of its own, so that one clock and one event loop see the streams and
 * the acknowledgement. The bench sends it commands over IPC, one at a time.
 */
import { Pool } from 'undici'
import { ask, type Caller } from './ask.ts'
import type { ClientCall, ClientReply, ClientSettings } from './client.ts'
import { MODELS } from './models.ts'
import { playRound, type RoundSettings, sessionName } from './round.ts'

const SESSIONS_AT_A_TIME = 12

let settings: RoundSettings | undefined

process.on('message', (message) => {
  // Sent by `client.ts`, which is the other half of this file.
  handle(message as ClientCall).then(reply, (error: unknown) => reply({ error: String(error) }))
})
process.once('disconnect', () => process.exit())

async function handle(call: ClientCall): Promise<ClientReply> {
  if (call.do === 'begin') {
    settings = open(call.settings)
    await beginSessions(settings)
    return {}
  }
  if (settings === undefined) throw new Error('The client has received no settings.')
  return { round: await playRound(settings, call.number) }
}

function reply(message: ClientReply): void {
  process.send?.(message)
}

function open({ gateways, token, listener, upstream, secret, ...rest }: ClientSettings): RoundSettings {
  const connect = (origin: string) => new Pool(origin, { pipelining: 1, allowH2: false })
  const [first, ...others] = gateways.map((origin): Caller => ({ gateway: connect(origin), token }))
  if (first === undefined) throw new Error('There is no gateway.')
  return {
    callers: [first, ...others],
    listener: connect(listener),
    upstream: connect(upstream),
    secret: Buffer.from(secret, 'base64'),
    ...rest,
  }
}

/** Begins every session with a request, a few at a time, over all gateways. */
async function beginSessions(open: RoundSettings): Promise<void> {
  let next = 0
  const drive = async () => {
    while (next < open.sessions) {
      const number = next
      next += 1
      const caller = open.callers[number % open.callers.length] ?? open.callers[0]
      const prompt = `Please say hello to customer.${number}@example.com.`
      const { statusCode, body } = await ask(caller, {
        model: MODELS.brief,
        prompt,
        session: sessionName(number, open),
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`a session was refused: status ${statusCode}: ${text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: SESSIONS_AT_A_TIME }, drive))
}
