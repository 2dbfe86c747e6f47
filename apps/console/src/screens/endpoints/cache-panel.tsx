import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { type AnswerCache, cacheQuery } from '../../api/endpoints.ts'
import { overviewQuery } from '../../api/overview.ts'
import { useMay } from '../../api/session.ts'
import { usageQuery } from '../../api/usage.ts'
import { useFetchedAnew } from '../../app/fetched-anew.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/field.tsx'
import { Panel } from '../../design/page.tsx'
import { shareWords } from '../../design/percent.ts'
import { BarList, Figure, Sparkline } from '../../design/plot.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { bytesWords, durationWords, hitShares, moneyWords, worthByModel, worthOfAll } from './cache-worth.ts'
import styles from './endpoints.module.css'
import { ForgetDialog } from './forget-dialog.tsx'

const route = getRouteApi('/endpoints')

const WINDOWS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
] as const
const STEPS = { hour: 12, day: 24 } as const
const DAY_MS = 86_400_000
const DAYS = 7
const USAGE = ['overview', 'usage'] as const
const SHOWN_MODELS = 8

/** Whether the cache is worth having: how much comes from it, what that saves, and what room it takes. */
export function CachePanel() {
  const navigate = route.useNavigate()
  const { window = 'day', act } = route.useSearch()
  const mayForget = useMay('forget-answers')
  const query = useQuery(cacheQuery)
  const begin = (next: 'forget' | undefined) =>
    void navigate({ search: (old) => ({ ...old, act: next }), replace: true })
  return (
    <Panel
      title="Answer cache"
      aside={
        <span className={styles.acts}>
          <Segments
            label="Time"
            value={window}
            options={WINDOWS}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, window: next }), replace: true })}
          />
          {mayForget && <Button onClick={() => begin('forget')}>Forget answers</Button>}
        </span>
      }
    >
      {query.isPending && <Loading>Measuring the cache …</Loading>}
      {query.isError && <Failed error={query.error} doing="measure the cache" onRetry={() => void query.refetch()} />}
      {query.isSuccess && (
        <div className={styles.cache}>
          <Uses cache={query.data} />
          <section className={styles.figures} aria-label="What the cache gives">
            <HitFigure window={window} />
            <WorthFigure />
            <RoomFigure cache={query.data} />
          </section>
          <ModelBars />
        </div>
      )}
      {mayForget && <ForgetDialog isOpen={act === 'forget'} onClose={() => begin(undefined)} />}
    </Panel>
  )
}

/** How gateways use it, in a sentence each. */
function Uses({ cache }: { readonly cache: AnswerCache }) {
  const { gateways } = cache
  if (gateways.length === 0) {
    return (
      <Notice tone="warn">No gateway that is alive has said how it uses the cache. What stands below is kept.</Notice>
    )
  }
  return (
    <>
      {gateways.length > 1 && <Notice tone="warn">Gateways and workers are configured differently.</Notice>}
      {gateways.map(({ gateways: count, ttl_seconds: ttl, max_user_bytes: most, matches }) => (
        <p key={`${ttl} ${most} ${matches}`} className={styles.muted}>
          {gateways.length > 1 && `${count} of them: `}
          {ttl === 0
            ? 'The cache is off (CACHE_TTL_MS is 0): every request asks an endpoint.'
            : `An answer is kept for ${durationWords(ttl)}, within ${bytesWords(most)} for each user. ` +
              (matches === 'similar'
                ? 'A user who asks the same in other words gets it, too.'
                : 'Only the very same request gets it.')}
        </p>
      ))}
    </>
  )
}

function HitFigure({ window }: { readonly window: 'hour' | 'day' }) {
  const { data } = useQuery({ ...overviewQuery(window), enabled: useMay('view-overview') })
  useFetchedAnew(USAGE, data && `${data.requests.total.answered} ${data.requests.total.cached}`)
  if (data === undefined) return null
  const { answered, cached } = data.requests.total
  const all = answered + cached
  return (
    <Figure
      label="Answered from the cache"
      value={all === 0 ? '–' : shareWords(cached, all)}
      detail={all === 0 ? 'nothing was answered' : `${cached.toLocaleString()} of ${all.toLocaleString()} answers`}
    >
      <Sparkline label="Percent from the cache over time" values={hitShares(data, STEPS[window])} />
    </Figure>
  )
}

/** What was used in the last week, by model. */
function useWeekByModel() {
  const [[from, to]] = useState(() => {
    const day = (instant: number) => new Date(instant).toISOString().slice(0, '2026-11-01'.length)
    return [day(now() - (DAYS - 1) * DAY_MS), day(now())] as const
  })
  const query = useQuery({ ...usageQuery({ from, to, by: 'model' }), enabled: useMay('read-usage') })
  return query.data && worthByModel(query.data.data)
}

function WorthFigure() {
  const models = useWeekByModel()
  if (models === undefined) return null
  const { hits, answered, savedMicros } = worthOfAll(models)
  return (
    <Figure
      label={`Saved in ${DAYS} days, about`}
      value={moneyWords(savedMicros) ?? '–'}
      detail={`${hits.toLocaleString()} of ${answered.toLocaleString()} answers cost nothing${
        savedMicros.size === 0 && hits > 0 ? '; no prices are set' : ''
      }`}
    />
  )
}

function RoomFigure({ cache }: { readonly cache: AnswerCache }) {
  const { answers, bytes } = cache.remembered
  const most = Math.max(0, ...cache.gateways.map(({ max_bytes: bound }) => bound))
  return (
    <Figure
      label="Remembered now, of all tenants"
      value={answers.toLocaleString()}
      detail={
        most === 0 ? bytesWords(bytes) : `${bytesWords(bytes)} of ${bytesWords(most)}: ${shareWords(bytes, most)}`
      }
      tone={most > 0 && bytes > 0.95 * most ? 'warn' : undefined}
    />
  )
}

function ModelBars() {
  const models = useWeekByModel()
  if (models === undefined) return null
  if (models.every(({ hits }) => hits === 0)) {
    return (
      <Empty icon="endpoints" title="Nothing came from it this week">
        Answers that call tools, or are asked for with a high temperature, are never remembered. The same question of
        another user counts only where all endpoints of the model have <code>shareable</code>.
      </Empty>
    )
  }
  return (
    <div>
      <h3 className={styles.subtitle}>By model, in {DAYS} days</h3>
      <BarList
        label="Answers from the cache by model"
        most={1}
        rows={models.slice(0, SHOWN_MODELS).map(({ model, hits, answered }) => ({
          ...{ id: model, label: model, value: answered === 0 ? 0 : hits / answered },
          words: `${shareWords(hits, answered)} of ${answered.toLocaleString()}`,
        }))}
      />
    </div>
  )
}
