import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Overview, type OverviewWindow, overviewQuery } from '../../api/overview.ts'
import { shareWords } from '../../design/percent.ts'
import { Figure, Sparkline } from '../../design/plot.tsx'
import { Failed, Loading } from '../../design/states.tsx'
import styles from './overview.module.css'
import { allOf, STEPS, stepValues, stoppedOf } from './request-steps.ts'

/** The figures that matter first. */
export function Figures({ window }: { readonly window: OverviewWindow }) {
  const query = useQuery(overviewQuery(window))
  if (query.isPending) return <Loading>Putting the figures together …</Loading>
  if (query.isError) {
    return <Failed error={query.error} doing="load the figures" onRetry={() => void query.refetch()} />
  }
  return (
    <section className={styles.strip} aria-label="Figures">
      <RequestFigures overview={query.data} length={STEPS[window]} />
      <StateFigures overview={query.data} />
    </section>
  )
}

function RequestFigures({ overview, length }: { readonly overview: Overview; readonly length: number }) {
  const { total } = overview.requests
  const answers = total.answered + total.cached
  return (
    <>
      <Figure
        label="Requests"
        value={allOf(total).toLocaleString()}
        detail={
          answers === 0 ? 'nothing answered yet' : `${shareWords(total.cached, answers)} of answers from the cache`
        }
      >
        <Sparkline label="Requests over time" values={stepValues(overview, length, allOf)} />
      </Figure>
      <Figure
        label="Stopped"
        value={stoppedOf(total).toLocaleString()}
        detail={`${total.denied} denied, ${total.held} held, ${total.refused} refused`}
      >
        <Sparkline label="Stopped over time" values={stepValues(overview, length, stoppedOf)} tone="danger" />
      </Figure>
    </>
  )
}

function StateFigures({ overview }: { readonly overview: Overview }) {
  const { gateways, workers, approvals, frozen_users: frozen, spend } = overview
  return (
    <>
      <Figure
        label="Gateways"
        value={String(gateways.alive)}
        detail={leaseWords(gateways.silent, workers)}
        tone={gateways.alive === 0 ? 'danger' : undefined}
      />
      {approvals !== undefined && (
        <Figure
          label="Waiting for a human"
          value={approvals.waiting >= 100 ? '100+' : String(approvals.waiting)}
          detail={<Link to="/approvals">Approvals</Link>}
          tone={approvals.waiting > 0 ? 'warn' : undefined}
        />
      )}
      {frozen !== undefined && (
        <Figure
          label="Frozen people"
          value={frozen.toLocaleString()}
          detail={
            <Link to="/people" search={{ view: 'people', state: 'frozen' }}>
              Who they are
            </Link>
          }
        />
      )}
      {spend !== undefined && <SpendFigure spend={spend} />}
    </>
  )
}

/** Workers hold leases as gateways do, and are listed among them; they answer nobody. */
function leaseWords(silent: number, workers: Overview['workers']): string {
  const beside = workers.alive === 1 ? '1 worker' : `${workers.alive} workers`
  const lost = silent + workers.silent
  return `and ${beside}; ${lost === 0 ? 'all leases hold' : `${lost} without a lease`}`
}

function SpendFigure({ spend }: { readonly spend: NonNullable<Overview['spend']> }) {
  const priced = spend.filter(({ currency }) => currency !== undefined)
  const tokens = spend.reduce((sum, row) => sum + row.tokens, 0)
  const words = priced.map(({ currency = 'EUR', cost_micros: micros }) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).format(micros / 1_000_000),
  )
  return (
    <Figure
      label="Spent today (UTC)"
      value={words.join(' + ') || '–'}
      detail={`${tokens.toLocaleString()} tokens${priced.length === 0 ? '; no prices are set' : ''}`}
    />
  )
}
