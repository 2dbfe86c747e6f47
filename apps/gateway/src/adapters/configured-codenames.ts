import { createHash } from 'node:crypto'
import { type CodenameRegistry, type CodenameTerm, compileCodenames } from '@sluice/pipeline/ports'

/** The codename registry of a deployment that keeps its terms in its configuration: the same for every tenant. */
export function createConfiguredCodenames(terms: readonly CodenameTerm[]): CodenameRegistry {
  const version = createHash('sha256').update(JSON.stringify(terms)).digest('hex')
  const snapshot = { version, index: compileCodenames(terms) }
  return { current: () => snapshot }
}
