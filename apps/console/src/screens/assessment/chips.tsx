import type { RiskLevel, ScanFigures, Verdict } from '../../api/assessment.ts'
import { Chip } from '../../design/chip.tsx'
import styles from './assessment.module.css'
import { coverageOfScan, RISK_WORDS, VERDICT_WORDS } from './words.ts'

const SHORT: Readonly<Record<Verdict['verdict'], string>> = {
  Compliant: 'Complies',
  NonCompliant: 'Does not comply',
  Indeterminate: 'Not known',
}

/** What a quantum computer does to it. */
export function RiskChip({ risk }: { readonly risk: RiskLevel }) {
  const { label, tone } = RISK_WORDS[risk]
  return <Chip tone={tone}>{label}</Chip>
}

/** The verdict of a scan with what it rests on below it: never one without the other. */
export function CoveredVerdict({ figures }: { readonly figures: ScanFigures }) {
  const { text, isWhole } = coverageOfScan(figures)
  return (
    <div className={styles.covered}>
      <span>
        <Chip tone={VERDICT_WORDS[figures.verdict].tone}>{SHORT[figures.verdict]}</Chip>
      </span>
      <span className={isWhole ? styles.small : styles.partial}>{text}</span>
    </div>
  )
}
