import { getRouteApi } from '@tanstack/react-router'
import type { Finding } from '../../api/assessment.ts'
import { Button } from '../../design/button.tsx'
import { useKey } from '../../design/keys.ts'
import { Facts } from '../../design/page.tsx'
import styles from './assessment.module.css'
import { RiskChip } from './chips.tsx'
import { roleWords } from './words.ts'

const route = getRouteApi('/assessment/project')

/** One finding: where, what, why, and what takes its place. */
export function FindingPanel({ finding }: { readonly finding: Finding }) {
  const navigate = route.useNavigate()
  const { algorithm, role, risk, confidence, location, line, description, part, code, replacement } = finding
  const close = () => void navigate({ search: (old) => ({ ...old, open: undefined }), replace: true })
  useKey({ key: 'x', label: 'Close the finding' }, close)
  return (
    <section className={styles.entry} aria-label="The finding">
      <header className={styles.entryHeader}>
        <h2>
          {algorithm}, {roleWords(role)}
        </h2>
        <Button kind="quiet" icon="close" aria-label="Close the finding" onClick={close} />
      </header>
      <div className={styles.form}>
        <figure className={styles.quoted}>
          <figcaption>
            {location}, line {line}
          </figcaption>
          <pre>{code}</pre>
        </figure>
        <p>{description}</p>
        <Facts
          facts={[
            ['Risk', <RiskChip key="risk" risk={risk} />],
            ['Replace by', replacement && (replacement.target || 'to be found out first')],
            ['Until', replacement && `${replacement.exclusiveBy}, exclusively, by CNSA 2.0`],
            ['Found in', part === 'product' ? 'what is shipped' : 'what only tests it'],
            ['Confidence', confidence.toLowerCase()],
          ]}
        />
        {replacement === undefined && <p className={styles.small}>CNSA 2.0 asks for no change here.</p>}
      </div>
    </section>
  )
}
