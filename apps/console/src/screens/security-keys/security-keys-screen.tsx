import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type SecurityKey, securityKeysQuery } from '../../api/security-keys.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { AddDialog } from './add-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './security-keys.module.css'

const route = getRouteApi('/security-keys')
const TITLE = 'Security keys'

/** A person's own security keys and passkeys: what there is, one more, one less. */
export function SecurityKeysScreen() {
  const { security_keys: standing } = useSession()
  return standing === null ? (
    <Page title={TITLE}>
      <Empty icon="keys" title="This console takes no security keys">
        An act that asks for a fresh login sends you to log in again. Whoever runs the service can turn keys on.
      </Empty>
    </Page>
  ) : (
    <OwnKeys />
  )
}

function OwnKeys() {
  const { act, key: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(securityKeysQuery)
  const close = () => void navigate({ search: {} })
  const keys = data?.data ?? []
  const isFull = data !== undefined && keys.length >= data.max
  return (
    <Page
      title={TITLE}
      lead="Where an act asks for a fresh login, one of these keys confirms that it is you."
      actions={
        <Button kind="primary" icon="keys" disabled={isFull} onClick={() => void navigate({ search: { act: 'add' } })}>
          Add a key
        </Button>
      }
    >
      <Panel title="Your keys" aside={isFull ? `${data.max} is the most; remove one first` : undefined}>
        {error !== null && <Failed error={error} doing="load your keys" onRetry={() => void refetch()} />}
        {isPending && <Loading>Fetching your keys …</Loading>}
        {data !== undefined && keys.length === 0 && (
          <Empty icon="keys" title="You have no security key yet">
            Add one that you plug in or tap, or the passkey of this device or of your phone. Have two, so that a lost
            one does not stop you.
          </Empty>
        )}
        <ul className={styles.keys}>
          {keys.map((one) => (
            <KeyRow key={one.id} row={one} onRemove={() => void navigate({ search: { act: 'remove', key: one.id } })} />
          ))}
        </ul>
      </Panel>
      <AddDialog isOpen={act === 'add'} onClose={close} />
      <RemoveDialog row={act === 'remove' ? keys.find(({ id }) => id === chosen) : undefined} onClose={close} />
    </Page>
  )
}

function KeyRow({ row, onRemove }: { readonly row: SecurityKey; readonly onRemove: () => void }) {
  const { name, synced, created_at: createdAt, last_used_at: lastUsedAt } = row
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> <Chip>{synced ? 'May be on several devices' : 'On one device'}</Chip>
        </p>
        <p className={styles.remark}>
          Added <Time at={createdAt} />.{' '}
          {lastUsedAt === null ? (
            'Not used yet.'
          ) : (
            <>
              Last used <Time at={lastUsedAt} />.
            </>
          )}
        </p>
      </div>
      <Button aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
