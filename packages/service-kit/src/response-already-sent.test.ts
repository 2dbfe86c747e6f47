import { once } from 'node:events'
import { createServer, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, it } from 'vitest'

it('is no answer to write, also where the adapter has replaced the global Response before', async () => {
  getRequestListener(() => new Response())
  const { RESPONSE_ALREADY_SENT } = await import('./response-already-sent.ts')
  const listener = getRequestListener((_request, { outgoing }) => {
    if (!(outgoing instanceof ServerResponse)) throw new Error('HTTP/2 is not served')
    outgoing.writeHead(200)
    setImmediate(() => outgoing.end('written by the handler'))
    return RESPONSE_ALREADY_SENT
  })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  for (let time = 0; time < 2; time += 1) {
    const response = await fetch(`http://127.0.0.1:${address.port}/`)
    expect(await response.text()).toBe('written by the handler')
  }
  server.closeAllConnections()
  server.close()
})
