import { readBounded } from '@sluice/service-kit/async'
import { request } from 'undici'
import { NoToken } from './renewed.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 65_536

/** A POST of a form, or a GET where there is none. */
interface Asking {
  readonly form?: Readonly<Record<string, string>>
  readonly accept: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Asks once for something that ends; no redirect is followed. Rejects with `NoToken` of this message whatever fails: an
 * error that was caught may quote the answer, or what was asked with.
 *
 * @param read reads the text of an answer with status 200; what it throws is a failure, too.
 */
export async function askForCredentials<Result>(
  url: string,
  { form, accept, headers = {} }: Asking,
  message: string,
  read: (text: string) => Result,
): Promise<Result> {
  try {
    const { statusCode, body } = await request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        accept,
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = await readBounded(body, MAX_ANSWER_BYTES, () => new NoToken())
    if (statusCode !== 200) throw new NoToken()
    return read(answer.toString('utf8'))
  } catch {
    throw new NoToken(message)
  }
}
