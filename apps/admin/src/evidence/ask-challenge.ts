import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, type ControlRecord, createControlRecord, SluiceError } from '@sluice/contracts'
import type { AuditRow, EvidenceChallenge, EvidenceChallengesRepository } from '@sluice/db'
import { drawNumbers, readEvidence } from '@sluice/evidence'
import { newId } from '@sluice/service-kit/environment'
import { type EvidenceSources, isProvable, notYet } from './make-bundle.ts'

/** What an auditor names: numbers, or what chooses them. */
export type NamedLeaves = Pick<EvidenceChallenge, 'by' | 'choice'> &
  ({ readonly numbers: readonly number[] } | { readonly count: number })

interface AskOptions {
  readonly tenant: string
  /** The `sub` of the auditor. */
  readonly sub: string
  readonly requestId: string
}

interface AskParts {
  readonly sources: EvidenceSources
  readonly challenges: EvidenceChallengesRepository
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Pick<Clock, 'nowMs'>
  /** How long there is to answer, in milliseconds. */
  readonly challengeMs: number
}

const PAGE = 100
const DRAWS_AT_ONCE = 256

/**
 * Puts a challenge on record, keeps it, and asks for the proofs that it needs, before all others.
 *
 * @throws SluiceError `invalid_request` where the numbers are not those of the seed or of the tenant, `conflict` where
 *   no published checkpoint has all of them or too many are named already, `audit_unavailable`,
 *   `dependency_unavailable`.
 */
export async function askChallenge(
  named: NamedLeaves,
  { tenant, sub, requestId }: AskOptions,
  { sources, challenges, outbox, clock, challengeMs }: AskParts,
): Promise<EvidenceChallenge> {
  const numbers = await numbersOf(named)
  const published = await sources.checkpoints.find('published')
  if (published === undefined) throw notYet()
  const { by, choice } = named
  const askedMs = clock.nowMs()
  const challenge: EvidenceChallenge = {
    ...{ id: newId(), tenant, by, numbers, choice, size: published.size, askedBy: `user:${sub}` },
    ...{ askedAt: new Date(askedMs), answerBy: new Date(askedMs + challengeMs) },
  }
  const needed = await neededFor(challenge, sources)
  const digest = createHash('sha256').update(numbers.join()).digest('base64url')
  const record = createControlRecord({
    ...{ id: newId(), event: 'evidence.challenged', severity: 'medium', timeMs: askedMs, service: 'admin' },
    ...{ actor: challenge.askedBy, tenant, requestId },
    details: {
      ...{ challenge: challenge.id, by, count: numbers.length, numbers_digest: digest, tree_size: published.size },
      ...(choice === undefined ? {} : { seed: choice.seed }),
    },
  })
  await challenges.add(challenge, needed, () => outbox.append(record))
  return challenge
}

/** Each once, in ascending order. What the seed chooses, is drawn in slices, so that it holds up nobody. */
async function numbersOf(named: NamedLeaves): Promise<readonly number[]> {
  const given = 'numbers' in named ? ascending(new Set(named.numbers)) : undefined
  if (named.choice === undefined) return given ?? []
  const count = given?.length ?? ('count' in named ? named.count : 0)
  const { seed, from, to } = named.choice
  if (count > to - from) {
    throw new SluiceError({ code: 'invalid_request', message: 'There are not so many numbers between the two.' })
  }
  const chosen = new Set<number>()
  let draws = 0
  for (const number of drawNumbers({ by: named.by, seed, count, from, to })) {
    chosen.add(number)
    draws += 1
    if (draws % DRAWS_AT_ONCE === 0) await nextTurn()
  }
  const numbers = ascending(chosen)
  if (given === undefined || given.join() === numbers.join()) return numbers
  throw new SluiceError({
    code: 'invalid_request',
    message: 'The numbers are not those of the seed.',
    param: 'numbers',
  })
}

const ascending = (numbers: ReadonlySet<number>) => [...numbers].sort((one, other) => one - other)

/** The records that must be proved: the named ones, and the clearances on which they rely. */
async function neededFor(challenge: EvidenceChallenge, { trail, findClearance }: EvidenceSources) {
  const { tenant, by, size } = challenge
  await requireThere(challenge, trail)
  const needed = new Map<number, Pick<AuditRow, 'number' | 'tenant' | 'timeMs'>>()
  const bases = new Set<string>()
  const need = (row: AuditRow) => {
    if (!isProvable(row) || row.record === undefined || row.record === null) return
    needed.set(row.number, { number: row.number, tenant, timeMs: row.timeMs })
  }
  for (const numbers of pagesOf(challenge.numbers)) {
    for (const row of await pickNamed({ tenant, by }, numbers, trail)) {
      if (row.number > size) throw notYet()
      need(row)
      const part = row.evidence === undefined ? undefined : readEvidence(row.evidence)
      if (part?.kind !== 'answered' || part.inSession === undefined || bases.has(part.basis)) continue
      bases.add(part.basis)
      const clearance = await findClearance(tenant, part.inSession.session, part.basis)
      if (clearance !== undefined) need(clearance)
    }
  }
  return [...needed.values()]
}

/** What a checkpoint has not got yet, nobody can name; and nobody answers to an auditor of another tenant. */
async function requireThere({ tenant, by, numbers, size }: EvidenceChallenge, trail: EvidenceSources['trail']) {
  const last = numbers.at(-1) ?? 0
  if (by === 'leaf') {
    if (last >= size) throw notYet()
    const foreign = await trail.findForeign(
      tenant,
      numbers.map((index) => index + 1),
    )
    if (foreign === undefined) return
    const message = `Leaf ${foreign - 1} is of another tenant. Name records by their position.`
    throw new SluiceError({ code: 'invalid_request', message, param: 'numbers' })
  }
  const [newest] = await trail.list({ filter: { tenant }, first: 'newest', limit: 1 })
  if (last > (newest?.position ?? 0)) throw notYet()
}

/** The records of the tenant that numbers of a challenge name. */
export async function pickNamed(
  { tenant, by }: Pick<EvidenceChallenge, 'tenant' | 'by'>,
  numbers: readonly number[],
  trail: Pick<EvidenceSources['trail'], 'pick'>,
): Promise<readonly AuditRow[]> {
  if (by === 'position') return await trail.pick(tenant, 'position', numbers)
  // A record's leaf has the index before its number.
  return await trail.pick(
    tenant,
    'number',
    numbers.map((index) => index + 1),
  )
}

/** A page of records is some hundred kilobytes. */
export function* pagesOf(numbers: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < numbers.length; start += PAGE) yield numbers.slice(start, start + PAGE)
}
