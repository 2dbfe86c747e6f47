import { useEffect, useId, useRef, useState } from 'react'
import { copyText } from '../../adapters/clipboard.ts'
import type { NewApiKey } from '../../api/keys.ts'
import { Button } from '../../design/button.tsx'
import { DialogFooter } from '../../design/dialog.tsx'
import { Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import styles from './keys.module.css'

type Copied = 'not-yet' | 'copied' | 'refused'

const WORDS: Readonly<Record<Copied, string>> = {
  'not-yet': '',
  copied: 'Copied. Put it where secrets are kept.',
  refused: 'The browser does not copy. Mark the key and copy it by hand.',
}

/** Shows a key that was made, this once. */
export function SecretOnce({ made, onDone }: { readonly made: NewApiKey; readonly onDone: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<Copied>('not-yet')
  useEffect(() => field.current?.select(), [])
  const copy = async () => {
    const isCopied = await copyText(made.key)
    if (!isCopied) field.current?.select()
    setCopied(isCopied ? 'copied' : 'refused')
  }
  return (
    <div className={styles.form}>
      <Notice tone="warn">
        <p>This is shown once. Nobody can read it again, here or in the stores.</p>
      </Notice>
      <div className={styles.secret}>
        <label htmlFor={id}>Key</label>
        <div>
          <input ref={field} id={id} value={made.key} readOnly spellCheck={false} autoComplete="off" />
          <Button kind="primary" onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <p role="status" className={copied === 'refused' ? styles.fault : styles.fine}>
          {WORDS[copied]}
        </p>
      </div>
      <p className={styles.quiet}>
        It acts for <strong>{made.owner}</strong> until <Time at={made.expires_at} />. Requests show it as{' '}
        <code>authorization: Bearer …</code> or <code>x-api-key</code>.
      </p>
      <DialogFooter>
        <Button onClick={onDone}>{copied === 'copied' ? 'Done' : 'I have stored it'}</Button>
      </DialogFooter>
    </div>
  )
}
