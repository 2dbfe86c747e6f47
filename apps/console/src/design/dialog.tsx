import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { TextField } from './field.tsx'
import { ProblemWords } from './states.tsx'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** Leaves out the cross, where what is shown has to be confirmed first. */
  readonly isHeld?: boolean
  readonly children: ReactNode
}

/** Shows something above the screen. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ isOpen, onClose, title, isHeld = false, children }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.popup}>
          <header className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {!isHeld && <BaseDialog.Close render={<Button kind="quiet" icon="close" aria-label="Close" />} />}
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface DialogFormProps {
  readonly onSubmit: (event: SyntheticEvent) => void
  readonly children: ReactNode
}

/** The fields of a dialog, and its footer. What is wrong with them is said beside them, and not by the browser. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
    </form>
  )
}

/** The acts of a dialog. They stay in sight where the dialog is longer than the window. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>
}

/** Why an act of a dialog has failed. */
export function DialogFault({ error }: { readonly error: unknown }) {
  return (
    <div className={styles.fault} role="alert">
      <ProblemWords error={error} />
    </div>
  )
}

export interface Confirmation {
  readonly title: string
  /** What will be so afterwards, one sentence each. */
  readonly consequences: readonly ReactNode[]
  readonly confirmLabel: string
  /** Words for the time in which it happens: "Freezing …". */
  readonly busyLabel: string
  /** `danger` where others are stopped, or what cannot be undone happens. */
  readonly kind: 'primary' | 'danger'
}

interface ConfirmDialogProps extends Confirmation {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** What must be seen before anything else, above what will follow. */
  readonly notice?: ReactNode
  readonly isBusy: boolean
  readonly error: unknown
  /** Asks for a text that is kept with the act, and says for whom it is. Absent where the API keeps none. */
  readonly reason?: {
    readonly label: string
    readonly hint: string
    readonly value: string
    readonly onChange: (value: string) => void
  }
  readonly onConfirm: () => void
  /** Shown in the place of the error where the act needs a fresher login. */
  readonly stepUp?: ReactNode
}

/** Asks before an act, by what will follow from it. Nothing is done by Enter alone or a click beside it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, consequences, confirmLabel, busyLabel, kind, isBusy, error, reason, onConfirm } =
    props
  const [isMissing, setIsMissing] = useState(false)
  const confirm = () => {
    const isLacking = reason !== undefined && reason.value.trim() === ''
    setIsMissing(isLacking)
    if (!isLacking) onConfirm()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          {props.notice}
          <AlertDialog.Description render={<ul />} className={styles.consequences}>
            {consequences.map((consequence, index) => (
              <li key={index}>{consequence}</li>
            ))}
          </AlertDialog.Description>
          <DialogForm
            onSubmit={(event) => {
              event.preventDefault()
              confirm()
            }}
          >
            {reason !== undefined && (
              <TextField
                {...reason}
                rows={3}
                maxLength={1000}
                isRequired
                error={isMissing && reason.value.trim() === '' ? 'Say why; it is kept with the act.' : undefined}
              />
            )}
            {props.stepUp ?? (error !== null && <DialogFault error={error} />)}
            <DialogFooter>
              <AlertDialog.Close render={<Button disabled={isBusy}>Cancel</Button>} />
              <Button type="submit" kind={kind} busy={isBusy && busyLabel}>
                {confirmLabel}
              </Button>
            </DialogFooter>
          </DialogForm>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
