import { parentPort } from 'node:worker_threads'
import { readFile } from './read-file.ts'

/** What a thread of `FileReaders` runs: it reads one file after the other. */

// PDF.js would use these. Nothing that a file says is fetched, and all inflating is done where the thread can be ended.
for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'DecompressionStream'])
  Reflect.deleteProperty(globalThis, name)

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => void read(bytes))

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // An error that nobody expects ends the thread: what it would say may quote the file.
  const text = await readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).catch(() => undefined)
  parentPort?.postMessage(text)
}
