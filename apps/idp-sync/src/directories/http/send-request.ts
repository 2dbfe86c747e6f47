import { DirectoryFault } from '@sluice/directory-sync'
import { defined, readBounded } from '@sluice/service-kit/async'
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
      ...defined({ body }),
      dispatcher: agent,
      signal,
    })
    const message = `The answer to ${what} is longer than ${maxBodyBytes} bytes.`
    const bytes = await readBounded(answer.body, maxBodyBytes, () => new DirectoryFault('too_large', message))
    return { status: answer.statusCode, headers: answer.headers, text: bytes.toString('utf8') }
  } catch (error) {
    throw asFault(error, what, signal)
  }
}

function asFault(error: unknown, what: string, signal: AbortSignal): DirectoryFault {
  if (error instanceof DirectoryFault) return error
  const slow = signal.aborted || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  if (slow) return new DirectoryFault('timeout', `There was no complete answer to ${what} in time.`, { cause: error })
  return new DirectoryFault('unreachable', `The connection failed at ${what}.`, { cause: error })
}
