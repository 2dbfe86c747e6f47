import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../../api/audit.ts'
import { Chip } from '../../design/chip.tsx'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './audit.module.css'
import { severityWords, typeWords } from './entry-words.ts'

const WHAT: Column<AuditEntry> = {
  id: 'what',
  header: 'What',
  cell: ({ id, type, code, erased }) => (
    <div className={styles.what}>
      <Link to="/audit" search={(old) => ({ ...old, open: id })}>
        {typeWords(type)}
      </Link>
      {code !== undefined && <span>{code}</span>}
      {erased === true && <span>erased</span>}
    </div>
  ),
}

const WHO: Column<AuditEntry> = {
  id: 'who',
  header: 'Who',
  cell: ({ sub, actor }) => (
    <div className={styles.who}>
      {sub !== undefined && <span>{sub}</span>}
      {actor !== undefined && actor !== `user:${sub}` && <span className={styles.by}>by {actor}</span>}
    </div>
  ),
}

const SEVERITY: Column<AuditEntry> = {
  id: 'severity',
  header: 'Severity',
  width: '7rem',
  cell: ({ severity }) => {
    const { word, tone } = severityWords(severity)
    return word === 'routine' ? <span className={styles.quiet}>routine</span> : <Chip tone={tone}>{word}</Chip>
  },
}

const TIME: Column<AuditEntry> = {
  id: 'time',
  header: 'Time',
  width: '12rem',
  isWideOnly: true,
  cell: ({ time }) => <Time at={time} />,
}

/** The columns of the trail. */
export const COLUMNS: readonly Column<AuditEntry>[] = [
  WHAT,
  WHO,
  SEVERITY,
  {
    id: 'layers',
    header: 'Layers',
    width: '13rem',
    isWideOnly: true,
    cell: ({ layers }) => <span className={styles.quiet}>{layers.join(' ')}</span>,
  },
  {
    id: 'policies',
    header: 'Policies',
    isWideOnly: true,
    cell: ({ policy_ids: policies }) => (
      <span className={styles.policies}>
        {policies.slice(0, 2).join(', ')}
        {policies.length > 2 && ` and ${policies.length - 2} more`}
      </span>
    ),
  },
  TIME,
]

/** Those that have room beside an entry that is open. */
export const COLUMNS_BESIDE: readonly Column<AuditEntry>[] = [WHAT, WHO, SEVERITY, TIME]
