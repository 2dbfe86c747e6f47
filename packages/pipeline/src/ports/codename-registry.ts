import { compileCodenameIndex } from '@sluice/codenames'
import type { Level } from '@sluice/contracts'
import { foldForValues } from '@sluice/text-folding'

/** One registered codename, or another name of it. */
export interface CodenameTerm {
  readonly term: string
  readonly level: Level
  /** The prefix of its tokens: `CODENAME_FALCON_7H3K9Q2M5T`. */
  readonly replacement?: string | undefined
}

/** A tenant's codenames as they stand; a new version whenever a term changed. */
export interface CodenameSnapshot {
  readonly version: string
  /** What `compileCodenames` made. Threads share it. */
  readonly index: SharedArrayBuffer
}

/** The Private Semantic Map, as L2 reads it. */
export interface CodenameRegistry {
  /** Throws where the codenames of the tenant are not known: nothing may pass without them. */
  current(tenant: string): CodenameSnapshot
}

/**
 * Compiles terms into an index for texts as L2 folds them. It takes microseconds for each term. Throws a `RangeError`
 * as `compileCodenameIndex` does.
 */
export function compileCodenames(terms: Iterable<CodenameTerm>): SharedArrayBuffer {
  return compileCodenameIndex(foldedTerms(terms))
}

function* foldedTerms(terms: Iterable<CodenameTerm>) {
  for (const { term, ...rest } of terms) yield { ...rest, term: foldForValues(term).text }
}
