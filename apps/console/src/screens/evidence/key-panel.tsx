import { useState } from 'react'
import { MAX_KEYS_LENGTH, type TrustedKeyChoice } from '../../app/trusted-keys.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Facts, Panel } from '../../design/page.tsx'
import { Loading } from '../../design/states.tsx'
import styles from './evidence.module.css'
import { summarizeKeys } from './summarize-keys.ts'

/** Whose signatures count: keys that this service tells, or those that the reader has got another way. */
export function KeyPanel({ keys }: { readonly keys: TrustedKeyChoice }) {
  const [isEditing, setIsEditing] = useState(false)
  const { text, isOwn, choose } = keys
  return (
    <Panel title="Keys that are trusted">
      {text === undefined ? <Loading>Asking for the keys of the log …</Loading> : <Summary text={text} />}
      <p className={styles.remark}>
        {isOwn
          ? 'These are yours, kept in this browser. Evidence is true only if it fits them.'
          : 'This service has told them. Who does not trust it takes the keys from the witnesses and puts them in here.'}
      </p>
      <div className={styles.acts}>
        <Button onClick={() => setIsEditing(true)}>{isOwn ? 'Change my keys' : 'Use my own keys'}</Button>
        {isOwn && <Button onClick={() => choose(undefined)}>Use those of the service</Button>}
      </div>
      <KeyDialog
        key={String(isEditing)}
        isOpen={isEditing}
        initial={isOwn ? (text ?? '') : ''}
        onClose={() => setIsEditing(false)}
        onSave={choose}
      />
    </Panel>
  )
}

function Summary({ text }: { readonly text: string }) {
  const { log, witnesses, quorum } = summarizeKeys(text)
  return (
    <Facts
      facts={[
        ['Log', log ?? 'none'],
        ['Witnesses', witnesses.length === 0 ? 'none' : witnesses.join(', ')],
        ['Must cosign', quorum === undefined ? 'more than half' : String(quorum)],
      ]}
    />
  )
}

interface KeyDialogProps {
  readonly isOpen: boolean
  readonly initial: string
  readonly onClose: () => void
  readonly onSave: (text: string) => void
}

function KeyDialog({ isOpen, initial, onClose, onSave }: KeyDialogProps) {
  const [text, setText] = useState(initial)
  const isMissing = summarizeKeys(text).log === undefined
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Trust keys of your own">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isMissing) return
          onSave(text.trim())
          onClose()
        }}
      >
        <TextField
          label="Verifier keys, one on each line"
          hint="The log’s first, then those of its witnesses, as whoever runs them publishes them. A line “quorum 2” says how many must have cosigned; without it more than half."
          value={text}
          onChange={setText}
          rows={8}
          maxLength={MAX_KEYS_LENGTH}
          error={isMissing && text.trim() !== '' ? 'The first line is no verifier key: NAME+ID+KEY.' : undefined}
        />
        <div className={styles.acts}>
          <Button type="submit" kind="primary" disabled={isMissing}>
            Trust these keys
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
