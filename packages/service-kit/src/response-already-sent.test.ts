import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Loads the marker last, in a process of its own: the adapter replaces the global Response once per process. */
const SCRIPT = `
  const PlainResponse = Response
  const { listen } = await import('./http-server.ts')
  const logger = { info() {}, error() {} }
  const server = await listen(() => new PlainResponse(), { host: '127.0.0.1', port: 0, logger, render: () => new PlainResponse() })
  await server.close(0)
  const { RESPONSE_ALREADY_SENT } = await import('./response-already-sent.ts')
  console.log(Response === PlainResponse, RESPONSE_ALREADY_SENT.constructor === PlainResponse)
`

it('is a plain Response, which the adapter does not send, however late it is loaded', async () => {
  const args = ['--conditions=@sluice/source', '--input-type=module', '-e', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  expect(stdout.trim()).toBe('false true')
})
