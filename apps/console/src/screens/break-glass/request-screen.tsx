import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type BreakGlassRequest, breakGlassRequestQuery, originalValuesQuery } from '../../api/break-glass.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Icon } from '../../design/icon.tsx'
import layout from '../../design/layout.module.css'
import { Facts, Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { ActDialog } from './act-dialog.tsx'
import styles from './break-glass.module.css'
import { Countdown } from './countdown.tsx'
import { endOf, keyOf, stateWords } from './grant-words.ts'
import { OriginalValues } from './original-values.tsx'

const route = getRouteApi('/break-glass/$requestId')

/** One request: its two keys, how long it lasts, and the values while it is open. */
export function BreakGlassRequestScreen() {
  const { requestId } = route.useParams()
  const query = useQuery(breakGlassRequestQuery(requestId))
  const back = (
    <Link to="/break-glass">
      <Icon name="back" size={14} /> Break-glass
    </Link>
  )
  if (query.isPending) return <Loading>Fetching the request …</Loading>
  if (query.isError || query.data === null) {
    return (
      <Page title="Break-glass request" back={back}>
        {query.isError ? (
          <Failed error={query.error} doing="load this request" onRetry={() => void query.refetch()} />
        ) : (
          <Empty icon="search" title="There is no such request">
            It is not among the newest hundred of your tenant. The audit trail keeps all of them.
          </Empty>
        )}
      </Page>
    )
  }
  return <KnownRequest request={query.data} back={back} />
}

interface KnownRequestProps {
  readonly request: BreakGlassRequest
  readonly back: React.ReactNode
}

function KnownRequest({ request, back }: KnownRequestProps) {
  const client = useQueryClient()
  const { user } = useSession()
  const { id, state } = request
  const until = endOf(request)
  const refresh = useCallback(() => {
    // What was shown goes with the clock, whatever the service says a moment later.
    client.removeQueries({ queryKey: originalValuesQuery(id).queryKey })
    void client.invalidateQueries({ queryKey: ['break-glass'] })
  }, [client, id])
  const isReader = [request.opened.by, request.confirmed?.by].includes(`user:${user.subject}`)
  return (
    <Page
      title={request.drill ? 'Drill' : `Original values of session ${request.session_id}`}
      back={back}
      lead={
        <span className={styles.lead}>
          <Chip tone={stateWords(state).tone}>{stateWords(state).words}</Chip>
          <span>{request.reason}</span>
        </span>
      }
      actions={<Acts request={request} />}
    >
      <div className={layout.columns}>
        <div className={layout.column}>
          <State request={request} isReader={isReader} />
          {state === 'open' && isReader && <OriginalValues id={id} />}
        </div>
        <div className={layout.column}>
          {until !== undefined && (
            <Countdown
              key={until}
              until={until}
              label={state === 'open' ? 'Until it closes' : 'Until the second key is too late'}
              onEnd={refresh}
            />
          )}
          <Keys request={request} />
        </div>
      </div>
    </Page>
  )
}

function Acts({ request }: { readonly request: BreakGlassRequest }) {
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const { user } = useSession()
  const mayConfirm = useMay('confirm-break-glass')
  const mayRevoke = useMay('revoke-break-glass')
  const begin = (next: typeof act) => void navigate({ search: { act: next }, replace: true })
  const isOwn = request.opened.by === `user:${user.subject}`
  return (
    <>
      {mayRevoke && (request.state === 'waiting' || request.state === 'open') && (
        <Button icon="close" onClick={() => begin('revoke')}>
          End it
        </Button>
      )}
      {mayConfirm && request.state === 'waiting' && !isOwn && (
        <Button kind="primary" icon="break-glass" onClick={() => begin('confirm')}>
          Turn the second key
        </Button>
      )}
      <ActDialog request={request} act={act} onClose={() => begin(undefined)} />
    </>
  )
}

/** Says what is so now, and who may do what about it. */
function State({ request, isReader }: { readonly request: BreakGlassRequest; readonly isReader: boolean }) {
  const { state, drill, proven_at: provenAt } = request
  if (state === 'waiting') {
    return (
      <Notice tone="info">
        {isReader
          ? 'You have turned the first key. A person of the other role turns the second: Legal Counsel and CISO confirm each other.'
          : 'The first key is turned. Whoever turns the second has the other role, and reads the values with the first person.'}
      </Notice>
    )
  }
  if (state === 'open' && !isReader) {
    return <Notice tone="info">Only the two persons who turned the keys may read the values.</Notice>
  }
  if (drill && provenAt !== undefined) {
    return (
      <Notice tone="info">
        The drill has succeeded: every value came back as it was written, <Time at={provenAt} isRelative />.
      </Notice>
    )
  }
  if (state === 'open') return null
  return (
    <Empty icon="check" title={`This request is over: ${stateWords(state).words.toLowerCase()}`}>
      Nobody reads by it any more. Who read what, and when, is in the audit trail.
    </Empty>
  )
}

function Keys({ request }: { readonly request: BreakGlassRequest }) {
  const { opened, confirmed, revoked, entity_types: types } = request
  const turned = (key: { readonly by: string; readonly at: string } | undefined) =>
    key === undefined ? (
      'not turned'
    ) : (
      <>
        {keyOf(key.by)}, <Time at={key.at} />
      </>
    )
  return (
    <Panel title="The two keys">
      <Facts
        facts={[
          ['First key', turned(opened)],
          ['Second key', turned(confirmed)],
          ['Ended by', revoked === undefined ? undefined : turned(revoked)],
          ['Lasts', `${request.duration_minutes} minutes from the second key`],
          ['Session', request.drill ? 'synthetic' : String(request.session_id)],
          ['User', request.user],
          [
            'Types',
            <span key="types" className={styles.typeList}>
              {types.join(', ')}
            </span>,
          ],
          ['Id', <code key="id">{request.id}</code>],
        ]}
      />
    </Panel>
  )
}
