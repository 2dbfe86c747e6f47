import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ScanRecord, scanHistoryQuery } from '../../api/assessment.ts'
import { Chip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './assessment.module.css'
import { CoveredVerdict } from './chips.tsx'
import { trendOf } from './trend.ts'
import { TrendChart } from './trend-chart.tsx'

const COLUMNS: readonly Column<ScanRecord>[] = [
  { id: 'at', header: 'Scanned', width: '10rem', cell: ({ timestamp }) => <Time at={timestamp} /> },
  {
    id: 'verdict',
    header: 'CNSA 2.0',
    cell: ({ status, figures }) =>
      status === 'failed' || figures === undefined ? (
        <Chip tone="danger">The scan failed</Chip>
      ) : (
        <CoveredVerdict figures={figures} />
      ),
  },
  {
    id: 'findings',
    header: 'Findings',
    width: '7rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ status, findingCount }) => (status === 'failed' ? '–' : findingCount.toLocaleString()),
  },
  {
    id: 'score',
    header: 'Risk',
    width: '5.5rem',
    align: 'end',
    cell: ({ status, score }) => (status === 'failed' ? '–' : score.toFixed(2)),
  },
]

/** The scans of a project that the service remembers, and how it has changed over them. */
export function TrendView({ path }: { readonly path: string }) {
  const query = useQuery(scanHistoryQuery)
  const scans = useMemo(() => query.data?.filter((scan) => scan.path === path) ?? [], [query.data, path])
  const points = useMemo(() => trendOf(query.data ?? [], path), [query.data, path])
  if (query.isPending) return <Loading>Fetching the scans of before …</Loading>
  if (query.isError) return <Failed error={query.error} doing="load the scans" onRetry={() => void query.refetch()} />
  if (scans.length === 0) {
    return (
      <Empty icon="overview" title="No scan is remembered">
        What is shown here was scanned to be looked at. A scan that is asked for enters the history, which the service
        keeps until it ends.
      </Empty>
    )
  }
  return (
    <>
      {points.length > 0 && (
        <Panel title="Findings by scan, the latest on the right">
          <TrendChart points={points} />
          {points.length === 1 && <p className={styles.small}>One scan is no trend yet: scan again after a change.</p>}
        </Panel>
      )}
      <DataTable label="Scans" columns={COLUMNS} rows={scans} idOf={({ id }) => id} />
    </>
  )
}
