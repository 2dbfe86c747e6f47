import { openEvidenceProver } from '../../node/prover.ts'
import type { EvidenceProver, StatementSecrets } from '../evidence-prover.ts'
import { readLittleEndian, writeLittleEndian } from '../group.ts'
import type { AnsweredStatement, LevelStatement } from '../level-statements.ts'
import type { ProofContext } from '../proof-tag.ts'
import { ristretto255 } from '../ristretto255.ts'

/** Hidden numbers of an answered request; not only such as an honest gateway has. */
interface MadeUpLevels {
  readonly permitted: number
  readonly s: number | bigint
  readonly r: number
  readonly c: number | bigint
}

/** A statement with what proves it. */
export interface MadeUp<Statement extends LevelStatement = LevelStatement> {
  readonly statement: Statement
  readonly secrets: StatementSecrets
}

export const CONTEXT: ProofContext = { logOrigin: 'example.org/log', leafHash: new Uint8Array(32).fill(7) }

/** Makes statements as a gateway commits to them, whether or not they are true. */
export class StatementMaker {
  readonly prover: EvidenceProver

  private constructor(prover: EvidenceProver) {
    this.prover = prover
  }

  static async open(): Promise<StatementMaker> {
    return new StatementMaker(await openEvidenceProver())
  }

  /** A commitment to any number, of which a gateway commits to 0 to 63 only. */
  commit(number: number | bigint) {
    const { masked, value, blinding } = this.prover.createMask()
    const { order } = ristretto255
    const difference = (BigInt(number) - readLittleEndian(value)) % order
    return { commitment: { masked, shift: writeLittleEndian((difference + order) % order, 32) }, blinding }
  }

  answered({ permitted, s, r, c }: MadeUpLevels): MadeUp<AnsweredStatement> {
    const [request, session] = [this.commit(BigInt(s) + 8n * BigInt(r)), this.commit(c)]
    const [own, clearance] = [request.commitment, session.commitment]
    const statement: AnsweredStatement = { kind: 'answered', permittedLevel: permitted, ...own, clearance }
    const blindings = [request.blinding, session.blinding]
    return { statement, secrets: { sensitivity: Number(s), restored: r, clearance: Number(c), blindings } }
  }

  /** A refused request commits to s + 8r, too, and shows that r is 0. */
  refused({ permitted, s, r = 0 }: { permitted: number; s: number | bigint; r?: number }): MadeUp {
    const { commitment, blinding } = this.commit(BigInt(s) + 8n * BigInt(r))
    const statement = { kind: 'refused', permittedLevel: permitted, ...commitment } as const
    return { statement, secrets: { sensitivity: Number(s), blindings: [blinding] } }
  }

  clearance(c: number | bigint): MadeUp {
    const { commitment, blinding } = this.commit(c)
    const statement = { kind: 'clearance', ...commitment } as const
    return { statement, secrets: { clearance: Number(c), blindings: [blinding] } }
  }

  /** Proves; `pretended` are levels that the commitments do not hold. */
  prove({ statement, secrets }: MadeUp, pretended: Partial<StatementSecrets> = {}, context = CONTEXT): Uint8Array {
    return this.prover.prove(statement, context, { ...secrets, ...pretended })
  }
}
