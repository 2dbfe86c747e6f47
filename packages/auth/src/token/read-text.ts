import { readBounded } from '@sluice/service-kit/async'

/**
 * Reads the body of a response as UTF-8 text. Throws when it is longer than `maxBytes`; the connection is then dropped.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const tooLong = () => new Error(`the response is longer than ${maxBytes} bytes`)
  return response.body === null ? '' : (await readBounded(response.body, maxBytes, tooLong)).toString('utf8')
}
