import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { overviewQuery } from '../../api/overview.ts'
import { type UsageRow, usageQuery } from '../../api/usage.ts'
import { Panel } from '../../design/page.tsx'
import { BarList, Figure, Sparkline } from '../../design/plot.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import styles from './overview.module.css'
import { answeredOf, STEPS, stepValues } from './request-steps.ts'
import { formatCost, lastDays, valuesOf } from './usage-days.ts'

const DAYS = STEPS.fortnight
const SHOWN_MODELS = 6

/**
 * What was answered and spent in the last two weeks. How many requests there were is said by the counts that all of the
 * overview is made of, for whoever sees it. What is charged is another number: answers that broke off cost something,
 * and calls of tools cost nothing.
 */
export function UsagePanel({ hasCounts }: { readonly hasCounts: boolean }) {
  const [days] = useState(() => lastDays(DAYS, now()))
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const byDay = useQuery(usageQuery({ from, to, by: 'day' }))
  const byModel = useQuery(usageQuery({ from, to, by: 'model' }))
  return (
    <Panel title="Requests and spend" aside={<span>Last {DAYS} days of UTC</span>}>
      {byDay.isPending && <Loading>Adding up what was used …</Loading>}
      {byDay.isError && <Failed error={byDay.error} doing="load what was used" onRetry={() => void byDay.refetch()} />}
      {(hasCounts || (byDay.data?.data.length ?? 0) > 0) && (
        <div className={styles.figures}>
          {hasCounts && <Answered />}
          {byDay.data !== undefined && <Spent days={days} rows={byDay.data.data} />}
        </div>
      )}
      {!hasCounts && byDay.data?.data.length === 0 && (
        <Empty icon="overview" title="Nothing was answered yet">
          What requests cost is added up here from the first answer on.
        </Empty>
      )}
      {byModel.data !== undefined && byModel.data.data.length > 0 && (
        <BarList
          label="Charged requests by model"
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

/** Nothing before the counts are there; where they cannot be had, the strip of figures says so. */
function Answered() {
  const { data } = useQuery(overviewQuery('fortnight'))
  if (data === undefined) return null
  const { total } = data.requests
  return (
    <Figure
      label="Answered"
      value={answeredOf(total).toLocaleString()}
      detail={`${total.cached.toLocaleString()} of them from the cache`}
    >
      <Sparkline label="Answered requests by day" values={stepValues(data, DAYS, answeredOf)} />
    </Figure>
  )
}

function Spent({ days, rows }: { readonly days: readonly string[]; readonly rows: readonly UsageRow[] }) {
  const isPriced = rows.some(({ currency }) => currency !== undefined)
  const tokens = rows.reduce((sum, row) => sum + row.input_tokens + row.output_tokens, 0)
  const words = `${tokens.toLocaleString()} tokens`
  return (
    <Figure
      label="Spent"
      value={isPriced ? formatCost(rows) : '–'}
      detail={isPriced ? words : `${words}; no prices are set`}
    >
      {rows.some((row) => row.cost_micros > 0) && (
        <Sparkline label="Spent by day, in millionths" values={valuesOf(days, rows, (row) => row.cost_micros)} />
      )}
    </Figure>
  )
}
