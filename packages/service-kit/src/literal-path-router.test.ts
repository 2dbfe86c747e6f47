import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { beforeEach, expect, it } from 'vitest'
import { LiteralPathRouter } from './literal-path-router.ts'

const PATHS = ['/things', '/things/one', '/things/one/more', '/things/', '/other', '/both', '/none', '/things/%6Fne']
const METHODS = ['GET', 'POST', 'DELETE', 'HEAD', 'PURGE']

/** Routes that cover each other, as the gateway's do. */
function addRoutes(app: Hono): Hono {
  app.use(async (context, next) => {
    await next()
    context.header('x-seen', context.req.path)
  })
  app.get('/things', (context) => context.text('all things'))
  app.get('/things/:name', (context) => context.text(`thing ${context.req.param('name')}`))
  app.all('/things/:rest{.+}', (context) => context.text(`rest ${context.req.param('rest')}`))
  app.post('/things', (context) => context.text('made'))
  app.post('/things/one', (context) => context.text('one'))
  app.all('/both', (context) => context.text('any method'))
  app.get('/both', (context) => context.text('never reached'))
  return app
}

let remembering: Hono
let usual: Hono

beforeEach(() => {
  remembering = addRoutes(new Hono({ router: new LiteralPathRouter() }))
  usual = addRoutes(new Hono({ router: new TrieRouter() }))
})

const ASKED = METHODS.flatMap((method) => PATHS.map((path) => [method, path] as const))

it.each(ASKED)('answers %s %s as the usual router does, the first time and the next', async (method, path) => {
  const asked = await describe(usual, method, path)
  expect(await describe(remembering, method, path)).toEqual(asked)
  expect(await describe(remembering, method, path)).toEqual(asked)
})

it('asks the usual router once for a literal path, and each time for others', () => {
  const router = new LiteralPathRouter<string>()
  router.add('POST', '/things', 'made')
  router.add('GET', '/things/:name', 'thing')
  expect(router.match('POST', '/things')).toBe(router.match('POST', '/things'))
  expect(router.match('GET', '/things/one')).not.toBe(router.match('GET', '/things/one'))
  expect(router.match('GET', '/things')[0]).toEqual([])
})

async function describe(app: Hono, method: string, path: string): Promise<unknown> {
  const response = await app.request(path, { method })
  return { status: response.status, text: await response.text(), seen: response.headers.get('x-seen') }
}
