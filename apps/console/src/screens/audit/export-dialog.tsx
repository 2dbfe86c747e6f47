import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { saveFile } from '../../adapters/save-file.ts'
import { type AuditFilter, exportTrail } from '../../api/audit.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Segments } from '../../design/field.tsx'
import { Notice, ProblemWords } from '../../design/states.tsx'
import { useNotify } from '../../design/toast.tsx'
import styles from './audit.module.css'

const FORMATS = [
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'csv', label: 'CSV' },
  { value: 'proof', label: 'With proofs' },
] as const

type Format = (typeof FORMATS)[number]['value']

const WORDS: Readonly<Record<Format, string>> = {
  ndjson: 'A record on each line, the oldest first.',
  csv: 'A table for a spreadsheet. A text that it would take for a formula gets an apostrophe before it.',
  proof:
    'A record on each line with what proves that the log has committed to it. Open it under Evidence, or verify it with “npm run audit -- verify”.',
}

interface ExportDialogProps {
  readonly isOpen: boolean
  readonly filter: AuditFilter
  readonly onClose: () => void
}

/** Exports everything that the conditions find, not only what is on the screen. */
export function ExportDialog({ isOpen, filter, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('ndjson')
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: Format) => exportTrail(filter, chosen),
    onSuccess: (content, chosen) => {
      const name = `audit-${new Date(now()).toISOString().slice(0, 10)}.${chosen === 'csv' ? 'csv' : 'ndjson'}`
      saveFile(name, content)
      notify({ title: `${name} is saved`, detail: `${(content.size / 1_000).toLocaleString()} kB` })
      onClose()
    },
  })
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Export the audit trail">
      <Segments label="Format" value={format} options={FORMATS} onChange={setFormat} />
      <p className={styles.quiet}>{WORDS[format]}</p>
      <p>
        {conditions.length === 0
          ? 'Every entry of your tenant.'
          : `Entries with ${conditions.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ')}.`}{' '}
        That you have exported it is on record.
      </p>
      {error !== null && (
        <Notice tone="danger">
          <ProblemWords error={error} />
        </Notice>
      )}
      <div className={styles.acts}>
        <Button kind="primary" busy={isPending && 'Exporting …'} onClick={() => mutate(format)}>
          Export
        </Button>
      </div>
    </Dialog>
  )
}
