import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Where a secret stands: in a variable of the gateway's environment, or in a file. */
export const secretReference = z.union(
  [
    z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/) }),
    z.strictObject({ file: z.string().min(1).max(4_096) }),
  ],
  { error: 'must name a secret as {env: NAME} or {file: PATH}' },
)

export const literalOrReference = z.union([z.string().min(1).max(16_384), secretReference], {
  error: 'must be a text, {env: NAME} or {file: PATH}',
})

type Written = z.output<typeof literalOrReference>

/** Headers whose value is a secret. */
export const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'api-key',
  'x-api-key',
  'x-goog-api-key',
  'x-amz-security-token',
  'cookie',
])

/** A pipe that nobody writes to would never open. */
const NOT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK
const MAX_SECRET_BYTES = 65_536

/** A secret that cannot be read. Its message names the reference, never what was read. */
export class SecretFault extends Error {
  override readonly name = 'SecretFault'
}

/** Reads secrets where they are kept, and remembers which files it has read. */
export class SecretReader {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #folder: string
  readonly #files = new Set<string>()

  /** @param folder that paths of files are relative to. */
  constructor(env: Readonly<Record<string, string | undefined>>, folder: string) {
    this.#env = env
    this.#folder = folder
  }

  get files(): readonly string[] {
    return [...this.#files]
  }

  /** @throws {SecretFault} where there is none, or none that can stand in a header. */
  read(written: Written): string {
    if (typeof written === 'string') return written
    const secret = 'env' in written ? this.#ofVariable(written.env) : this.#ofFile(written.file)
    const about = 'env' in written ? `the variable ${written.env}` : `the file ${written.file}`
    if (secret === '') throw new SecretFault(`${about} is empty`)
    // Node refuses such a header with a message that quotes it.
    if (!/^[\x20-\x7e\x80-\xff]+$/.test(secret)) throw new SecretFault(`${about} holds what no header can`)
    return secret
  }

  #ofVariable(name: string): string {
    const value = this.#env[name]
    if (value === undefined) throw new SecretFault(`the variable ${name} is not set`)
    return value
  }

  #ofFile(name: string): string {
    const path = resolve(this.#folder, name)
    this.#files.add(path)
    let file: number | undefined
    try {
      file = openSync(path, NOT_WAITING)
      const status = fstatSync(file)
      if (!status.isFile()) throw new SecretFault(`the file ${name} is no regular file`)
      if (status.size > MAX_SECRET_BYTES) throw new SecretFault(`the file ${name} is larger than a secret`)
      return readFileSync(file, 'utf8').trim()
    } catch (cause) {
      if (cause instanceof SecretFault) throw cause
      throw new SecretFault(`the file ${name} cannot be read`)
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }
}
