import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ApiKey, keysQuery } from '../../api/keys.ts'
import { useMay } from '../../api/session.ts'
import { limitsOf } from '../../app/key-limits.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import styles from './people.module.css'

/** The API keys of one person, with what each may use up. Nothing where the role may not list keys. */
export function KeyList({ owner }: { readonly owner: string }) {
  const may = useMay('list-api-keys')
  const mayLimits = useMay('view-user-limits')
  const query = useInfiniteQuery({ ...keysQuery({ owner }), enabled: may })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!may) return null
  const keys = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Panel
      title="API keys and their limits"
      aside={
        mayLimits && (
          <Link to="/keys/people/$subject" params={{ subject: owner }}>
            Limits of this person
          </Link>
        )
      }
    >
      {query.isError && <Failed error={query.error} doing="load the keys" onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading>Fetching the keys …</Loading>}
      {query.isSuccess && keys.length === 0 && (
        <Empty icon="keys" title="No API key">
          Requests of this person come with an access token of the identity provider.
        </Empty>
      )}
      <ul className={styles.keys}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage && 'Fetching …'} onClick={() => void fetchNextPage()}>
          More keys
        </Button>
      )}
    </Panel>
  )
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const limits = limitsOf(apiKey)
  return (
    <li>
      <div>
        <p>
          <Link to="/keys/$keyId" params={{ keyId: apiKey.id }} className={styles.person}>
            {apiKey.name}
          </Link>{' '}
          <code>{apiKey.id}</code>
        </p>
        <p className={styles.remark}>
          {limits.length === 0 ? 'No limit of its own' : limits.join(' · ')}. Ends <Time at={apiKey.expires_at} />.
        </p>
      </div>
      <Chip tone={apiKey.state === 'active' ? 'good' : 'neutral'}>{apiKey.state}</Chip>
    </li>
  )
}
