import type { SavedAnswers, SavedSummary } from '../../api/questionnaires.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Figure } from '../../design/plot.tsx'
import { Time } from '../../design/time.tsx'
import styles from './assessment.module.css'

function toneOf(readinessPercent: number): Tone {
  if (readinessPercent >= 75) return 'good'
  return readinessPercent >= 25 ? 'warn' : 'danger'
}

/** How ready, by the answers. */
export function ReadinessChip({ score }: Pick<SavedSummary, 'score'>) {
  const { readinessPercent, level } = score
  return (
    <Chip tone={toneOf(readinessPercent)}>
      {readinessPercent} % · {level}
    </Chip>
  )
}

/** The score of saved answers, part by part, with what to do next; what was left open is said first. */
export function Readiness({ saved }: { readonly saved: SavedAnswers }) {
  const { readinessPercent, level, answeredCount, questionCount, sections } = saved.score
  const open = questionCount - answeredCount
  return (
    <Panel title="Readiness" aside={<Time at={saved.submittedAt} />}>
      <div className={styles.form}>
        <Figure
          label={level}
          value={`${readinessPercent} %`}
          detail={
            open === 0
              ? `All ${questionCount} questions are answered.`
              : `${open} of ${questionCount} are open, and count as not done.`
          }
          tone={readinessPercent < 25 ? 'danger' : readinessPercent < 75 ? 'warn' : undefined}
        />
        <ul className={styles.sections}>
          {sections.map(({ sectionId, title, readinessPercent: part, advice }) => (
            <li key={sectionId}>
              <p className={styles.sectionHead}>
                <b>{title}</b>
                <span>{part} %</span>
              </p>
              <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="6" className={styles.shareOpen} />
                <rect width={part} height="6" className={styles.shareDone} />
              </svg>
              <p className={styles.small}>{advice}</p>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
