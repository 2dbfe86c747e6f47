import { useQuery } from '@tanstack/react-query'
import { type OverviewWindow, overviewQuery } from '../../api/overview.ts'
import { Panel } from '../../design/page.tsx'
import { BarList } from '../../design/plot.tsx'
import { Empty } from '../../design/states.tsx'

/** Which layers have held, denied or failed requests. Nothing before the figures are there; their strip says so. */
export function LayersPanel({ window }: { readonly window: OverviewWindow }) {
  const layers = useQuery(overviewQuery(window)).data?.requests.by_layer
  if (layers === undefined) return null
  return (
    <Panel title="Stopped by layer">
      {layers.length === 0 ? (
        <Empty icon="check" title="No layer has stopped anything">
          Requests that a layer holds, denies or fails are counted here.
        </Empty>
      ) : (
        <BarList
          label="Stopped by layer"
          rows={layers.map(({ layer, outcome, requests }) => ({
            id: `${layer} ${outcome}`,
            label: `${layer} ${outcome}`,
            value: requests,
            tone: outcome === 'held' ? 'warn' : 'danger',
          }))}
        />
      )}
    </Panel>
  )
}

/** What waits to be taken further. */
export function BacklogPanel({ window }: { readonly window: OverviewWindow }) {
  const { data } = useQuery(overviewQuery(window))
  if (data === undefined) return null
  const { outbox, evidence, dead_letters: letters } = data
  const rows = [
    ...Object.entries(outbox.waiting).map(([name, count]) => ({ id: name, label: `Outbox: ${name}`, value: count })),
    { id: 'proofs', label: 'Proofs due', value: evidence.due_proofs },
    { id: 'records', label: 'Records unpublished', value: evidence.unpublished_records },
    { id: 'challenges', label: 'Challenges overdue', value: evidence.overdue_challenges, tone: 'danger' as const },
    ...Object.entries(letters ?? {}).map(([name, count]) => ({
      ...{ id: `letters ${name}`, label: `Undelivered: ${name.toUpperCase()}`, value: count },
      tone: 'danger' as const,
    })),
  ]
  return (
    <Panel title="Backlogs" aside={<span>Records that wait to be taken further</span>}>
      <BarList label="Backlogs" rows={rows} />
    </Panel>
  )
}
