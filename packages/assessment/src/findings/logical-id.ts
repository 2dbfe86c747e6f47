import { createHash } from 'node:crypto'
import { canonicalJson } from '../cbom/canonical-json.ts'
import type { Asset } from '../model/assessment.ts'

/**
 * Names a use of an algorithm for good: the algorithm, the role, and 16 hexadecimal digits of the SHA-256 of the
 * canonical JSON (RFC 8785) of `{algorithm, parameters, role}`. The same use has the same name in every project and
 * every version of it.
 */
export function logicalIdOf(asset: Pick<Asset, 'algorithm' | 'role' | 'parameters'>): string {
  const { algorithm, role, parameters } = asset
  const digest = createHash('sha256').update(canonicalJson({ algorithm, role, parameters })).digest('hex')
  return `${slug(algorithm)}-${slug(role)}-${digest.slice(0, 16)}`
}

/** `<logicalId>::<file>:<line>` (specification, section 2). */
export function locationalIdOf(logicalId: string, file: string, line: number): string {
  return `${logicalId}::${file}:${line}`
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .slice(0, 40)
}
