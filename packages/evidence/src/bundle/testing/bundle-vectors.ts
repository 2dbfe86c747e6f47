import type { TrustedKeys } from '../../log/verify-checkpoint.ts'
import { EvidenceFault } from '../judge-leaf.ts'
import { verifyFiles } from '../verify-files.ts'

/** A bundle or a range, and what is found of it. */
export interface BundleCase extends CaseVerdict {
  readonly what: string
  readonly text: string
}

interface CaseVerdict {
  /** Why it is refused; null where it is not. */
  readonly fault: string | null
  /** How many leaves were found to be what; null where it is refused. */
  readonly counts: Readonly<Record<string, number>> | null
}

/** Verifies a file of which the name says nothing. */
export async function judgeCase(text: string, keys: TrustedKeys): Promise<CaseVerdict> {
  try {
    const report = await verifyFiles([{ name: 'case.json', lines: () => text.split('\n') }], keys)
    const counts = Object.fromEntries(Object.entries(report.counts).filter(([, count]) => count > 0))
    return { fault: null, counts }
  } catch (error) {
    if (!(error instanceof EvidenceFault)) throw error
    return { fault: error.message.slice('case.json'.length).replace(/^[:,] /, ''), counts: null }
  }
}
