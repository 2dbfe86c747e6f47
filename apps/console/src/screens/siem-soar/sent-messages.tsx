import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import {
  type DeadLetter,
  deadLettersQuery,
  type SendingState,
  type SoarDelivery,
  type SoarReceivers,
  siemReceiversQuery,
  soarDeliveriesQuery,
  soarReceiversQuery,
} from '../../api/receivers.ts'
import { useMay } from '../../api/session.ts'
import { useFetchedAnew } from '../../app/fetched-anew.ts'
import { FilterBar, Segments } from '../../design/field.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { DELIVERY_COLUMNS, LETTER_COLUMNS } from './columns.tsx'
import { DeliveryDialog, LetterDialog } from './message-dialogs.tsx'
import { stateWords } from './sending-words.ts'
import styles from './siem-soar.module.css'

const route = getRouteApi('/siem-and-soar')

const REFUSED = ['sent', 'siem'] as const
const TOLD = ['sent', 'soar'] as const

const LISTS = [
  { value: 'siem', label: 'Refused by SIEM' },
  { value: 'soar', label: 'Told to SOAR' },
] as const

/** What a receiver of events has refused, and what the SOAR system was told. */
export function SentMessages() {
  const { list = 'siem', state = list === 'siem' ? 'dead' : 'any' } = route.useSearch()
  const navigate = route.useNavigate()
  const states = (['dead', 'pending', 'delivered'] as const).map((value) => ({
    value,
    label: stateWords(list, value).words,
  }))
  return (
    <Panel title="Messages" isFlush className={styles.messages}>
      <div className={styles.filters}>
        <FilterBar>
          <Segments
            label="List"
            value={list}
            options={LISTS}
            onChange={(next) => void navigate({ search: { list: next } })}
          />
          <Segments
            label="State"
            value={state}
            options={[...states, { value: 'any', label: 'All' }]}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, state: next, open: undefined }) })}
          />
        </FilterBar>
      </div>
      {list === 'siem' ? <Letters state={state} /> : <Deliveries state={state} />}
    </Panel>
  )
}

interface ListProps {
  readonly state: SendingState | 'any'
}

function Letters({ state }: ListProps) {
  const query = useInfiniteQuery(deadLettersQuery(state === 'any' ? undefined : state))
  const receivers = useQuery({ ...siemReceiversQuery, enabled: useMay('list-siem-receivers') })
  // What is on its way is followed, whichever state is looked at.
  const waiting = useInfiniteQuery(deadLettersQuery('pending'))
  const dead = receivers.data?.data.map((one) => one.dead_letters).join(' ')
  useFetchedAnew(REFUSED, dead && waiting.data && `${dead}, ${waiting.data.pages.flatMap(({ data }) => data).length}`)
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  return (
    <MessageList<DeadLetter>
      label="Refused records"
      query={query}
      rows={rows}
      columns={LETTER_COLUMNS}
      dialog={(open, onClose) => <LetterDialog letter={open} onClose={onClose} />}
      empty={state === 'dead' || state === 'any' ? <NoneRefused /> : <NoneInState />}
    />
  )
}

function Deliveries({ state }: ListProps) {
  const query = useInfiniteQuery(soarDeliveriesQuery(state === 'any' ? undefined : state))
  const receivers = useQuery({ ...soarReceiversQuery, enabled: useMay('list-soar-receivers') })
  useFetchedAnew(TOLD, receivers.data && numbersOf(receivers.data))
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  return (
    <MessageList<SoarDelivery>
      label="Messages to the SOAR system"
      query={query}
      rows={rows}
      columns={DELIVERY_COLUMNS}
      dialog={(open, onClose) => <DeliveryDialog delivery={open} onClose={onClose} />}
      empty={state === 'any' ? <NoneTold /> : <NoneInState />}
    />
  )
}

/** A message that was taken at once leaves nothing but the time at which something was taken: to ten seconds. */
function numbersOf({ pending, dead, data }: SoarReceivers): string {
  const taken = data.map(({ taken_at: at }) => (at === undefined ? 0 : Math.round(Date.parse(at) / 10_000)))
  return [pending, dead, ...taken].join(' ')
}

interface MessageListProps<Row> {
  readonly label: string
  readonly query: Pick<
    UseInfiniteQueryResult,
    'isPending' | 'isError' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** Shows the row that is open. */
  readonly dialog: (open: Row | undefined, onClose: () => void) => ReactNode
  /** Shown where there are no rows. */
  readonly empty: ReactNode
}

function MessageList<Row extends { readonly id: string }>(props: MessageListProps<Row>) {
  const { label, query, rows, columns, dialog, empty } = props
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const begin = (id: string | undefined) => void navigate({ search: (old) => ({ ...old, open: id }), replace: true })
  if (query.isPending) return <Loading>Fetching what was sent …</Loading>
  if (query.isError) return <Failed error={query.error} doing="load the list" onRetry={() => void query.refetch()} />
  return (
    <>
      {rows.length === 0 ? (
        empty
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          openId={open}
          onOpen={({ id }) => begin(id)}
          onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
      {dialog(
        rows.find(({ id }) => id === open),
        () => begin(undefined),
      )}
    </>
  )
}

function NoneRefused() {
  return (
    <Empty icon="check" title="No record was refused">
      A record that a receiver refuses for good appears here, while all others go on.
    </Empty>
  )
}

function NoneTold() {
  return (
    <Empty icon="check" title="No anomaly has been told">
      Repeated jailbreak attempts, a mosaic, a use of break-glass and the like appear here as they are found.
    </Empty>
  )
}

function NoneInState() {
  return (
    <Empty icon="siem" title="None in this state">
      Choose another state to see the others.
    </Empty>
  )
}
