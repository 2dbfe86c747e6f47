// Receives anomalies from the SOAR listener (SOAR_WEBHOOK_URL) and freezes who tries jailbreaks again and again.
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { sendCommand } from './send-command.mjs'

const { SOAR_WEBHOOK_SECRET = '', PORT = '9000' } = process.env
const LIMIT_BYTES = 65_536
const webhook = new Webhook(SOAR_WEBHOOK_SECRET)

const server = createServer(async (request, response) => {
  const data = await receive(request)
  if (data === undefined) {
    response.writeHead(401).end()
    return
  }
  try {
    await act(data)
    response.writeHead(204).end()
  } catch (error) {
    // The listener sends it again.
    console.error(error)
    response.writeHead(503).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Waiting for anomalies at port ${PORT}`))

/**
 * Reads a message. Gives nothing for one that is too long, or is not signed by the listener.
 *
 * @param {import('node:http').IncomingMessage} request
 */
async function receive(request) {
  let body = ''
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk
      if (body.length > LIMIT_BYTES) return undefined
    }
    return Object(webhook.verify(body, /** @type {Record<string, string>} */ (request.headers))).data
  } catch {
    return undefined
  }
}

/** @param {Readonly<Record<string, any>>} data an anomaly: ids and counts, never content */
async function act({ anomaly, id, tenant, sub, count }) {
  console.log(`${anomaly}: ${sub}`)
  if (anomaly !== 'repeated_jailbreak_attempts') return
  const reason = `${count} jailbreak attempts`
  // A message may come twice; under one key the command is carried out once.
  const answer = await sendCommand({ command: 'freeze_user', user: { sub }, tenant, reason, idempotency_key: id })
  console.log(`${answer.user.sub} is ${answer.state}`)
}
