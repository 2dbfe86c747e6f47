import { Webhook } from 'standardwebhooks'

interface Message {
  readonly id: string
  /** JSON. */
  readonly body: string
}

interface Receiver {
  readonly url: string
  readonly secrets: readonly string[]
  /** 10,000 ms by default. */
  readonly timeoutMs?: number
}

/** How an attempt ended: `gone` where the receiver wants no more (410). */
export interface AttemptResult {
  readonly outcome: 'delivered' | 'failed' | 'gone'
  /** Absent where no answer came. */
  readonly status?: number
}

/**
 * Posts a message once, signed with every secret. The answer's body is not read, and redirections are not followed:
 * what is said about users goes to the address that was configured and nowhere else. Never rejects.
 *
 * Source: Standard Webhooks, "Webhook metadata" and "Signature scheme".
 */
export async function postMessage(
  { id, body }: Message,
  { url, secrets, timeoutMs = 10_000 }: Receiver,
  now: Date,
): Promise<AttemptResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'sluice',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      },
    })
    await response.body?.cancel()
    const { status } = response
    return { outcome: response.ok ? 'delivered' : status === 410 ? 'gone' : 'failed', status }
  } catch {
    return { outcome: 'failed' }
  }
}
