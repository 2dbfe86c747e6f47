import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ApiKey, apiKeysQuery } from '../../api/people.ts'
import { useMay } from '../../api/session.ts'
import { Chip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { limitsOf } from './limits-of.ts'
import styles from './people.module.css'

/** The API keys of one person, with what each may use up. Nothing where the role may not list keys. */
export function KeyList({ owner }: { readonly owner: string }) {
  const may = useMay('list-api-keys')
  const query = useInfiniteQuery({ ...apiKeysQuery, enabled: may })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // The API lists the keys of everybody; those of one person are among them, on any page.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (!may) return null
  const keys = query.data?.pages.flatMap(({ data }) => data).filter((key) => key.owner === owner) ?? []
  return (
    <Panel title="API keys and their limits">
      {query.isError && <Failed error={query.error} doing="load the keys" onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading>Fetching the keys …</Loading>}
      {query.isSuccess && keys.length === 0 && !hasNextPage && (
        <Empty icon="keys" title="No API key">
          Requests of this person come with an access token of the identity provider.
        </Empty>
      )}
      <ul className={styles.keys}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
      {hasNextPage && <Loading>Looking through more keys …</Loading>}
    </Panel>
  )
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const limits = limitsOf(apiKey)
  return (
    <li>
      <div>
        <p>
          <strong>{apiKey.name}</strong> <code>{apiKey.id}</code>
        </p>
        <p className={styles.remark}>
          {limits.length === 0 ? 'No limit of its own' : limits.join(' · ')}. Ends <Time at={apiKey.expires_at} />.
        </p>
      </div>
      <Chip tone={apiKey.state === 'active' ? 'good' : 'neutral'}>{apiKey.state}</Chip>
    </li>
  )
}
