import { type DragEvent, useRef, useState } from 'react'
import type { NamedBlob } from '../../app/verification/lines-of.ts'
import { Button } from '../../design/button.tsx'
import { classNames } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import { useKey } from '../../design/keys.ts'
import styles from './evidence.module.css'

/** Takes files: dropped on it, or chosen. */
export function DropZone({ onFiles }: { readonly onFiles: (files: readonly NamedBlob[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const choose = () => input.current?.click()
  useKey({ key: 'o', label: 'Open files' }, choose)
  const take = (list: FileList | null) => onFiles([...(list ?? [])].map((file) => ({ name: file.name, content: file })))
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped on it, the button beside it opens as well
    <div
      className={classNames(styles.zone, isOver && styles.over)}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <Icon name="evidence" size={22} />
      <div className={styles.zoneWords}>
        <p className={styles.zoneTitle}>Drop evidence here</p>
        <p className={styles.quiet}>
          Bundles, ranges of the log, exports of the audit trail with proofs; several together, as you got them.
        </p>
      </div>
      <Button onClick={choose}>Open files</Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".json,.jsonl,.ndjson,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Files of evidence"
        onChange={({ target }) => {
          take(target.files)
          // The same file can be chosen again, when it has changed.
          target.value = ''
        }}
      />
    </div>
  )
}
