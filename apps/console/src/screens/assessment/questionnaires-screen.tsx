import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type SavedSummary, savedAnswersQuery, templatesQuery } from '../../api/questionnaires.ts'
import { buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './assessment.module.css'
import { ReadinessChip } from './readiness.tsx'
import { counted } from './words.ts'

const route = getRouteApi('/assessment/questionnaires')

/** What is asked, and what was answered. */
export function QuestionnairesScreen() {
  const templates = useQuery(templatesQuery)
  return (
    <Page
      title="Questionnaires"
      lead="What no scan can find: whether there is an owner, an inventory, a plan."
      isFilled
      back={
        <Link to="/assessment">
          <Icon name="back" size={14} /> Assessment
        </Link>
      }
    >
      {templates.isPending && <Loading>Fetching the questionnaires …</Loading>}
      {templates.isError && (
        <Failed error={templates.error} doing="load the questionnaires" onRetry={() => void templates.refetch()} />
      )}
      {templates.data?.map(({ id, title, description, questionCount, sectionCount }) => (
        <Panel key={id} title={title} aside={`${counted(questionCount, 'question')}, ${counted(sectionCount, 'part')}`}>
          <div className={styles.template}>
            <p>{description}</p>
            <Link
              to="/assessment/questionnaires/$templateId"
              params={{ templateId: id }}
              className={buttonClass('primary')}
            >
              Answer it
            </Link>
          </div>
        </Panel>
      ))}
      {templates.isSuccess && <Saved />}
    </Page>
  )
}

const COLUMNS: readonly Column<SavedSummary>[] = [
  {
    id: 'at',
    header: 'Saved',
    cell: ({ id, templateId, submittedAt }) => (
      <Link to="/assessment/questionnaires/$templateId" params={{ templateId }} search={{ response: id }}>
        <Time at={submittedAt} />
      </Link>
    ),
  },
  { id: 'by', header: 'As', isWideOnly: true, cell: ({ submittedBy }) => submittedBy },
  {
    id: 'answered',
    header: 'Answered',
    isWideOnly: true,
    cell: ({ score: { answeredCount, questionCount } }) => `${answeredCount} of ${questionCount}`,
  },
  { id: 'score', header: 'Readiness', cell: ({ score }) => <ReadinessChip score={score} /> },
]

function Saved() {
  const navigate = route.useNavigate()
  const query = useQuery(savedAnswersQuery)
  if (query.isPending) return <Loading>Fetching the saved answers …</Loading>
  if (query.isError)
    return <Failed error={query.error} doing="load the saved answers" onRetry={() => void query.refetch()} />
  if (query.data.length === 0) {
    return (
      <Empty icon="policies" title="No answers yet">
        Answer a questionnaire; what is saved can be opened and changed here until the service ends.
      </Empty>
    )
  }
  return (
    <DataTable
      label="Saved answers"
      columns={COLUMNS}
      rows={query.data}
      idOf={({ id }) => id}
      onOpen={({ id, templateId }) =>
        void navigate({
          to: '/assessment/questionnaires/$templateId',
          params: { templateId },
          search: { response: id },
        })
      }
    />
  )
}
