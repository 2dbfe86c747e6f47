import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Project, projectsQuery, type ScanRecord, scanHistoryQuery, useMayAssess } from '../../api/assessment.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { Sparkline } from '../../design/plot.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { AssessDialog } from './assess-dialog.tsx'
import styles from './assessment.module.css'
import { CoveredVerdict } from './chips.tsx'
import { ScansUnderWay } from './scans-under-way.tsx'
import { scoresOf } from './trend.ts'

const route = getRouteApi('/assessment')

interface Row {
  readonly project: Project
  /** Of its completed scans, the oldest first. */
  readonly scores: readonly number[]
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Project',
    cell: ({ project: { name, path, upload } }) => (
      <div className={styles.name}>
        <Link to="/assessment/project" search={{ path }}>
          {name}
        </Link>
        <span title={path}>{upload === undefined ? path : 'uploaded'}</span>
      </div>
    ),
  },
  {
    id: 'verdict',
    header: 'CNSA 2.0',
    cell: ({ project: { lastScan, scanCount } }) =>
      lastScan?.figures === undefined ? (
        <Chip>{scanCount === 0 ? 'Not scanned yet' : 'No scan completed'}</Chip>
      ) : (
        <CoveredVerdict figures={lastScan.figures} />
      ),
  },
  {
    id: 'findings',
    header: 'Findings',
    width: '7rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ project: { lastScan } }) => lastScan?.findingCount.toLocaleString() ?? '–',
  },
  {
    id: 'score',
    header: 'Risk, 0 to 1',
    width: '8rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ project: { lastScan } }) => lastScan?.score.toFixed(2) ?? '–',
  },
  {
    id: 'trend',
    header: 'Trend of the risk',
    width: '11rem',
    isWideOnly: true,
    cell: ({ scores, project: { name } }) =>
      scores.length < 2 ? (
        <span title="From the second scan on.">–</span>
      ) : (
        <div className={styles.spark}>
          <Sparkline label={`Risk of ${name}, scan by scan`} values={scores} />
        </div>
      ),
  },
  {
    id: 'at',
    header: 'Scanned',
    width: '8.5rem',
    isWideOnly: true,
    cell: ({ project: { lastScan } }) => (lastScan === undefined ? '–' : <Time at={lastScan.timestamp} isRelative />),
  },
]

/** Which cryptography the projects use, and how they stand. */
export function AssessmentScreen() {
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const mayScan = useMayAssess('POST /v1/scans')
  const mayAnswer = useMayAssess('GET /v1/questionnaire/templates')
  const query = useQuery(projectsQuery)
  const openDialog = (isOpen: boolean) => void navigate({ search: { act: isOpen ? 'assess' : undefined } })
  useKey({ key: 'n', label: 'Assess a project' }, () => openDialog(true), mayScan)
  return (
    <Page
      title="Assessment"
      lead="Which cryptography your code uses, and what to replace by when."
      isFilled
      actions={
        <>
          {mayAnswer && (
            <Link to="/assessment/questionnaires" className={buttonClass('plain')}>
              Questionnaires
            </Link>
          )}
          {mayScan && (
            <Button kind="primary" onClick={() => openDialog(true)}>
              Assess a project
            </Button>
          )}
        </>
      }
    >
      {query.isSuccess && act === undefined && <ScansUnderWay />}
      {query.isPending && <Loading>Fetching the projects …</Loading>}
      {query.isError && <Failed error={query.error} doing="load the projects" onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <Projects projects={query.data.projects} mayScan={mayScan} />}
      {query.data !== undefined && (
        <AssessDialog
          key={act ?? 'closed'}
          isOpen={act === 'assess' && mayScan}
          onClose={() => openDialog(false)}
          onScanned={(path) => void navigate({ to: '/assessment/project', search: { path } })}
          limits={query.data.limits}
          roots={query.data.roots}
        />
      )}
    </Page>
  )
}

function Projects({ projects, mayScan }: { readonly projects: readonly Project[]; readonly mayScan: boolean }) {
  const navigate = route.useNavigate()
  const { data: history } = useQuery(scanHistoryQuery)
  const rows = useMemo(() => rowsOf(projects, history ?? []), [projects, history])
  if (rows.length === 0) {
    return (
      <Empty icon="assessment" title="No project yet">
        {mayScan
          ? 'Choose a folder or an archive of code: it is scanned here, and nothing of it leaves the house.'
          : 'Projects appear here once a CISO has had one assessed.'}
      </Empty>
    )
  }
  return (
    <DataTable
      label="Projects"
      columns={COLUMNS}
      rows={rows}
      idOf={({ project }) => project.path}
      onOpen={({ project: { path } }) => void navigate({ to: '/assessment/project', search: { path } })}
    />
  )
}

/** The latest scanned first, then those that were not. */
function rowsOf(projects: readonly Project[], history: readonly ScanRecord[]): Row[] {
  const at = ({ lastScan }: Project) => lastScan?.timestamp ?? ''
  return projects
    .toSorted((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0))
    .map((project) => ({ project, scores: scoresOf(history, project.path) }))
}
