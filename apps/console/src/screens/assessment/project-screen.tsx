import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type Assessed,
  assessedQuery,
  type Project,
  projectsQuery,
  removeProject,
  useMayAssess,
} from '../../api/assessment.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { Segments } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Notice, ProblemWords } from '../../design/states.tsx'
import { useNotify } from '../../design/toast.tsx'
import { AssessDialog } from './assess-dialog.tsx'
import styles from './assessment.module.css'
import { FindingsView } from './findings-view.tsx'
import { GapsView } from './gaps-view.tsx'
import { PlanView } from './plan-view.tsx'
import { ReportsView } from './reports-view.tsx'
import { Scanning, ScanProgress } from './scan-progress.tsx'
import { Standing } from './standing.tsx'
import { TrendView } from './trend-view.tsx'
import { useAssess } from './use-assess.ts'

const route = getRouteApi('/assessment/project')

const VIEWS = [
  { value: 'findings', label: 'Findings' },
  { value: 'gaps', label: 'What is open' },
  { value: 'plan', label: 'Plan' },
  { value: 'trend', label: 'Trend' },
  { value: 'reports', label: 'Reports' },
] as const

type View = (typeof VIEWS)[number]['value']

/** One project: its verdict with its coverage, and what that comes from. */
export function ProjectScreen() {
  const { path } = route.useSearch()
  if (path === undefined || path === '') {
    return (
      <Page title="Project" back={<BackToProjects />}>
        <Empty icon="search" title="No project is named">
          Choose one of the <Link to="/assessment">projects</Link>.
        </Empty>
      </Page>
    )
  }
  return <OneProject key={path} path={path} />
}

function BackToProjects() {
  return (
    <Link to="/assessment">
      <Icon name="back" size={14} /> Assessment
    </Link>
  )
}

function OneProject({ path }: { readonly path: string }) {
  const { view = 'findings' } = route.useSearch()
  const navigate = route.useNavigate()
  const projects = useQuery(projectsQuery)
  const assessed = useQuery(assessedQuery(path))
  const project = projects.data?.projects.find((one) => one.path === path)
  const again = useAssess(() => {})
  const mayScan = useMayAssess('POST /v1/scans')
  const name = project?.name ?? path.split('/').at(-1) ?? path
  const scan = () => again.start({ kind: 'folder', path })
  useKey({ key: 's', label: 'Scan again' }, scan, mayScan && again.phase === undefined)
  return (
    <Page
      title={name}
      back={<BackToProjects />}
      lead={
        project?.upload === undefined
          ? path
          : 'Uploaded. The server keeps it until you remove it, or until it restarts.'
      }
      actions={
        mayScan && (
          <>
            {project?.upload !== undefined && <UploadActs project={project} />}
            <Button kind="primary" disabled={again.phase !== undefined || assessed.isFetching} onClick={scan}>
              Scan again
            </Button>
          </>
        )
      }
    >
      {again.phase !== undefined && <ScanProgress phase={again.phase} onStop={again.stop} />}
      {again.error !== null && (
        <Notice tone="danger">
          <ProblemWords error={again.error} />
        </Notice>
      )}
      {assessed.isFetching && again.phase === undefined && (
        <div className={styles.progress}>
          <Scanning path={path} />
        </div>
      )}
      {assessed.isError && !assessed.isFetching && (
        <Failed error={assessed.error} doing="scan this project" onRetry={() => void assessed.refetch()} />
      )}
      {assessed.data !== undefined && !assessed.isError && (
        <>
          <Standing assessed={assessed.data} upload={project?.upload} />
          <Segments<View>
            label="What of it"
            value={view}
            options={VIEWS.map((one) => ({ ...one, count: countOf(one.value, assessed.data) }))}
            onChange={(next) =>
              void navigate({ search: (old) => ({ ...old, view: next === 'findings' ? undefined : next }) })
            }
          />
          <Shown view={view} path={path} name={name} assessed={assessed.data} />
        </>
      )}
    </Page>
  )
}

function countOf(view: View, { verdict, findings, plan }: Assessed): string | undefined {
  if (view === 'findings') return findings.length.toLocaleString()
  if (view === 'gaps') return verdict.gaps.length.toLocaleString()
  return view === 'plan' ? plan.itemCount.toLocaleString() : undefined
}

interface ShownProps {
  readonly view: View
  readonly path: string
  readonly name: string
  readonly assessed: Assessed
}

function Shown({ view, path, name, assessed }: ShownProps) {
  switch (view) {
    case 'findings':
      return <FindingsView findings={assessed.findings} />
    case 'gaps':
      return <GapsView gaps={assessed.verdict.gaps} />
    case 'plan':
      return <PlanView plan={assessed.plan} />
    case 'trend':
      return <TrendView path={path} />
    case 'reports':
      return <ReportsView path={path} name={name} />
  }
}

/** What can be done with a project that was sent here. */
function UploadActs({ project: { name, path } }: { readonly project: Project }) {
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const notify = useNotify()
  const client = useQueryClient()
  const { data } = useQuery(projectsQuery)
  const confirm = (next: typeof act) => void navigate({ search: (old) => ({ ...old, act: next }), replace: true })
  const removal = useMutation({
    mutationFn: () => removeProject(name),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['assessment', 'projects'] })
      client.removeQueries({ queryKey: ['assessment', 'assessed', path] })
      notify({ title: `${name} is removed`, detail: 'Its scans stay in the history.' })
      await navigate({ to: '/assessment' })
    },
  })
  return (
    <>
      <Button kind="quiet" onClick={() => confirm('remove')}>
        Remove
      </Button>
      <Button onClick={() => confirm('again')}>Send again</Button>
      {data !== undefined && (
        <AssessDialog
          key={act ?? 'closed'}
          isOpen={act === 'again'}
          onClose={() => confirm(undefined)}
          onScanned={() => notify({ title: `${name} is scanned` })}
          limits={data.limits}
          roots={data.roots}
          name={name}
        />
      )}
      <ConfirmDialog
        isOpen={act === 'remove'}
        onClose={() => confirm(undefined)}
        title={`Remove the project ${name}?`}
        consequences={[
          'Its files are deleted from the service, which cannot be undone; nothing happens to yours.',
          'Its scans stay in the history, and its trend goes on if it is sent again under this name.',
        ]}
        confirmLabel="Remove"
        busyLabel="Removing …"
        kind="danger"
        isBusy={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
      />
    </>
  )
}
