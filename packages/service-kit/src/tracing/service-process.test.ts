import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'

const FIXTURE = fileURLToPath(new URL('../../fixtures/tiny-service.ts', import.meta.url))
/** Names each module of the SDK that is asked for. `@opentelemetry/api` is none: the Prometheus client has it. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@opentelemetry/') && !specifier.endsWith('/api') || specifier.endsWith('/sdk.ts')) process.stderr.write('asked for ' + specifier + '\\n')
      return next(specifier, context)
    },
  })
`)}`

/** A busy machine takes long to start a process. */
const START_MS = 40_000

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Runs a service for one request; what it has loaded, and its log lines. */
async function runOnce(variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=@sluice/source', `--import=${WATCH}`, FIXTURE], {
    env: { PORT: '0', SLOW_MS: '0', ...variables },
  })
  children.push(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const exited = once(child, 'close')
  const url = await vi.waitFor(() => /"url":"([^"]+)"/.exec(stdout)?.[1] ?? Promise.reject(new Error(stderr)), START_MS)
  const response = await fetch(`${url}/slow`)
  expect(await response.text()).toBe('slow done')
  child.kill('SIGTERM')
  const [code] = await exited
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  return { code, asked: stderr, request: lines.find(({ msg }) => msg === 'request') }
}

it('loads nothing of the SDK where no collector is configured', async () => {
  const { code, asked, request } = await runOnce({})
  expect(code).toBe(0)
  expect(asked).toBe('')
  expect(request?.trace_id).toBeUndefined()
}, 60_000)

it('loads it where one is, and serves and stops as ever while nobody listens there', async () => {
  const { code, asked, request } = await runOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(code).toBe(0)
  expect(asked).toContain('asked for ./sdk.ts')
  expect(asked).toContain('asked for @opentelemetry/sdk-trace')
  expect(request?.trace_id).toMatch(/^[0-9a-f]{32}$/)
}, 60_000)
