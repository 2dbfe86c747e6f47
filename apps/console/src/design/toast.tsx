import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './toast.module.css'

const SHOWN_MS = 8000

interface Note {
  readonly title: string
  readonly detail?: string
  /** What it is about: a newer note about the same takes its place. */
  readonly about?: string
  /** The way back, where there is one. */
  readonly undo?: { readonly label: string; readonly run: () => void }
}

/** Shows short notes of what was done, in a corner; `F6` goes to them. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider timeout={SHOWN_MS}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Gives what shows a note. */
export function useNotify(): (note: Note) => void {
  const { add, close } = Toast.useToastManager()
  return ({ title, detail, about, undo }) => {
    const id = add({
      ...(about !== undefined && { id: about }),
      // Both are named, so that none of an older note stays.
      ...{ title, description: detail },
      actionProps: undo && {
        children: undo.label,
        onClick: () => {
          close(id)
          undo.run()
        },
      },
    })
  }
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} data-note className={styles.toast}>
      <Toast.Content className={styles.content}>
        <div>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.detail} />
        </div>
        {toast.actionProps !== undefined && <Toast.Action render={<Button />} />}
        <Toast.Close render={<Button kind="quiet" icon="close" />} aria-label="Dismiss" />
      </Toast.Content>
    </Toast.Root>
  ))
}
