import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { SyntheticEvent } from 'react'
import { modelsQuery, type PlayedLast, play, playedQuery, promptQuery } from '../../api/playground.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { SEND_KEY, useKey } from '../../design/keys.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { EXAMPLES } from './examples.ts'
import { PlayedPanels } from './played-panels.tsx'
import styles from './playground.module.css'

const route = getRouteApi('/playground')

/** As oneself, among the sample users. */
const MYSELF = ''

/** A prompt on the left; on the right what was found, what left the house, and what this user gets back. */
export function PlaygroundScreen() {
  const { playground } = useSession()
  if (playground === null) {
    return (
      <Page title="Playground">
        <Empty icon="playground" title="There is no playground here">
          The admin service knows no gateway: set <code>GATEWAY_URL</code>.
        </Empty>
      </Page>
    )
  }
  return <Playground users={playground.users} />
}

interface PlaygroundProps {
  readonly users: readonly { readonly name: string; readonly title: string }[]
}

function Playground({ users }: PlaygroundProps) {
  const { user } = useSession()
  const { as, model } = route.useSearch()
  const navigate = route.useNavigate()
  const models = useQuery(modelsQuery(as))
  const { text, setText, last, mutate, error, isPending } = usePrompt(user.name)
  const chosen = models.data?.find((one) => one === model) ?? models.data?.[0]
  const ask = (next: string | undefined) => {
    if (chosen !== undefined && text.trim() !== '' && !isPending) mutate({ text, model: chosen, as: next })
  }
  useKey({ key: SEND_KEY, label: 'Ask' }, () => ask(as))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    ask(as)
  }
  return (
    <Page
      title="Playground"
      lead="What becomes of a prompt on its way through the gateway. It is a real request, and on record."
    >
      <div className={styles.columns}>
        <form className={styles.ask} onSubmit={submit}>
          <Panel title="The prompt">
            <div className={styles.fields}>
              <div className={styles.pair}>
                <AsField
                  users={users}
                  myself={user.name}
                  as={as}
                  onChange={(next) => {
                    void navigate({ search: (old) => ({ ...old, as: next }), replace: true })
                    // Who looks is what differs: the same prompt is asked again.
                    if (last !== undefined) ask(next)
                  }}
                />
                <ModelField
                  models={models.data}
                  chosen={chosen}
                  onChange={(next) => void navigate({ search: (old) => ({ ...old, model: next }), replace: true })}
                />
              </div>
              <TextField
                label="Prompt"
                value={text}
                onChange={setText}
                hint="Ctrl+Enter, or Cmd+Enter, asks."
                rows={7}
                maxLength={20_000}
              />
              <Examples onChoose={setText} />
              <Button
                type="submit"
                kind="primary"
                busy={isPending && 'Asking …'}
                disabled={chosen === undefined || text.trim() === ''}
              >
                Ask
              </Button>
            </div>
          </Panel>
        </form>
        <div className={styles.outcome} aria-live="polite">
          {models.isError && (
            <Failed error={models.error} doing="list the models" onRetry={() => void models.refetch()} />
          )}
          {!models.isError && <Outcome isPending={isPending} error={error} last={last} />}
        </div>
      </div>
    </Page>
  )
}

/** What is written and what came of it, both there again for whoever comes back. */
function usePrompt(myself: string) {
  const client = useQueryClient()
  const text = useQuery(promptQuery).data ?? EXAMPLES[0]?.text ?? ''
  const setText = (next: string) => client.setQueryData(promptQuery.queryKey, next)
  const last = useQuery(playedQuery).data ?? undefined
  const { mutate, error, isPending } = useMutation({
    mutationFn: play,
    // Also where the screen has been left meanwhile.
    onSuccess: (played, prompt) => {
      const asked: PlayedLast = { played, reader: prompt.as ?? myself }
      client.setQueryData(playedQuery.queryKey, asked)
    },
  })
  return { text, setText, last, mutate, error, isPending }
}

interface AsFieldProps extends PlaygroundProps {
  readonly myself: string
  readonly as: string | undefined
  readonly onChange: (as: string | undefined) => void
}

function AsField({ users, myself, as, onChange }: AsFieldProps) {
  const options = [
    { value: MYSELF, label: `${myself} (you)` },
    // Who is logged in stands above.
    ...users
      .filter(({ name }) => name !== myself)
      .map(({ name, title }) => ({ value: name, label: `${name}: ${title}` })),
  ]
  return (
    <SelectField
      label="As"
      isStacked
      value={as ?? MYSELF}
      options={options}
      onChange={(next) => onChange(next === MYSELF ? undefined : next)}
    />
  )
}

function Examples({ onChoose }: { readonly onChoose: (text: string) => void }) {
  return (
    <fieldset className={styles.examples}>
      <legend>Examples</legend>
      {EXAMPLES.map(({ label, text }) => (
        <button key={label} type="button" onClick={() => onChoose(text)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

interface OutcomeProps {
  readonly isPending: boolean
  readonly error: unknown
  readonly last: PlayedLast | undefined
}

function Outcome({ isPending, error, last }: OutcomeProps) {
  if (isPending) return <Loading>The prompt is on its way …</Loading>
  if (error !== null) return <Failed error={error} doing="ask the gateway" />
  if (last !== undefined) return <PlayedPanels {...last} />
  return (
    <Empty icon="playground" title="Nothing has been asked yet">
      Take an example or write your own. Ask it again as another user, and see what that one may see.
    </Empty>
  )
}

interface ModelFieldProps {
  readonly models: readonly string[] | undefined
  readonly chosen: string | undefined
  readonly onChange: (model: string) => void
}

function ModelField({ models, chosen, onChange }: ModelFieldProps) {
  if (models === undefined) return <Loading>Asking for the models …</Loading>
  if (chosen === undefined) return <p className={styles.note}>This user may ask no model.</p>
  return (
    <SelectField
      label="Model"
      isStacked
      value={chosen}
      options={models.map((model) => ({ value: model, label: model }))}
      onChange={onChange}
    />
  )
}
