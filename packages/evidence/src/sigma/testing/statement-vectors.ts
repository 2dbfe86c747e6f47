import type { LevelStatement } from '../level-statements.ts'
import type { ProofContext } from '../proof-tag.ts'

/** A statement with a proof, and whether a verifier accepts it. */
export interface StatementCase {
  readonly what: string
  readonly accepted: boolean
  readonly statement: LevelStatement
  readonly context: ProofContext
  readonly proof: Uint8Array
}

/** A case as the file of vectors has it: byte strings in hexadecimal. */
export interface StatementVector {
  readonly what: string
  readonly accepted: boolean
  readonly statement: WrittenStatement
  readonly context: { readonly logOrigin: string; readonly leafHash: string }
  readonly proof: string
  /** Where it is accepted: what a verifier derives on its way. */
  readonly tag?: string
  readonly sessionId?: string
  readonly relation?: string
}

interface WrittenCommitment {
  readonly masked: string
  readonly shift: string
}

interface WrittenStatement extends WrittenCommitment {
  readonly kind: LevelStatement['kind']
  readonly permittedLevel?: number
  readonly clearance?: WrittenCommitment
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

export function toVector({ what, accepted, statement, context, proof }: StatementCase): StatementVector {
  const { kind, masked, shift } = statement
  return {
    what,
    accepted,
    statement: {
      kind,
      ...(kind === 'clearance' ? {} : { permittedLevel: statement.permittedLevel }),
      ...{ masked: hex(masked), shift: hex(shift) },
      ...(kind === 'answered'
        ? { clearance: { masked: hex(statement.clearance.masked), shift: hex(statement.clearance.shift) } }
        : {}),
    },
    context: { logOrigin: context.logOrigin, leafHash: hex(context.leafHash) },
    proof: hex(proof),
  }
}

export function fromVector({ what, accepted, statement, context, proof }: StatementVector): StatementCase {
  const commitmentOf = ({ masked, shift }: WrittenCommitment) => ({ masked: bytes(masked), shift: bytes(shift) })
  const { kind, permittedLevel = 7, clearance = { masked: '', shift: '' } } = statement
  const own = commitmentOf(statement)
  const statements: Readonly<Record<LevelStatement['kind'], LevelStatement>> = {
    answered: { kind: 'answered', permittedLevel, ...own, clearance: commitmentOf(clearance) },
    refused: { kind: 'refused', permittedLevel, ...own },
    clearance: { kind: 'clearance', ...own },
  }
  return {
    ...{ what, accepted, statement: statements[kind], proof: bytes(proof) },
    context: { logOrigin: context.logOrigin, leafHash: bytes(context.leafHash) },
  }
}
