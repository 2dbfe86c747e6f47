import { useState } from 'react'
import type { CodenameCheck, CodenameUpload } from '../../api/codenames.ts'
import { Button } from '../../design/button.tsx'
import { Panel } from '../../design/page.tsx'
import { BarList, Figure } from '../../design/plot.tsx'
import { Empty, Notice } from '../../design/states.tsx'
import styles from './codenames.module.css'
import { lineOf } from './read-upload.ts'
import { StoreDialog } from './store-dialog.tsx'

interface CheckedProps {
  readonly check: CodenameCheck
  readonly upload: CodenameUpload
}

/** What an upload would change, or which of its lines are wrong. */
export function Checked({ check, upload }: CheckedProps) {
  return check.valid ? <Changes changes={check} upload={upload} /> : <Faults check={check} upload={upload} />
}

interface FaultsProps {
  readonly check: Extract<CodenameCheck, { readonly valid: false }>
  readonly upload: CodenameUpload
}

/** What a line holds is read from the list here: the API quotes nothing of it. */
function Faults({ check: { faults, more }, upload: { content } }: FaultsProps) {
  const unit = content.format === 'csv' ? 'Line' : 'Term'
  return (
    <Panel title="What is wrong">
      <Notice tone="danger">
        {faults.length === 1 && !more
          ? 'One line is wrong'
          : `${more ? 'More than ' : ''}${faults.length} lines are wrong`}
        : nothing is stored. Mend the list, then check it again.
      </Notice>
      <ol className={styles.faults}>
        {faults.map(({ line, message }, index) => (
          <li key={index}>
            <b>
              {unit} {line}
            </b>
            <div>
              <p>{message}</p>
              <code>{lineOf(content, line).slice(0, 200)}</code>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

interface ChangesProps {
  readonly changes: Extract<CodenameCheck, { readonly valid: true }>
  readonly upload: CodenameUpload
}

function Changes({ changes, upload }: ChangesProps) {
  const [isStoring, setIsStoring] = useState(false)
  const { added, changed, removed, total } = changes
  if (added + changed + removed === 0) {
    return (
      <Panel title="What would change">
        <Empty icon="check" title="Nothing would change">
          Every term of the list is there already, or none that is to be removed.
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel title="What would change">
      <div className={styles.changes}>
        <BarList
          label="Terms"
          rows={[
            { id: 'added', label: 'Added', value: added },
            { id: 'changed', label: 'Changed', value: changed, tone: 'warn' },
            { id: 'removed', label: 'Removed', value: removed, tone: 'danger' },
          ]}
        />
        <Figure label="Codenames afterwards" value={total.toLocaleString()} />
        <div>
          <Button kind="primary" onClick={() => setIsStoring(true)}>
            Store it
          </Button>
        </div>
      </div>
      <StoreDialog changes={changes} upload={upload} isOpen={isStoring} onClose={() => setIsStoring(false)} />
    </Panel>
  )
}
