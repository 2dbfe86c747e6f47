import { Link } from '@tanstack/react-router'
import type { SessionRow } from '../../api/people.ts'
import { Chip } from '../../design/chip.tsx'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './people.module.css'

const UNSEEN = <span className={styles.unseen}>not for your role</span>

const sessionColumn: Column<SessionRow> = {
  id: 'session',
  header: 'Session',
  cell: ({ id }) => (
    <Link to="/people/sessions/$sessionId" params={{ sessionId: String(id) }} className={styles.id}>
      {id}
    </Link>
  ),
}

const personColumn: Column<SessionRow> = {
  id: 'person',
  header: 'Person',
  cell: ({ user }) => (
    <Link to="/people/$subject" params={{ subject: user.sub }} className={styles.person}>
      {('username' in user && user.username) || user.sub}
    </Link>
  ),
}

const rest: readonly Column<SessionRow>[] = [
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    cell: ({ state }) => (
      <Chip tone={state === 'frozen' ? 'danger' : 'good'}>{state === 'frozen' ? 'Frozen' : 'Active'}</Chip>
    ),
  },
  {
    id: 'client',
    header: 'Client',
    isWideOnly: true,
    cell: (row) => ('client' in row ? [row.client, row.name].filter(Boolean).join(' · ') : UNSEEN),
  },
  {
    id: 'departments',
    header: 'Departments',
    isWideOnly: true,
    cell: (row) => ('departments' in row ? row.departments.join(', ') : UNSEEN),
  },
  {
    id: 'seen',
    header: 'Last used',
    width: '9rem',
    isWideOnly: true,
    cell: (row) => ('last_seen_at' in row ? <Time at={row.last_seen_at} isRelative /> : UNSEEN),
  },
]

/** The sessions of everybody. */
export const SESSION_COLUMNS: readonly Column<SessionRow>[] = [personColumn, sessionColumn, ...rest]

/** The sessions of one person. */
export const OWN_SESSION_COLUMNS: readonly Column<SessionRow>[] = [sessionColumn, ...rest]
