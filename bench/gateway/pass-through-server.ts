/*
 * What proxying costs at the least on this runtime: Hono on @hono/node-server, undici below, nothing in between. Run as
 * a process of its own: PORT and the upstream's base URL are its arguments.
 */
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'undici'

const [port = '0', upstream = ''] = process.argv.slice(2)
const { origin, pathname } = new URL(upstream)
const pool = new Pool(origin, { connections: 256, pipelining: 1, allowH2: false })
const app = new Hono()

app.post('/v1/chat/completions', async (context) => {
  const { statusCode, headers, body } = await pool.request({
    method: 'POST',
    path: `${pathname}/chat/completions`,
    headers: { 'content-type': 'application/json', authorization: context.req.header('authorization') ?? '' },
    body: await context.req.text(),
  })
  const type = { 'content-type': String(headers['content-type']) }
  if (!type['content-type'].startsWith('text/event-stream')) {
    return new Response(await body.text(), { status: statusCode, headers: type })
  }
  // Node's and the DOM's ReadableStream are one class with two declarations.
  return new Response(Readable.toWeb(body) as ReadableStream, { status: statusCode, headers: type })
})

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => process.stdout.write('ready\n'))
