import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { classNames } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import styles from './assessment.module.css'
import { filesDropped, filesOf } from './chosen-files.ts'
import type { ReadableFile } from './pack-project.ts'

interface ProjectChooserProps {
  readonly onFiles: (files: readonly ReadableFile[]) => void
  readonly onUnreadable: () => void
}

/** Takes a folder, files, or an archive: dropped on it, or chosen. */
export function ProjectChooser({ onFiles, onUnreadable }: ProjectChooserProps) {
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const input = {
    type: 'file',
    className: 'visually-hidden',
    tabIndex: -1,
    multiple: true,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      onFiles(filesOf(target.files))
      // The same can be chosen again, when it has changed.
      target.value = ''
    },
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped on it, the buttons in it choose as well
    <div
      className={classNames(styles.zone, isOver && styles.over)}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        filesDropped(event.dataTransfer).then(onFiles, onUnreadable)
      }}
    >
      <Icon name="assessment" size={22} />
      <p className={styles.zoneWords}>
        <b>Drop a project here</b>
        <span className={styles.small}>
          A folder, its files, or a ZIP archive. It is read by the service and kept until it is removed.
        </span>
      </p>
      <div className={styles.acts}>
        <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
        <Button onClick={() => files.current?.click()}>Choose files or a ZIP</Button>
      </div>
      <input {...input} ref={folder} aria-label="Folder of a project" {...{ webkitdirectory: '' }} />
      <input {...input} ref={files} aria-label="Files of a project" />
    </div>
  )
}
