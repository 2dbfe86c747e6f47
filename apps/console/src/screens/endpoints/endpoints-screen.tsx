import { useQuery } from '@tanstack/react-query'
import { endpointsQuery } from '../../api/endpoints.ts'
import { useMay } from '../../api/session.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { CachePanel } from './cache-panel.tsx'
import { EndpointList } from './endpoint-list.tsx'
import styles from './endpoints.module.css'
import { LevelsPanel } from './levels-panel.tsx'

/** Where data may go, how the endpoints do, and what the cache is worth. */
export function EndpointsScreen() {
  const query = useQuery(endpointsQuery)
  const maySeeCache = useMay('view-cache')
  return (
    <Page
      title="Endpoints and cache"
      lead="Which endpoint may see what, whether it answers, and how much never has to be asked again."
    >
      {query.isPending && <Loading>Asking what the gateways know of their endpoints …</Loading>}
      {query.isError && <Failed error={query.error} doing="load the endpoints" onRetry={() => void query.refetch()} />}
      {query.isSuccess && query.data.data.length === 0 && (
        <Empty icon="endpoints" title="No gateway speaks of an endpoint">
          Gateways say every five seconds what they know. Look under Overview whether one is alive, then at its{' '}
          <code>ENDPOINTS</code> or <code>ENDPOINTS_FILE</code>.
        </Empty>
      )}
      {query.isSuccess && query.data.data.length > 0 && (
        <>
          {!query.data.complete && (
            <Notice tone="warn">A gateway has more than 200 endpoints: those beyond are not shown.</Notice>
          )}
          <LevelsPanel endpoints={query.data.data} />
          <Panel title="Endpoints" isFlush className={styles.endpoints}>
            <EndpointList endpoints={query.data.data} />
          </Panel>
        </>
      )}
      {maySeeCache && <CachePanel />}
    </Page>
  )
}
