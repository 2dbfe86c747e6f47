import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { AuditEntry } from '../../api/audit.ts'
import { Chip } from '../../design/chip.tsx'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { typeWords } from '../../design/type-words.ts'
import styles from './audit.module.css'
import { severityWords } from './entry-words.ts'

const WHAT: Column<AuditEntry> = { id: 'what', header: 'What', cell: (entry) => <What entry={entry} /> }

interface WhatProps {
  readonly entry: AuditEntry
  /** Where the time has no column. */
  readonly hasTime?: boolean
}

function What({ entry: { id, type, code, erased, time }, hasTime = false }: WhatProps) {
  return (
    <div className={styles.what}>
      <OpenLink id={id}>{typeWords(type)}</OpenLink>
      {code !== undefined && <span>{code}</span>}
      {erased === true && <span>erased</span>}
      {hasTime && (
        <span>
          <Time at={time} />
        </span>
      )}
    </div>
  )
}

/**
 * Opens an entry beside the list. It is no `Link` of the router, of which each would build the address anew with all
 * conditions in every frame of a scroll: its address is that of the entry alone.
 */
function OpenLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: '/audit', search: (old) => ({ ...old, open: id }) })
  }
  return (
    <a href={`/console/audit?open=${encodeURIComponent(id)}`} onClick={open}>
      {children}
    </a>
  )
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
  width: '6.5rem',
  cell: ({ severity }) => {
    const { word, tone } = severityWords(severity)
    return word === 'routine' ? <span className={styles.quiet}>routine</span> : <Chip tone={tone}>{word}</Chip>
  },
}

/** The columns of the trail. */
export const COLUMNS: readonly Column<AuditEntry>[] = [
  WHAT,
  WHO,
  SEVERITY,
  {
    id: 'layers',
    header: 'Layers',
    width: '11.5rem',
    isWideOnly: true,
    cell: ({ layers }) => <span className={styles.seen}>{layers.join(' ')}</span>,
  },
  {
    id: 'policies',
    header: 'Policies',
    width: '9rem',
    isWideOnly: true,
    cell: ({ policy_ids: policies }) => (
      <span className={styles.policies} title={policies.join(', ')}>
        <span>{policies[0]}</span>
        {policies.length > 1 && <span>+{policies.length - 1}</span>}
      </span>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    width: '13rem',
    isWideOnly: true,
    cell: ({ time }) => <Time at={time} />,
  },
]

/** Those that have room beside an entry that is open. */
export const COLUMNS_BESIDE: readonly Column<AuditEntry>[] = [
  { ...WHAT, cell: (entry) => <What entry={entry} hasTime /> },
  WHO,
  SEVERITY,
]
