import { counted } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { PARTS } from '../model/assessment.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'

const WORDS = { Compliant: 'compliant', NonCompliant: 'not compliant', Indeterminate: 'not yet determined' } as const
const NAMES = { product: 'Product', test: 'tests' } as const

/** How the findings and the verdict divide into what is shipped and what only tests it; empty without tests. */
export function partsText(assessment: Assessment): string {
  const { parts } = assessment
  if (parts.test.uses.length === 0) return ''
  const verdicts = cnsaVerdictOf(assessment)
  const texts = PARTS.map((part) => {
    const { verdict, nonCompliant } = verdicts[part]
    const findings = counted(parts[part].uses.length, 'finding')
    const word = verdict === undefined ? '' : `${WORDS[verdict]}, `
    return `${NAMES[part]}: ${word}${findings}, ${nonCompliant} not compliant`
  })
  return `${texts.join('; ')}.`
}
