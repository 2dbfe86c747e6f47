// Prints a PORT_BASE whose ports are free at this moment. They lie below those that systems give to connections (Linux: from
// 32768 on), or one of these could take a port before it is used.
import { createServer } from 'node:net'

const offsets = [0, 1, 2, 3, 4, 10, 11, 12]

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const BASES = 700
for (let attempt = 0; attempt < BASES; attempt += 1) {
  const base = 18_080 + ((process.pid + attempt) % BASES) * 20
  const free = await Promise.all(offsets.map((offset) => isFree(base + offset)))
  if (!free.every(Boolean)) continue
  process.stdout.write(`${base}\n`)
  process.exit(0)
}
process.exit(1)
