import { createHmac, randomUUID } from 'node:crypto'
import type { Dispatcher } from 'undici'

/** What the bench reads of the answer to a command. */
export interface CommandAnswer {
  readonly state: string
  readonly changed: boolean
  readonly sessions_frozen: number
  readonly gateways: { readonly alive: number; readonly acknowledged: number }
  /** As the service counts it, in milliseconds. */
  readonly elapsed_ms: number
  readonly recorded: boolean
  /** How safe a freeze is where the primary Redis is lost; absent of an unfreeze. */
  readonly durable?: string
}

interface SentCommand {
  /** Just before the command was sent. */
  readonly sentMs: number
  /** When the head of the answer was read. */
  readonly answeredMs: number
  answer(): Promise<CommandAnswer>
}

const TIMEOUT_MS = 10_000

/** A new secret of a caller, as the configuration of soar-listener takes it. */
export function secretOf(key: Buffer): string {
  return `whsec_${key.toString('base64')}`
}

/**
 * Sends a command about a user, signed as in the Standard Webhooks specification. Resolves when the head of the answer
 * has been read.
 */
export async function sendCommand(
  listener: Dispatcher,
  key: Buffer,
  command: { readonly command: 'freeze_user' | 'unfreeze_user'; readonly sub: string },
): Promise<SentCommand> {
  const body = JSON.stringify({ command: command.command, user: { sub: command.sub }, reason: 'bench' })
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const sentMs = performance.now()
  const request = { method: 'POST', path: '/soar/command', headers, body, headersTimeout: TIMEOUT_MS } as const
  const response = await listener.request(request)
  const answeredMs = performance.now()
  return {
    sentMs,
    answeredMs,
    async answer() {
      const text = await response.body.text()
      if (response.statusCode !== 200) throw new Error(`${command.command}: status ${response.statusCode}: ${text}`)
      // The service's own schema has checked it.
      return JSON.parse(text) as CommandAnswer
    },
  }
}
