import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { type UsageRow, usageQuery } from '../../api/usage.ts'
import { Panel } from '../../design/page.tsx'
import { BarList, Figure, Sparkline } from '../../design/plot.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import styles from './overview.module.css'
import { formatCost, lastDays, valuesOf } from './usage-days.ts'

const DAYS = 14
const SHOWN_MODELS = 6

/** What was asked and spent in the last two weeks. */
export function UsagePanel() {
  const [days] = useState(() => lastDays(DAYS, now()))
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const byDay = useQuery(usageQuery({ from, to, by: 'day' }))
  const byModel = useQuery(usageQuery({ from, to, by: 'model' }))
  return (
    <Panel title="Requests and spend" aside={<span>Last {DAYS} days of UTC</span>}>
      {byDay.isPending && <Loading>Adding up what was used …</Loading>}
      {byDay.isError && <Failed error={byDay.error} doing="load what was used" onRetry={() => void byDay.refetch()} />}
      {byDay.data !== undefined && <Days days={days} rows={byDay.data.data} />}
      {byModel.data !== undefined && byModel.data.data.length > 0 && (
        <BarList
          label="Requests by model"
          rows={byModel.data.data.slice(0, SHOWN_MODELS).map(({ name = 'none', requests }) => ({
            id: name,
            label: name,
            value: requests,
          }))}
        />
      )}
    </Panel>
  )
}

function Days({ days, rows }: { readonly days: readonly string[]; readonly rows: readonly UsageRow[] }) {
  if (rows.length === 0) {
    return (
      <Empty icon="overview" title="Nothing was answered yet">
        Requests and what they cost are added up here from the first answer on.
      </Empty>
    )
  }
  const requests = valuesOf(days, rows, (row) => row.requests)
  const total = requests.reduce((sum, count) => sum + count, 0)
  const hits = rows.reduce((sum, row) => sum + row.cache_hits, 0)
  const isPriced = rows.some(({ currency }) => currency !== undefined)
  return (
    <div className={styles.figures}>
      <Figure
        label="Answered"
        value={total.toLocaleString()}
        detail={`${hits.toLocaleString()} of them from the cache`}
      >
        <Sparkline label="Answered requests by day" values={requests} />
      </Figure>
      <Figure label="Spent" value={isPriced ? formatCost(rows) : '–'} detail={isPriced ? undefined : formatCost(rows)}>
        {rows.some((row) => row.cost_micros > 0) && (
          <Sparkline label="Spent by day, in millionths" values={valuesOf(days, rows, (row) => row.cost_micros)} />
        )}
      </Figure>
    </div>
  )
}
