import { closeSync, openSync, readSync } from 'node:fs'
import type { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'

/** The longest file of a variable, in bytes. */
const MAX_FILE_BYTES = 16_777_216

interface GivenVariables {
  readonly values: Readonly<Record<string, string>>
  readonly faults: ConfigError['faults']
}

/**
 * Reads the named variables. One that is unset, or empty, has the content of the file that `NAME_FILE` names, without
 * the line break at its end: orchestrators hand over secrets as files. An empty file counts as unset.
 */
export function givenVariables(names: readonly string[], env: Environment): GivenVariables {
  const values: Record<string, string> = {}
  const faults: { variable: string; message: string }[] = []
  for (const name of names) {
    const ofFile = `${name}_FILE`
    // What is a variable of its own is no reference to a value.
    const path = names.includes(ofFile) ? undefined : env[ofFile]
    const read = env[name] || path === undefined || path === '' ? { text: env[name] } : readVariable(path)
    if ('fault' in read) faults.push({ variable: `${name}_FILE`, message: read.fault })
    else if (read.text !== undefined && read.text !== '') values[name] = read.text
  }
  return { values, faults }
}

function readVariable(path: string): { readonly text: string } | { readonly fault: string } {
  const bytes = readAtMost(path, MAX_FILE_BYTES + 1)
  if (bytes === undefined) return { fault: 'names a file that cannot be read' }
  if (bytes.length > MAX_FILE_BYTES) return { fault: `names a file of more than ${MAX_FILE_BYTES} bytes` }
  return { text: bytes.toString('utf8').replace(/\r?\n$/, '') }
}

/** A device such as `/dev/zero` has no end. */
function readAtMost(path: string, length: number): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const pieces: Buffer[] = []
    let left = length
    while (left > 0) {
      const piece = Buffer.alloc(Math.min(left, 65_536))
      const count = readSync(file, piece)
      if (count === 0) break
      pieces.push(piece.subarray(0, count))
      left -= count
    }
    return Buffer.concat(pieces)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
