import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

interface KeyBinding {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string
  /** What the key does, for the list that `?` shows. */
  readonly label: string
}

/** A note of what was done is a dialog for assistive technology; it takes no keys from the screen. */
const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"]):not([data-note])'

/** Sends what is written, from within its field as well; the Command key of a Mac does the same. */
export const SEND_KEY = 'Ctrl+Enter'

let bindings: readonly KeyBinding[] = []
const listeners = new Set<() => void>()

/**
 * Runs something when a key is pressed outside of fields and dialogs, for as long as the component is shown, and lists
 * the key among those that `?` shows. `SEND_KEY` works in fields as well.
 *
 * @param isActive True by default.
 */
export function useKey({ key, label }: KeyBinding, run: () => void, isActive = true): void {
  const runNow = useEffectEvent(run)
  useEffect(() => {
    if (!isActive) return
    const binding = { key, label }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(event, key)) return
      event.preventDefault()
      runNow()
    }
    document.addEventListener('keydown', onKeyDown)
    change([...bindings, binding])
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      change(bindings.filter((one) => one !== binding))
    }
  }, [key, label, isActive])
}

/** The keys that do something now. */
export function useKeyBindings(): readonly KeyBinding[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => bindings,
  )
}

function change(next: readonly KeyBinding[]): void {
  bindings = next
  for (const listener of listeners) listener()
}

function isPressed(event: KeyboardEvent, key: string): boolean {
  if (key !== SEND_KEY) return event.key === key && isFree(event)
  const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented
  return isSent && document.querySelector(OPEN_DIALOG) === null
}

/** Whether a pressed key is neither typed into a field, nor a command of the browser, nor one of an open dialog. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (document.querySelector(OPEN_DIALOG) !== null) return false
  const target = event.target
  return !(
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable="true"]') !== null
  )
}
