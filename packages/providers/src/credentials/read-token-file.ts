import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { NoToken } from './renewed.ts'

/** A pipe that nobody writes to would never open. */
const NOT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK
const MAX_BYTES = 65_536

/** Reads a token that others renew in its file. Rejects with `NoToken`, which does not say what is there. */
export async function readTokenFile(path: string): Promise<string> {
  try {
    await using file = await open(path, NOT_WAITING)
    const status = await file.stat()
    if (!status.isFile() || status.size > MAX_BYTES) throw new NoToken()
    const token = (await file.readFile('utf8')).trim()
    if (!/^[\x21-\x7e]+$/.test(token)) throw new NoToken()
    return token
  } catch {
    throw new NoToken('The file of a token cannot be read, or holds none.')
  }
}
