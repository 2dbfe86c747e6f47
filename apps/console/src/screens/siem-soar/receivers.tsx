import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type SiemReceiver, siemReceiversQuery, soarReceiversQuery } from '../../api/receivers.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { ReceiverCard } from './receiver-card.tsx'
import { countWords } from './sending-words.ts'
import styles from './siem-soar.module.css'

const route = getRouteApi('/siem-and-soar')

/** What one list counts at most. */
const BOUND = 10_000

const FORMATS = { cef: 'CEF', ocsf: 'OCSF', cloudevents: 'CloudEvents' } as const

/** The receivers of events: each sent to by itself. */
export function SiemReceivers() {
  const query = useQuery(siemReceiversQuery)
  return (
    <Panel title="SIEM receivers" aside={<span>They get the events of all tenants; the numbers are of yours</span>}>
      {query.isPending && <Loading>Asking how the receivers do …</Loading>}
      {query.isError && <Failed error={query.error} doing="load the receivers" onRetry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty icon="siem" title="No SIEM is fed">
          Events stay in the audit trail alone. To send them on, set <code>SIEM_SYSLOG_URL</code> or{' '}
          <code>SIEM_RECEIVERS</code> of the admin service.
        </Empty>
      )}
      <div className={styles.cards}>
        {query.data?.data.map((receiver) => (
          <SiemCard key={receiver.id} receiver={receiver} />
        ))}
      </div>
    </Panel>
  )
}

function SiemCard({ receiver }: { readonly receiver: SiemReceiver }) {
  const navigate = route.useNavigate()
  const mayResend = useMay('resend-all-siem-dead-letters')
  const { id, over, format, waiting, batch_sent_at: batch, dead_letters: dead } = receiver
  const amount = (count: number | undefined) => (count === undefined ? '–' : countWords(count, BOUND))
  return (
    <ReceiverCard
      receiver={receiver}
      kind={`${FORMATS[format]} over ${over === 'https' ? 'HTTPS' : 'syslog'}`}
      amounts={[
        ['Grave waiting', amount(waiting?.grave), waiting !== undefined && waiting.grave > 0 ? 'danger' : undefined],
        ['Others waiting', amount(waiting?.others)],
        ['Refused', amount(dead), dead > 0 ? 'danger' : undefined],
      ]}
      keptWhere="What it has not taken waits in the audit trail, and nothing is lost: look after the receiver, then it goes on by itself."
      note={
        batch !== undefined && (
          <>
            The last batch of others went <Time at={batch} isRelative />.
          </>
        )
      }
    >
      {mayResend && dead > 0 && (
        <Button
          icon="next"
          onClick={() => void navigate({ search: (old) => ({ ...old, act: 'siem', receiver: id }), replace: true })}
        >
          Send all refused again
        </Button>
      )}
    </ReceiverCard>
  )
}

/** The SOAR system: told of anomalies, one message each. */
export function SoarReceivers() {
  const navigate = route.useNavigate()
  const query = useQuery(soarReceiversQuery)
  const mayResend = useMay('resend-all-soar-deliveries')
  const { data: receivers = [], pending = 0, dead = 0 } = query.data ?? {}
  const again = mayResend && dead > 0 && (
    <Button icon="next" onClick={() => void navigate({ search: (old) => ({ ...old, act: 'soar' }), replace: true })}>
      Send all given up again
    </Button>
  )
  return (
    <Panel title="SOAR system" aside={<span>It is told of anomalies by a signed webhook</span>}>
      {query.isPending && <Loading>Asking how the SOAR system does …</Loading>}
      {query.isError && (
        <Failed error={query.error} doing="load the SOAR system" onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && receivers.length === 0 && (
        <Empty icon="siem" title="No SOAR system is told of anomalies">
          Set <code>SOAR_WEBHOOK_URL</code> and <code>SOAR_WEBHOOK_SECRETS</code> of the SOAR listener. Where they are
          set, no listener is alive: look under Overview whether it is.
        </Empty>
      )}
      <div className={styles.cards}>
        {receivers.map((receiver) => (
          <ReceiverCard
            key={receiver.id}
            receiver={receiver}
            kind="Anomalies over HTTPS"
            amounts={[
              ['Waiting', countWords(pending, BOUND)],
              ['Given up', countWords(dead, BOUND), dead > 0 ? 'danger' : undefined],
            ]}
            keptWhere="A message is tried again with growing waits, then given up; it can be sent again from here."
          >
            {again}
          </ReceiverCard>
        ))}
      </div>
      {receivers.length === 0 && again}
    </Panel>
  )
}
