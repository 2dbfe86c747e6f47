import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { SluiceError } from '@sluice/contracts'
import type { ServiceApp } from '@sluice/service-kit'
import type { Context } from 'hono'
import { page, pageAnswer } from './pages.ts'

/** The same folder from `src/console` and from `dist/console`. */
const DEFAULT_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Names in it have a digest of what they hold. */
const HASHED = '/console/assets/'
const FOREVER = 'public, max-age=31536000, immutable'

const NOT_BUILT = page(
  'The console is not built',
  '<p>Run <code>npm run build</code> in the checkout and load this page again. CONSOLE_FILES names another folder.</p>',
)
const TURNED_OFF = page(
  'The console is off',
  '<p>Set CONSOLE_URL and CONSOLE_CLIENT_ID to turn it on; docs/console.md says how. The API is there without it.</p>',
)

/** Serves the built console; where it is not built, a page that says how to build it. */
export function addStaticFiles(app: ServiceApp, folder = DEFAULT_FOLDER): void {
  const index = join(folder, 'index.html')
  // Made when there is a build: it complains of a folder that is not there.
  const files = once(() =>
    serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice('/console'.length),
      onFound: (_path, context) => {
        context.header('cache-control', context.req.path.startsWith(HASHED) ? FOREVER : 'no-store')
      },
    }),
  )
  const start = once(() =>
    serveStatic({
      path: index,
      precompressed: true,
      onFound: (_path, context) => context.header('cache-control', 'no-store'),
    }),
  )
  app.get('/console', (context) => context.redirect('/console/'))
  // Its folders are looked for at each request, so that a build shows without a restart.
  app.get('/console/*', (_context, next) => (existsSync(index) ? next() : Promise.resolve(pageAnswer(503, NOT_BUILT))))
  app.get('/console/*', (context, next) => files()(context, next))
  app.get('/console/*', (context, next) => {
    if (isFileName(context)) throw new SluiceError('not_found')
    return start()(context, next)
  })
}

/** Says that there is no console. */
export function addTurnedOff(app: ServiceApp): void {
  const say = () => pageAnswer(404, TURNED_OFF)
  app.get('/console', say)
  app.get('/console/*', say)
}

/** The addresses of screens have no ending, and those of files have. */
function isFileName({ req }: Context): boolean {
  return req.path.startsWith(HASHED) || /\.[a-z0-9]{1,8}$/i.test(req.path)
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
