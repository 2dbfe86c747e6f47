import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Policy, type PolicyTest, policiesQuery, policyHistoryQuery } from '../../api/policies.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useKey } from '../../design/keys.ts'
import layout from '../../design/layout.module.css'
import { Facts, Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { publishersOf, useMayPublish } from './may-publish.ts'
import styles from './policies.module.css'
import { PolicyChips } from './policy-chips.tsx'
import { PolicyDiff, PolicyText } from './policy-text.tsx'
import { TestList } from './test-list.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/policies/$policyId')

/** One policy: what it says, who changed it when, and what each change was. */
export function PolicyScreen() {
  const { policyId } = route.useParams()
  const query = useQuery(policiesQuery)
  if (query.isPending) return <Loading>Fetching the policy …</Loading>
  if (query.isError) {
    return (
      <Page title={policyId} back={<BackToPolicies />}>
        <Failed error={query.error} doing="load this policy" onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  const policy = query.data.find(({ id }) => id === policyId)
  return policy === undefined ? <Gone id={policyId} /> : <OnePolicy policy={policy} />
}

/** The way back to the list. */
export function BackToPolicies() {
  return (
    <Link to="/policies">
      <Icon name="back" size={14} /> Policies
    </Link>
  )
}

function OnePolicy({ policy }: { readonly policy: Policy }) {
  const { id, description, origin, changed_at: at, changed_by: by, version, tests = [] } = policy
  return (
    <Page title={id} back={<BackToPolicies />} lead={description} actions={<Acts policy={policy} />}>
      {origin === 'built-in' ? (
        <BuiltIn policy={policy} />
      ) : (
        <div className={layout.columns}>
          <Shown policy={policy} />
          <div className={layout.column}>
            <Panel title="This policy">
              <Facts
                facts={[
                  ['Kind', <PolicyChips key="kind" policy={policy} />],
                  ['Version', version],
                  ['Changed', at && <Time key="at" at={at} />],
                  ['By', by],
                ]}
              />
            </Panel>
            {tests.length > 0 && (
              <Panel title="What it is expected to decide">
                <TestList label="Tests of this policy" tests={tests} />
              </Panel>
            )}
            <Versions id={id} current={version} />
          </div>
        </div>
      )}
    </Page>
  )
}

function BuiltIn({ policy }: { readonly policy: Policy }) {
  return (
    <>
      <Notice tone="info">
        It ships with the product and holds for every tenant: it can be neither changed nor deleted.
      </Notice>
      <Panel title="What it says" isFlush>
        <PolicyText text={policy.text} label={`Text of ${policy.id}`} />
      </Panel>
    </>
  )
}

/** The text of now, or what a version has changed. */
function Shown({ policy }: { readonly policy: Policy }) {
  const { version } = route.useSearch()
  const history = useInfiniteQuery({ ...policyHistoryQuery(policy.id), enabled: version !== undefined })
  const versions = history.data?.pages.flatMap(({ data }) => data) ?? []
  const at = versions.findIndex((one) => one.version === version)
  const chosen = versions[at]
  const before = versions[at + 1]
  if (version === undefined || chosen === undefined) {
    return (
      <Panel title="What it says" isFlush>
        <PolicyText text={policy.text} label={`Text of ${policy.id}`} />
      </Panel>
    )
  }
  const title = before === undefined ? `Version ${version}, the first` : `What version ${version} changed`
  return (
    <Panel
      title={title}
      isFlush
      aside={
        <Link to="/policies/$policyId" params={{ policyId: policy.id }}>
          Show the text of now
        </Link>
      }
    >
      {before !== undefined && <Switches before={before} after={chosen} />}
      <PolicyDiff before={before?.text ?? ''} after={chosen.text} label={`${title}, line by line`} />
    </Panel>
  )
}

interface Switchable {
  readonly immutable: boolean
  readonly status: string
  readonly description: string
  readonly tests?: readonly PolicyTest[]
}

/** What has changed beside the text. */
function Switches({ before, after }: { readonly before: Switchable; readonly after: Switchable }) {
  const changes = [
    before.status !== after.status && `It is ${after.status} since.`,
    before.immutable !== after.immutable && `It is ${after.immutable ? 'immutable' : 'no longer immutable'} since.`,
    JSON.stringify(before.tests ?? []) !== JSON.stringify(after.tests ?? []) && 'Its tests are other ones since.',
    before.description !== after.description && `Its description was “${before.description}”.`,
  ].filter((words) => words !== false)
  if (changes.length === 0) return null
  return <p className={styles.switches}>{changes.join(' ')}</p>
}

function Acts({ policy }: { readonly policy: Policy }) {
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const { id, immutable, origin, version } = policy
  const mayPublish = useMayPublish(immutable) && origin === 'stored'
  const mayDelete = useMay('delete-policy') && mayPublish
  const mayWrite = useMay('write-policy')
  const edit = () => void navigate({ to: '/policies/$policyId/edit', params: { policyId: id } })
  const confirm = (next: 'delete' | undefined) =>
    void navigate({ search: (old) => ({ ...old, act: next }), replace: true })
  useKey({ key: 'e', label: 'Change this policy' }, edit, mayPublish)
  if (origin === 'built-in') return null
  if (!mayPublish) return mayWrite && <p className={styles.quiet}>{publishersOf(immutable)}</p>
  return (
    <>
      {mayDelete && <Button onClick={() => confirm('delete')}>Delete</Button>}
      <Button kind="primary" onClick={edit}>
        Change
      </Button>
      {version !== undefined && (
        <DeleteDialog id={id} version={version} isOpen={act === 'delete'} onClose={() => confirm(undefined)} />
      )}
    </>
  )
}

/** A policy that is not there; one that was deleted has its versions. */
function Gone({ id }: { readonly id: string }) {
  return (
    <Page title={id} back={<BackToPolicies />}>
      <Empty icon="policies" title="No policy of this name decides now">
        It may have been deleted: then its versions are below.
      </Empty>
      <Versions id={id} current={undefined} />
    </Page>
  )
}
