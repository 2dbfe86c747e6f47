import type { Assessed, Project } from '../../api/assessment.ts'
import { classNames } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import { percent } from '../../design/percent.ts'
import { Figure } from '../../design/plot.tsx'
import { Time } from '../../design/time.tsx'
import styles from './assessment.module.css'
import { counted, shareUnderstood, uncoveredOf, VERDICT_WORDS } from './words.ts'

interface StandingProps {
  readonly assessed: Assessed
  readonly upload: Project['upload']
}

/** How a project stands: the verdict, what it rests on beside it, and the risk. */
export function Standing({ assessed: { verdict, score }, upload }: StandingProps) {
  const { title, tone } = VERDICT_WORDS[verdict.verdict]
  const isConclusive = verdict.verdict !== 'Indeterminate'
  return (
    <section className={styles.standing} aria-label="How it stands">
      <div className={classNames(styles.verdict, styles[tone])}>
        <p className={styles.verdictTitle}>
          <Icon name={verdict.verdict === 'Compliant' ? 'check' : 'warning'} size={20} />
          {title}
        </p>
        <p>
          {counted(verdict.nonCompliant, 'finding')} against it, {verdict.compliant.toLocaleString('en')} in line with
          it.
          {!isConclusive && ' What was read does not decide it: see what is open.'}
        </p>
        <p className={styles.small}>
          What is shipped: {partWords(verdict.product.verdict)}. What only tests it: {partWords(verdict.test.verdict)}.
        </p>
        <p className={styles.small}>
          By {verdict.evidence.profileName}, profile {verdict.evidence.profileVersion}.
        </p>
      </div>
      <Covered verdict={verdict} upload={upload} />
      <div className={styles.risk}>
        <Figure
          label="Risk, 0 is best and 1 is worst"
          value={score.systemScore.toFixed(2)}
          detail={`${score.scale.band}: ${score.scale.meaning}`}
          tone={score.systemScore >= 0.5 ? 'danger' : score.systemScore >= 0.2 ? 'warn' : undefined}
        />
        {score.change !== undefined && (
          <p className={styles.small}>
            {changeWords(score.change)} since <Time at={score.change.since} isRelative />
          </p>
        )}
      </div>
    </section>
  )
}

function partWords(verdict: 'Compliant' | 'NonCompliant' | 'Indeterminate' | undefined): string {
  if (verdict === undefined) return 'nothing was found'
  return { Compliant: 'complies', NonCompliant: 'does not comply', Indeterminate: 'not known' }[verdict]
}

function changeWords({ direction, difference, findings }: NonNullable<Assessed['score']['change']>): string {
  const more =
    findings === 0 ? 'as many findings' : `${counted(Math.abs(findings), 'finding')} ${findings > 0 ? 'more' : 'fewer'}`
  if (direction === 'same') return `The same risk, ${more}`
  return `${direction === 'better' ? 'Better' : 'Worse'} by ${Math.abs(difference).toFixed(2)}, ${more}`
}

interface CoveredProps {
  readonly verdict: Assessed['verdict']
  readonly upload: Project['upload']
}

/** What was looked at, and first of all what was not. */
function Covered({ verdict: { coverage }, upload }: CoveredProps) {
  const uncovered = uncoveredOf(coverage, upload)
  const share = shareUnderstood(coverage)
  return (
    <div className={styles.coverage}>
      <p className={styles.coverageTitle}>
        {counted(coverage.filesRead, 'file')} read
        {share !== undefined && <>; {percent(share)} of the source understood</>}
      </p>
      {share !== undefined && (
        <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="6" className={styles.shareOpen} />
          <rect width={100 * share} height="6" className={styles.shareDone} />
        </svg>
      )}
      {uncovered.length === 0 ? (
        <p className={styles.whole}>Nothing was left out: the verdict speaks of all of it.</p>
      ) : (
        <>
          <p className={styles.partial}>The verdict does not speak of:</p>
          <ul className={styles.uncovered}>
            {uncovered.map(({ text, detail }) => (
              <li key={text}>
                {text}
                {detail !== undefined && <span className={styles.small}>: {detail}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
