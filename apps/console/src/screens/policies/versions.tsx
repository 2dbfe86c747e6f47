import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { policyHistoryQuery } from '../../api/policies.ts'
import { ApiProblem } from '../../api/problem.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import styles from './policies.module.css'

interface VersionsProps {
  readonly id: string
  readonly current: number | undefined
}

/** Every version of a policy, the newest first, each with the way to what it changed. */
export function Versions({ id, current }: VersionsProps) {
  const query = useInfiniteQuery(policyHistoryQuery(id))
  return (
    <Panel title="Versions">
      {query.isPending && <Loading>Fetching the versions …</Loading>}
      {query.isError &&
        (query.error instanceof ApiProblem && query.error.status === 404 ? (
          <Empty icon="policies" title="There never was one">
            No policy of this name was ever stored.
          </Empty>
        ) : (
          <Failed error={query.error} doing="load the versions" onRetry={() => void query.refetch()} />
        ))}
      <ol className={styles.versions}>
        {query.data?.pages
          .flatMap(({ data }) => data)
          .map(({ version, change, changed_at: at, changed_by: by, status, immutable }) => (
            <li key={version}>
              <p>
                {current === undefined ? (
                  <b>Version {version}</b>
                ) : (
                  <Link to="/policies/$policyId" params={{ policyId: id }} search={{ version }}>
                    Version {version}
                  </Link>
                )}{' '}
                {change} {version === current && <Chip tone="good">now</Chip>}{' '}
                {status === 'disabled' && <Chip>disabled</Chip>} {immutable && <Chip tone="warn">immutable</Chip>}
              </p>
              <p className={styles.quiet}>
                <Time at={at} /> by {by}
              </p>
            </li>
          ))}
      </ol>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage && 'Fetching …'} onClick={() => void query.fetchNextPage()}>
          Older versions
        </Button>
      )}
    </Panel>
  )
}
