import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const { SOAR_URL = 'http://127.0.0.1:8082', SOAR_SECRET = '' } = process.env

/**
 * Sends a command to the SOAR listener, signed as Standard Webhooks says.
 *
 * @param {Readonly<Record<string, unknown>>} command with an `idempotency_key` where it may be sent twice
 * @returns {Promise<Record<string, any>>}
 * @throws {Error} where it was refused, or where a gateway has not confirmed it
 */
export async function sendCommand(command) {
  const [id, time, body] = [`msg_${randomUUID()}`, new Date(), JSON.stringify(command)]
  const response = await fetch(`${SOAR_URL}/soar/command`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': new Webhook(SOAR_SECRET).sign(id, time, body),
    },
    // The very bytes that were signed.
    body,
  })
  const answer = Object(await response.json())
  if (!response.ok) throw new Error(`${response.status} ${answer.code}: ${answer.title}`)
  const { missing } = answer.gateways
  if (missing.length > 0) throw new Error(`It holds, but these gateways have not confirmed it: ${missing.join(', ')}`)
  return answer
}
