import { createServer } from 'node:http'
import { readNote, writeNote, writeVerifierKey } from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'

/** A witness that cosigns whatever it is asked to. */
export interface TestWitness {
  /** The value of `TLOG_WITNESSES`. */
  readonly setting: string
  stop(): void
}

/** Starts a witness for the log of the tests. */
export async function startWitness(name = 'witness.example/w1'): Promise<TestWitness> {
  const signer = createNoteSigner(name, 'cosignature', new Uint8Array(32).fill(4))
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { text } = readNote(body.slice(body.indexOf('\n\n') + 2))
    response.end(writeNote({ text: '', signatures: [signer.sign(text, Date.now())] }).slice(1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    setting: JSON.stringify([{ url: `http://127.0.0.1:${port}/`, keys: [writeVerifierKey(signer.key)] }]),
    stop: () => server.close(),
  }
}
