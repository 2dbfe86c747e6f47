import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { type AuditEntry, type AuditFilter, auditPagesQuery } from '../../api/audit.ts'
import { Button } from '../../design/button.tsx'
import { classNames } from '../../design/class-names.ts'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice, ProblemWords } from '../../design/states.tsx'
import { DataTable } from '../../design/table.tsx'
import styles from './audit.module.css'
import { AuditFilters } from './audit-filters.tsx'
import { COLUMNS, COLUMNS_BESIDE } from './columns.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { filterOf } from './filter-of.ts'
import { useFollowed } from './use-followed.ts'

const route = getRouteApi('/audit')

/** The audit trail: who did what and what every layer decided, the newest first. */
export function AuditScreen() {
  const { open, follow = false, ...conditions } = route.useSearch()
  const navigate = route.useNavigate()
  const [isExporting, setIsExporting] = useState(false)
  const key = JSON.stringify(conditions)
  // The same object for as long as the conditions are the same: "the last hour" begins when it is chosen.
  const filter = useMemo(() => filterOf(JSON.parse(key), now()), [key])
  const toggleFollow = () =>
    void navigate({ search: (old) => ({ ...old, follow: !follow || undefined }), replace: true })
  useKey({ key: 'f', label: follow ? 'Stop following' : 'Follow what happens' }, toggleFollow)
  return (
    <Page
      title="Audit trail"
      lead="Every request and every act, with what each layer decided. That you read it is on record, too."
      isFilled
      actions={
        <>
          <Button aria-pressed={follow} icon={follow ? 'check' : 'next'} onClick={toggleFollow}>
            {follow ? 'Following' : 'Follow'}
          </Button>
          <Button onClick={() => setIsExporting(true)}>Export</Button>
        </>
      }
    >
      <AuditFilters />
      <div className={classNames(styles.split, open !== undefined && styles.isOpen)}>
        <div className={styles.list}>
          <Trail key={key} filter={filter} isFollowing={follow} openId={open} />
        </div>
        {open !== undefined && <EntryPanel key={open} id={open} />}
      </div>
      <ExportDialog isOpen={isExporting} filter={filter} onClose={() => setIsExporting(false)} />
    </Page>
  )
}

interface TrailProps {
  readonly filter: AuditFilter
  readonly isFollowing: boolean
  readonly openId: string | undefined
}

function Trail({ filter, isFollowing, openId }: TrailProps) {
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(auditPagesQuery(filter))
  const pages = query.data?.pages
  const newest = pages && String(pages[0]?.data[0]?.number ?? 0)
  const followed = useFollowed(filter, isFollowing, newest)
  const rows = useMemo(
    () => [...followed.entries, ...(pages?.flatMap(({ data }) => data) ?? [])],
    [followed.entries, pages],
  )
  if (query.isPending) return <Loading>Reading the trail …</Loading>
  if (query.isError && pages === undefined)
    return <Failed error={query.error} doing="read the trail" onRetry={() => void query.refetch()} />
  return (
    <>
      {isFollowing && followed.error !== null && (
        <Notice tone="warn">
          <ProblemWords error={followed.error} />
        </Notice>
      )}
      {isFollowing && followed.isFull && (
        <Notice tone="warn">Much has come since you began to follow. Load the page again to go on.</Notice>
      )}
      {rows.length === 0 ? (
        <Nothing isFiltered={Object.values(filter).some((value) => value !== undefined)} isFollowing={isFollowing} />
      ) : (
        <DataTable<AuditEntry>
          label="Audit trail"
          columns={openId === undefined ? COLUMNS : COLUMNS_BESIDE}
          rows={rows}
          idOf={({ id }) => id}
          openId={openId}
          onOpen={({ id }) => void navigate({ search: (old) => ({ ...old, open: id }), replace: openId !== undefined })}
          onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
      <p className={styles.count} role="status">
        {rows.length.toLocaleString()} {query.hasNextPage ? 'entries so far; more come as you scroll' : 'entries'}
        {isFollowing && ' · following'}
        {query.isFetchNextPageError && ' · the next page could not be loaded: scroll to try again'}
      </p>
    </>
  )
}

function Nothing({ isFiltered, isFollowing }: { readonly isFiltered: boolean; readonly isFollowing: boolean }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="Nothing matches">
        Conditions are whole words: the subject of a user, not a part of it. Take one away, or choose a longer time.
        {isFollowing && ' What matches from now on appears here.'}
      </Empty>
    )
  }
  return (
    <Empty icon="audit" title="Nothing is on record yet">
      Every request and every act of an administrator appears here, some moments after it.
    </Empty>
  )
}
