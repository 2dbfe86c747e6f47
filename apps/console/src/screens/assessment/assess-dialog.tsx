import { useState } from 'react'
import type { ProjectLimits } from '../../api/assessment.ts'
import { Button } from '../../design/button.tsx'
import { CheckField } from '../../design/check-field.tsx'
import { Dialog, DialogFooter } from '../../design/dialog.tsx'
import { Segments, TextField } from '../../design/field.tsx'
import { Notice, ProblemWords } from '../../design/states.tsx'
import styles from './assessment.module.css'
import type { ReadableFile } from './pack-project.ts'
import { planUpload, projectName, sizeText } from './plan-upload.ts'
import { ProjectChooser } from './project-chooser.tsx'
import { ScanProgress } from './scan-progress.tsx'
import { type Order, useAssess } from './use-assess.ts'
import { counted } from './words.ts'

interface AssessDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onScanned: (path: string) => void
  readonly limits: ProjectLimits
  /** Folders in which a scan may be asked for by path; empty: anywhere. */
  readonly roots: readonly string[]
  /** Of the project that is sent anew; absent for another one. */
  readonly name?: string
}

/** Chooses what is assessed, sends it, and follows its scan. */
export function AssessDialog(props: AssessDialogProps) {
  const { isOpen, onClose, onScanned, limits, name } = props
  const [from, setFrom] = useState<'here' | 'service'>(limits.projects === 0 ? 'service' : 'here')
  const { phase, error, start, stop } = useAssess((path) => {
    onClose()
    onScanned(path)
  })
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={name === undefined ? 'Assess a project' : `Send ${name} again`}>
      {phase === undefined ? (
        <div className={styles.form}>
          {limits.projects > 0 && name === undefined && (
            <Segments
              label="Where the project is"
              value={from}
              options={[
                { value: 'here', label: 'On this computer' },
                { value: 'service', label: 'On the server' },
              ]}
              onChange={setFrom}
            />
          )}
          {from === 'here' ? <FromHere {...props} onStart={start} /> : <FromService {...props} onStart={start} />}
          {error !== null && (
            <Notice tone="danger">
              <ProblemWords error={error} />
            </Notice>
          )}
        </div>
      ) : (
        <ScanProgress phase={phase} onStop={stop} />
      )}
    </Dialog>
  )
}

type FormProps = Pick<AssessDialogProps, 'limits' | 'roots' | 'name'> & { readonly onStart: (order: Order) => void }

function FromHere({ limits, name: known, onStart }: FormProps) {
  const [chosen, setChosen] = useState<readonly ReadableFile[]>()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const [typed, setTyped] = useState<string>()
  const plan = chosen && planUpload(chosen, limits, isWhole)
  const take = (files: readonly ReadableFile[]) => {
    setIsUnreadable(false)
    setChosen(files)
    setTyped(undefined)
  }
  return (
    <>
      <ProjectChooser onFiles={take} onUnreadable={() => setIsUnreadable(true)} />
      {isUnreadable && <Notice tone="danger">The browser could not read what was dropped. Choose it instead.</Notice>}
      {plan?.kind === 'unusable' && <Notice tone="danger">{plan.why}</Notice>}
      {plan?.kind === 'sendable' && (
        <>
          <p role="status">
            {plan.isArchive ? 'An archive' : counted(plan.files.length, 'file')}, {sizeText(plan.bytes)}
            {plan.leftOut > 0 && (
              <span className={styles.partial}>
                {' '}
                · {counted(plan.leftOut, 'file')} in {plan.leftOutFolders.join(', ')} left out
              </span>
            )}
          </p>
          {(plan.leftOut > 0 || isWhole) && (
            <CheckField
              label="Send these folders, too"
              hint="What is left out is not assessed; the verdict says so."
              isOn={isWhole}
              onChange={setIsWhole}
            />
          )}
          {known === undefined && (
            <TextField
              label="Name of the project"
              value={typed ?? plan.name}
              onChange={setTyped}
              maxLength={64}
              hint="Sent again under the same name, its scans make a trend."
            />
          )}
          <DialogFooter>
            <Button
              kind="primary"
              onClick={() => onStart({ ...plan, kind: 'upload', name: known ?? projectName(typed ?? plan.name) })}
            >
              Send and scan
            </Button>
          </DialogFooter>
        </>
      )}
    </>
  )
}

function FromService({ roots, onStart }: FormProps) {
  const [path, setPath] = useState(roots[0] ?? '')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim() !== '') onStart({ kind: 'folder', path: path.trim() })
      }}
    >
      <TextField
        label="Folder"
        value={path}
        onChange={setPath}
        maxLength={4096}
        isRequired
        hint={roots.length === 0 ? 'Any folder that the service can read.' : `In ${roots.join(' or ')}.`}
      />
      <DialogFooter>
        <Button kind="primary" type="submit" disabled={path.trim() === ''}>
          Scan
        </Button>
      </DialogFooter>
    </form>
  )
}
