import { DirectoryFault } from '@sluice/directory-sync'
import { type Agent, errors, request } from 'undici'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** What error messages call it. */
  readonly what: string
}

export interface HttpAnswer {
  readonly status: number
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/**
 * Sends one request, once. Redirects are not followed: the credentials are for this server only. Throws
 * {@link DirectoryFault}: `unreachable`, `timeout`, `too_large`.
 */
export async function sendRequest(
  agent: Agent,
  { method, url, headers, body, what }: HttpRequest,
  maxBodyBytes: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  try {
    const answer = await request(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      dispatcher: agent,
      signal,
    })
    const text = await readText(answer.body, maxBodyBytes, what)
    return { status: answer.statusCode, headers: answer.headers, text }
  } catch (error) {
    throw asFault(error, what, signal)
  }
}

async function readText(body: AsyncIterable<Buffer>, maxBytes: number, what: string): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes)
      throw new DirectoryFault('too_large', `The answer to ${what} is longer than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function asFault(error: unknown, what: string, signal: AbortSignal): DirectoryFault {
  if (error instanceof DirectoryFault) return error
  const slow = signal.aborted || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  if (slow) return new DirectoryFault('timeout', `There was no complete answer to ${what} in time.`, { cause: error })
  return new DirectoryFault('unreachable', `The connection failed at ${what}.`, { cause: error })
}
