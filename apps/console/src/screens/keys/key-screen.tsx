import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ApiKeyDetail, keyQuery } from '../../api/keys.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useKey } from '../../design/keys.ts'
import layout from '../../design/layout.module.css'
import { Facts, Page, Panel } from '../../design/page.tsx'
import { Failed, Loading, Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { formatDay } from '../../design/time-words.ts'
import { KEY_WIRES } from './key-form.ts'
import { KeyState } from './key-table.tsx'
import styles from './keys.module.css'
import { limitMeters } from './limit-meters.ts'
import { LimitsDialog } from './limits-dialog.tsx'
import { Meters } from './meters.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { UsedFigures } from './used-figures.tsx'

const route = getRouteApi('/keys/$keyId')

/** One API key: whose it is, what it may do, what was used with it; its limits changed, and the key revoked. */
export function KeyScreen() {
  const { keyId } = route.useParams()
  const mayView = useMay('view-api-key')
  const query = useQuery({ ...keyQuery(keyId), enabled: mayView })
  const key = query.data
  return (
    <Page
      title={key?.name ?? `Key ${keyId}`}
      back={<BackToKeys />}
      lead={
        key !== undefined && (
          <span className={styles.lead}>
            <KeyState state={key.state} />
            <span>
              acts for <strong>{key.owner}</strong>
            </span>
            <code>{key.id}</code>
          </span>
        )
      }
      actions={<Acts id={keyId} apiKey={key} mayView={mayView} />}
    >
      {!mayView && (
        <Notice tone="info">
          Your role may revoke this key by its id, which stands in the audit trail, but not view it.
        </Notice>
      )}
      {query.isLoading && <Loading>Fetching the key …</Loading>}
      {query.isError && <Failed error={query.error} doing="load this key" onRetry={() => void query.refetch()} />}
      {key !== undefined && <KeyPanels apiKey={key} />}
    </Page>
  )
}

/** The way back to the list. */
export function BackToKeys() {
  return (
    <Link to="/keys">
      <Icon name="back" size={14} /> Keys and limits
    </Link>
  )
}

interface ActsProps {
  readonly id: string
  /** Undefined where it is not loaded, or the role may not view it. */
  readonly apiKey: ApiKeyDetail | undefined
  readonly mayView: boolean
}

function Acts({ id, apiKey, mayView }: ActsProps) {
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const isGood = apiKey !== undefined && apiKey.state !== 'revoked'
  const mayChange = useMay('change-api-key') && isGood
  const mayRevoke = useMay('revoke-api-key') && (isGood || !mayView)
  const confirm = (next: typeof act) => void navigate({ search: { act: next }, replace: true })
  useKey({ key: 'e', label: 'Change the limits' }, () => confirm('limits'), mayChange)
  return (
    <>
      {mayChange && <Button onClick={() => confirm('limits')}>Change limits</Button>}
      {mayRevoke && (
        <Button kind="danger" onClick={() => confirm('revoke')}>
          Revoke
        </Button>
      )}
      {mayChange && <LimitsDialog apiKey={apiKey} isOpen={act === 'limits'} onClose={() => confirm(undefined)} />}
      <RevokeDialog
        id={id}
        name={apiKey?.name ?? id}
        isOpen={act === 'revoke' && mayRevoke}
        onClose={() => confirm(undefined)}
      />
    </>
  )
}

function KeyPanels({ apiKey }: { readonly apiKey: ApiKeyDetail }) {
  const meters = limitMeters(apiKey, apiKey.taken, apiKey.used)
  const { requests_per_minute: requests, tokens_per_minute: tokens } = apiKey
  const perMinute = [
    requests !== undefined && `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`,
    tokens !== undefined && `${tokens.toLocaleString('en')} tokens`,
  ].filter(Boolean)
  return (
    <div className={layout.columns}>
      <div className={layout.column}>
        <Panel title="What was used with it" aside={<span>days of UTC</span>}>
          <UsedFigures used={apiKey.used} />
        </Panel>
        <Panel title="Limits of its own" aside={<Changes count={apiKey.limits_version - 1} />}>
          <div className={styles.panel}>
            {meters.length > 0 && <Meters label="Limits of a day and a month" meters={meters} />}
            {perMinute.length > 0 && <p>In a minute, at all gateways together: {perMinute.join(' and ')}.</p>}
            <p className={styles.quiet}>
              {meters.length + perMinute.length === 0 && 'It has none. '}The limits of its owner hold beside it.
            </p>
          </div>
        </Panel>
      </div>
      <KeyFacts apiKey={apiKey} />
    </div>
  )
}

function Changes({ count }: { readonly count: number }) {
  if (count === 0) return null
  return <span>{count === 1 ? 'changed once' : `changed ${count} times`}</span>
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKeyDetail }) {
  const mayPerson = useMay('view-user')
  const mayLimits = useMay('view-user-limits')
  const { owner, models, wires, revoked_at: revokedAt } = apiKey
  return (
    <Panel title="This key">
      <Facts
        facts={[
          [
            'Acts for',
            <span key="owner" className={styles.chips}>
              {mayPerson ? (
                <Link to="/people/$subject" params={{ subject: owner }}>
                  {owner}
                </Link>
              ) : (
                owner
              )}
              {mayLimits && (
                <Link to="/keys/people/$subject" params={{ subject: owner }}>
                  limits
                </Link>
              )}
            </span>,
          ],
          ['Departments', apiKey.departments.join(', ') || 'none'],
          ['Last used', apiKey.last_used_on === undefined ? 'never' : `${formatDay(apiKey.last_used_on)} (UTC)`],
          ['Ends', <Time key="ends" at={apiKey.expires_at} />],
          ['Models', models?.join(', ') ?? 'all that its owner may use'],
          ['For', wires === undefined ? 'every wire' : wires.map(wireName).join(', ')],
          ['Made', <Time key="made" at={apiKey.created_at} />],
          ['By', <code key="by">{apiKey.created_by}</code>],
          ['Revoked', revokedAt && <Time key="revoked" at={revokedAt} />],
          ['Revoked by', apiKey.revoked_by && <code key="revoker">{apiKey.revoked_by}</code>],
        ]}
      />
    </Panel>
  )
}

function wireName(wire: string): string {
  return KEY_WIRES.find(({ value }) => value === wire)?.label ?? wire
}
