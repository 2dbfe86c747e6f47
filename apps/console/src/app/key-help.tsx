import { useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { useKey, useKeyBindings } from '../design/keys.ts'
import styles from './shell.module.css'

/** Keys that work everywhere, without being listened for. */
const ALWAYS = [
  { key: 'Enter', label: 'Open the row that j and k have reached' },
  { key: 'Escape', label: 'Close what is open; empty the search' },
] as const

/** Shows, on `?`, what the keys do on this screen. */
export function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false)
  const bindings = useKeyBindings()
  useKey({ key: '?', label: 'Show these keys' }, () => setIsOpen(true))
  return (
    <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Keys of this screen">
      <dl className={styles.keys}>
        {[...bindings, ...ALWAYS].map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
