import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { InvalidNote, readVerifierKey, type VerifierKey, writeVerifierKey } from '@sluice/evidence'
import { systemClock } from '@sluice/service-kit/clock'
import { z } from 'zod'
import { createWitnessServer } from './witness-server.ts'
import { WitnessState } from './witness-state.ts'

const USAGE = `Usage: npm run witness -- --state DIR --log VKEY [--log VKEY ...] [--port PORT] [--host ADDRESS] [--name NAME]

Cosigns the checkpoints of other logs by C2SP tlog-witness: POST /add-checkpoint. docs/transparency-log.md says how.

--state DIR     where its key is, and what it has cosigned; made where there is none. No two witnesses share one
--log VKEY      the verifier key of a log, NAME+ID+KEY; its name is the origin of the log. Each key of a log counts
--port PORT     8090 unless given; 0 for any free one
--host ADDRESS  127.0.0.1 unless given. It speaks HTTP: TLS is for a proxy before it
--name NAME     names its keys, for example witness.example.org/w1; stays as it was when DIR was made

Exit code: 0 when it was stopped; 1 where its state cannot be used or kept; 2 for a wrong command.`

/** So long may callers finish what they have begun. */
const CLOSE_TIMEOUT_MS = 2_000

const argumentsSchema = z.strictObject({
  state: z.string().min(1),
  log: z.array(z.string()).min(1).max(256),
  port: z.coerce.number().int().min(0).max(65_535).default(8_090),
  host: z.string().default('127.0.0.1'),
  name: z
    .string()
    .regex(/^[^\s+]{1,255}$/u)
    .default('witness.invalid/w1'),
})

interface WitnessCommand extends Omit<z.output<typeof argumentsSchema>, 'log'> {
  readonly logKeys: readonly VerifierKey[]
}

/** Runs a witness until it is told to stop. Gives the exit code. */
export async function runWitness(
  args: readonly string[],
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<0 | 1 | 2> {
  const command = readCommand(args)
  if (command === undefined) {
    print(USAGE)
    return 2
  }
  try {
    return await serve(command, print, stop)
  } catch (error) {
    print(`The witness cannot run: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

async function serve(
  { logKeys, state: folder, port, host, name }: WitnessCommand,
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<0 | 1> {
  const state = await WitnessState.open(folder, name)
  let hasFailed = false
  const ended = Promise.withResolvers<void>()
  const onFailure = (error: unknown) => {
    hasFailed = true
    print(`The state cannot be kept, so nothing is cosigned: ${error instanceof Error ? error.message : String(error)}`)
    ended.resolve()
  }
  const server = createWitnessServer({ logKeys, state, clock: systemClock, report: print, onFailure })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const url = urlOf(server.address())
  const keys = state.signers.map(({ key }) => writeVerifierKey(key))
  print(`A witness of ${[...new Set(logKeys.map((key) => key.name))].join(', ')} listens at ${url}. Its keys:`)
  for (const key of keys) print(key)
  print(`For the log: TLOG_WITNESSES=${JSON.stringify([{ url, keys }])}`)
  stop.addEventListener('abort', () => ended.resolve(), { once: true })
  if (stop.aborted) ended.resolve()
  await ended.promise
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref()
  })
  return hasFailed ? 1 : 0
}

function urlOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}/`
}

function readCommand(args: readonly string[]): WitnessCommand | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ state: { type: 'string' }, log: { type: 'string', multiple: true } },
        ...{ port: { type: 'string' }, host: { type: 'string' }, name: { type: 'string' } },
      },
    })
    const { log, ...rest } = argumentsSchema.parse(values)
    return { ...rest, logKeys: log.map(readVerifierKey) }
  } catch (error) {
    if (error instanceof InvalidNote || error instanceof z.ZodError || error instanceof TypeError) return undefined
    throw error
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  process.exitCode = await runWitness(process.argv.slice(2), (line) => console.log(line), stop.signal)
}
