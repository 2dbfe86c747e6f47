import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type Question,
  type SavedAnswers,
  saveAnswers,
  savedAnswerQuery,
  type Template,
  templateQuery,
} from '../../api/questionnaires.ts'
import { useDraft } from '../../app/draft.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Failed, Loading, Notice, ProblemWords } from '../../design/states.tsx'
import { useNotify } from '../../design/toast.tsx'
import { answersOf, fitting, readDraft, writeDraft } from './answers-of.ts'
import styles from './assessment.module.css'
import { Readiness } from './readiness.tsx'

const route = getRouteApi('/assessment/questionnaires/$templateId')

/** One questionnaire: its questions, the answers that were saved, and their score. */
export function AnswersScreen() {
  const { templateId } = route.useParams()
  const { response } = route.useSearch()
  const template = useQuery(templateQuery(templateId))
  const saved = useQuery({ ...savedAnswerQuery(response ?? ''), enabled: response !== undefined })
  const failed = [template, saved].find(({ isError }) => isError)
  return (
    <Page
      title={template.data?.title ?? 'Questionnaire'}
      lead={template.data?.description}
      back={
        <Link to="/assessment/questionnaires">
          <Icon name="back" size={14} /> Questionnaires
        </Link>
      }
    >
      {failed !== undefined ? (
        <Failed error={failed.error} doing="load the questionnaire" onRetry={() => void failed.refetch()} />
      ) : template.data === undefined || (response !== undefined && saved.data === undefined) ? (
        <Loading>Fetching the questions …</Loading>
      ) : (
        <Answering key={response ?? 'new'} template={template.data} saved={saved.data} />
      )}
    </Page>
  )
}

interface AnsweringProps {
  readonly template: Template
  readonly saved: SavedAnswers | undefined
}

function Answering({ template, saved }: AnsweringProps) {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const notify = useNotify()
  const [draft, changeDraft, forgetDraft] = useDraft(`answers:${template.id}:${saved?.id ?? 'new'}`)
  const drafted = readDraft(draft)
  const answers = fitting(template, drafted ?? (saved === undefined ? new Map() : answersOf(saved)))
  const total = template.sections.reduce((sum, { questions }) => sum + questions.length, 0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveAnswers(template.id, answers),
    onSuccess: async (response) => {
      forgetDraft()
      client.setQueryData(savedAnswerQuery(response.id).queryKey, response)
      notify({
        title: 'The answers are saved',
        detail: `${response.score.readinessPercent} %, ${response.score.level}`,
      })
      await client.invalidateQueries({ queryKey: ['assessment', 'answers'], exact: true })
      await navigate({ search: { response: response.id } })
    },
  })
  return (
    <div className={styles.answering}>
      <div className={styles.questions}>
        {template.sections.map(({ id, title, description, questions }) => (
          <Panel
            key={id}
            title={title}
            aside={`${questions.filter((one) => answers.has(one.id)).length} of ${questions.length}`}
          >
            <p className={styles.small}>{description}</p>
            {questions.map((question) => (
              <QuestionField
                key={question.id}
                question={question}
                value={answers.get(question.id)}
                onChange={(value) => changeDraft(writeDraft(new Map([...answers, [question.id, value]])))}
              />
            ))}
          </Panel>
        ))}
      </div>
      <div className={styles.beside}>
        <SavePanel
          answered={answers.size}
          total={total}
          isChanged={drafted !== undefined}
          isSaved={saved !== undefined}
          busy={isPending}
          error={error}
          onSave={() => mutate()}
          onForget={forgetDraft}
        />
        {saved !== undefined && <Readiness saved={saved} />}
      </div>
    </div>
  )
}

interface SavePanelProps {
  readonly answered: number
  readonly total: number
  /** Something is not saved. */
  readonly isChanged: boolean
  /** What is changed are answers that were saved. */
  readonly isSaved: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly onSave: () => void
  readonly onForget: () => void
}

function SavePanel({ answered, total, isChanged, isSaved, busy, error, onSave, onForget }: SavePanelProps) {
  return (
    <Panel title="Your answers">
      <div className={styles.form}>
        <p role="status">
          {answered} of {total} answered
          {isChanged && <span className={styles.partial}> · not saved yet</span>}
        </p>
        {error !== null && (
          <Notice tone="danger">
            <ProblemWords error={error} />
          </Notice>
        )}
        <div className={styles.acts}>
          <Button kind="primary" disabled={answered === 0} busy={busy && 'Saving …'} onClick={onSave}>
            Save the answers
          </Button>
          {isChanged && (
            <Button kind="quiet" onClick={onForget}>
              {isSaved ? 'Take back changes' : 'Empty it'}
            </Button>
          )}
        </div>
        <p className={styles.small}>
          Saved answers stay as they are: changed ones are saved beside them. What is not saved is kept in this tab.
        </p>
      </div>
    </Panel>
  )
}

interface QuestionFieldProps {
  readonly question: Question
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

function QuestionField({ question: { id, text, guidance, options }, value, onChange }: QuestionFieldProps) {
  return (
    <fieldset className={styles.question}>
      <legend>{text}</legend>
      <p className={styles.small}>{guidance}</p>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
