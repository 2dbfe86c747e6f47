import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type CodenameUpload, checkCodenames, type UploadMode } from '../../api/codenames.ts'
import { Button } from '../../design/button.tsx'
import { Segments, TextField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import layout from '../../design/layout.module.css'
import { Page, Panel } from '../../design/page.tsx'
import { Notice, ProblemWords } from '../../design/states.tsx'
import { Checked } from './checked.tsx'
import styles from './codenames.module.css'
import { FileChooser } from './file-chooser.tsx'
import { readUpload } from './read-upload.ts'

const MODES = [
  { value: 'add', label: 'Add and change' },
  { value: 'replace', label: 'Replace all' },
  { value: 'remove', label: 'Remove' },
] as const

const MODE_WORDS: Readonly<Record<UploadMode, string>> = {
  add: 'Terms of the list are added, or changed where they are there. All others stay.',
  replace: 'The list is all that there is afterwards: every other term is removed.',
  remove: 'The terms of the list are removed. Only the column “term” is looked at.',
}

/** A longer text is shown by its name only: it comes from a file. In UTF-16 code units. */
const SHOWN_LENGTH = 100_000

interface Source {
  readonly name: string
  readonly text: string
}

/** Takes a list of codenames: checked line by line before anything is stored. */
export function UploadScreen() {
  const [source, setSource] = useState<Source>({ name: 'what you have pasted', text: '' })
  const [mode, setMode] = useState<UploadMode>('add')
  const [unreadable, setUnreadable] = useState<string>()
  const check = useMutation({ mutationFn: checkCodenames })
  const begin = ({ text }: Source, chosenMode: UploadMode) => {
    const read = readUpload(text)
    setUnreadable(read.kind === 'unreadable' ? read.why : undefined)
    if (read.kind === 'read') check.mutate({ mode: chosenMode, content: read.content })
    else check.reset()
  }
  const take = (next: Source) => {
    const read = readUpload(next.text)
    const nextMode = (read.kind === 'read' ? read.mode : undefined) ?? mode
    setSource(next)
    setMode(nextMode)
    begin(next, nextMode)
  }
  return (
    <Page
      title="Upload codenames"
      back={
        <Link to="/codenames">
          <Icon name="back" size={14} /> Codenames
        </Link>
      }
      lead="The list is checked line by line first. Nothing is stored before you have seen what would change."
    >
      <div className={layout.halves}>
        <ListPanel
          source={source}
          mode={mode}
          busy={check.isPending && 'Checking …'}
          isChecked={check.data !== undefined}
          onFile={take}
          onUnreadable={setUnreadable}
          onText={(text) => {
            setSource({ name: 'what you have pasted', text })
            check.reset()
            setUnreadable(undefined)
          }}
          onMode={(next) => {
            setMode(next)
            if (check.data !== undefined) begin(source, next)
          }}
          onCheck={() => begin(source, mode)}
        />
        <div className={layout.column}>
          {unreadable !== undefined && (
            <Notice tone="danger">
              <p>This list cannot be read. {unreadable}</p>
            </Notice>
          )}
          {check.error !== null && (
            <Notice tone="danger">
              <ProblemWords error={check.error} />
            </Notice>
          )}
          <Outcome check={check} />
        </div>
      </div>
    </Page>
  )
}

interface ListPanelProps {
  readonly source: Source
  readonly mode: UploadMode
  readonly busy: string | false
  readonly isChecked: boolean
  readonly onFile: (source: Source) => void
  readonly onUnreadable: (why: string) => void
  readonly onText: (text: string) => void
  readonly onMode: (mode: UploadMode) => void
  readonly onCheck: () => void
}

function ListPanel({ source, mode, busy, isChecked, onFile, onUnreadable, onText, onMode, onCheck }: ListPanelProps) {
  return (
    <Panel title="The list">
      <div className={styles.form}>
        <FileChooser onFile={onFile} onUnreadable={onUnreadable} />
        {source.text.length > SHOWN_LENGTH ? (
          <p className={styles.quiet}>{source.name} is too long to be shown here; it is checked whole.</p>
        ) : (
          <TextField
            label="Or paste it"
            value={source.text}
            rows={9}
            hint="CSV with the columns term, aliases (separated by |), class, department, replacement; or JSON."
            onChange={onText}
          />
        )}
        <div>
          <Segments label="What the list does" value={mode} options={MODES} onChange={onMode} />
          <p className={styles.hint}>{MODE_WORDS[mode]}</p>
        </div>
        <div>
          <Button
            kind={isChecked ? 'plain' : 'primary'}
            disabled={source.text.trim() === ''}
            busy={busy}
            onClick={onCheck}
          >
            Check the list
          </Button>
        </div>
      </div>
    </Panel>
  )
}

interface OutcomeProps {
  readonly check: {
    readonly data: Awaited<ReturnType<typeof checkCodenames>> | undefined
    readonly variables: CodenameUpload | undefined
    readonly isPending: boolean
  }
}

function Outcome({ check: { data, variables, isPending } }: OutcomeProps) {
  if (isPending || data === undefined || variables === undefined) {
    return (
      <Panel title="What would change">
        <p className={styles.quiet}>
          {isPending ? 'The list is being checked …' : 'It is told here, once the list is checked.'}
        </p>
      </Panel>
    )
  }
  return <Checked check={data} upload={variables} />
}
