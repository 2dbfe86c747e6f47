/**
 * Reads a response body as UTF-8 text of at most `maximumBytes`.
 * Throws when it is longer; the connection is then dropped.
 */
export async function readBounded(response: Response, maximumBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maximumBytes) throw new Error(`the response is longer than ${maximumBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
