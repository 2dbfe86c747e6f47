import { randomBytes } from 'node:crypto'
import {
  type KeyProvider,
  KeyProviderError,
  keyConfigShape,
  keyProviderSchema,
  openKeyProvider,
  unwrapDataKey,
  wrapDataKey,
} from '@sluice/keys'
import { readConfig, systemClock } from '@sluice/service-kit'
import { ConfigError, type Environment, json } from '@sluice/service-kit/environment'
import { z } from 'zod'

const USAGE = `Usage: npm run --silent keys -- new ID
       npm run --silent keys -- wrap | rewrap | check

Makes what WRAPPED_DATA_KEYS is set to. KEY_PROVIDER, WRAPPED_DATA_KEYS and DATA_KEYS are read from the environment, or
from the files that KEY_PROVIDER_FILE and so on name. docs/keys.md says how keys are changed.

new ID   Makes a data key, has the provider wrap it, and prints it behind the keys of WRAPPED_DATA_KEYS.
wrap     Has the provider wrap the keys of DATA_KEYS.
rewrap   Unwraps every key, and has it wrapped anew: under the newest version of the provider's key, or by
         KEY_PROVIDER_NEXT where that is set.
check    Unwraps every key, and prints their ids.

No data key is printed or written to a file. Exit code: 0; 1 where a provider fails; 2 for a wrong command; 78 for a wrong
configuration.`

const schema = z.object({ ...keyConfigShape({ seals: '' }), KEY_PROVIDER_NEXT: json(keyProviderSchema).optional() })

type Config = z.output<typeof schema>
type Write = (line: string) => void

const keyId = z.string().regex(/^[A-Za-z_-][A-Za-z0-9_-]{0,31}$/)

/** Runs the command; gives the exit code. */
export async function runKeys(args: readonly string[], environment: Environment, write: Write): Promise<number> {
  const [command = '', id, ...more] = args
  const isNew = command === 'new' && keyId.safeParse(id).success
  const isRight = more.length === 0 && (isNew || (COMMANDS.has(command) && id === undefined))
  if (!isRight) {
    write(USAGE)
    return 2
  }
  try {
    const config = readConfig(schema, environment)
    if (command === 'check') for (const one of (await unwrapAll(config)).keys()) write(`${one}: unwrapped`)
    else write(JSON.stringify(Object.fromEntries(await wrappedBy(command, config, id ?? ''))))
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof KeyProviderError)) throw error
    write(error instanceof ConfigError ? error.message : `The key provider has failed: ${error.message}.`)
    return error instanceof ConfigError ? 78 : 1
  }
}

const COMMANDS: ReadonlySet<string> = new Set(['wrap', 'rewrap', 'check'])

async function wrappedBy(command: string, config: Config, id: string): Promise<Map<string, string>> {
  const { DATA_KEYS, WRAPPED_DATA_KEYS = {}, KEY_PROVIDER_NEXT } = config
  const provider = providerOf(config)
  if (command === 'new') {
    if (Object.hasOwn(WRAPPED_DATA_KEYS, id)) throw fault('WRAPPED_DATA_KEYS', 'has a key of this id already')
    const fresh = await wrapDataKey(provider, id, randomBytes(32))
    return new Map([...Object.entries(WRAPPED_DATA_KEYS), [id, fresh]])
  }
  if (command === 'wrap') return await wrapAll(provider, new Map(Object.entries(DATA_KEYS ?? missing('DATA_KEYS'))))
  const next = KEY_PROVIDER_NEXT === undefined ? provider : openKeyProvider(KEY_PROVIDER_NEXT, systemClock)
  return await wrapAll(next, await unwrapAll(config))
}

async function wrapAll(provider: KeyProvider, keys: ReadonlyMap<string, Uint8Array>): Promise<Map<string, string>> {
  const wrapped = new Map<string, string>()
  for (const [id, key] of keys) wrapped.set(id, await wrapDataKey(provider, id, key))
  return wrapped
}

async function unwrapAll(config: Config): Promise<Map<string, Uint8Array>> {
  const provider = providerOf(config)
  const keys = new Map<string, Uint8Array>()
  const { WRAPPED_DATA_KEYS = missing('WRAPPED_DATA_KEYS') } = config
  for (const [id, wrapped] of Object.entries(WRAPPED_DATA_KEYS)) {
    keys.set(id, await unwrapDataKey(provider, id, wrapped))
  }
  return keys
}

function providerOf({ KEY_PROVIDER = missing('KEY_PROVIDER') }: Config): KeyProvider {
  return openKeyProvider(KEY_PROVIDER, systemClock)
}

function missing(variable: string): never {
  throw fault(variable, 'is required but not set')
}

function fault(variable: string, message: string): ConfigError {
  return new ConfigError([{ variable, message }])
}

if (import.meta.main) {
  process.exitCode = await runKeys(process.argv.slice(2), process.env, (line) => console.log(line))
}
