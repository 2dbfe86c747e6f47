import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type OriginalValue, originalValuesQuery } from '../../api/break-glass.ts'
import { Button } from '../../design/button.tsx'
import { LevelChip, TokenChip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import styles from './break-glass.module.css'

const COLUMNS: readonly Column<OriginalValue>[] = [
  { id: 'value', header: 'Value', cell: ({ value }) => <span className={styles.value}>{value}</span> },
  { id: 'token', header: 'Token', width: '12rem', isWideOnly: true, cell: ({ token }) => <TokenChip token={token} /> },
  { id: 'level', header: 'Level', width: '8rem', cell: ({ level }) => <LevelChip level={level} /> },
]

/** The values behind the tokens, once the reader asks for them: each page is a critical record. */
export function OriginalValues({ id }: { readonly id: string }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Panel title="Original values" isFlush className={styles.values}>
      {isAsked ? <Values id={id} /> : <AskFirst onAsk={() => setIsAsked(true)} />}
    </Panel>
  )
}

function AskFirst({ onAsk }: { readonly onAsk: () => void }) {
  return (
    <Empty icon="break-glass" title="It is open to you">
      <p>Each page that you read is a critical record of the audit trail, with your name and the number of values.</p>
      <Button kind="primary" onClick={onAsk}>
        Show the values
      </Button>
    </Empty>
  )
}

function Values({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(originalValuesQuery(id))
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  if (query.isPending) return <Loading>Opening the values; it is being put on record …</Loading>
  if (query.isError) return <Failed error={query.error} doing="open the values" onRetry={() => void query.refetch()} />
  const hasExpired = query.data.pages.some(({ expired }) => expired)
  return (
    <>
      {rows.length === 0 ? (
        <Empty icon="search" title={hasExpired ? 'The values have expired' : 'None of these types so far'}>
          {hasExpired
            ? 'Nothing of this session is stored any more. A legal hold keeps the values of a session.'
            : 'This page of the session has no value of the types that were asked for.'}
        </Empty>
      ) : (
        <DataTable label="Original values" columns={COLUMNS} rows={rows} idOf={({ token }) => token} />
      )}
      {query.hasNextPage && (
        <div className={styles.nextPage}>
          <Button busy={query.isFetchingNextPage && 'Opening …'} onClick={() => void query.fetchNextPage()}>
            Open the next page
          </Button>
        </div>
      )}
    </>
  )
}
