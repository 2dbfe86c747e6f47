import { useRef } from 'react'
import { Button } from '../../design/button.tsx'
import { useKey } from '../../design/keys.ts'
import { MAX_UPLOAD_BYTES } from './read-upload.ts'

interface FileChooserProps {
  readonly onFile: (file: { readonly name: string; readonly text: string }) => void
  readonly onUnreadable: (why: string) => void
}

/** Takes one file of text. */
export function FileChooser({ onFile, onUnreadable }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  useKey({ key: 'o', label: 'Choose a file' }, choose)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MAX_UPLOAD_BYTES) return onUnreadable(`${file.name} is larger than 64 MiB.`)
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      onFile({ name: file.name, text })
    } catch {
      onUnreadable(`${file.name} is no text in UTF-8. Save it as “CSV UTF-8”.`)
    }
  }
  return (
    <div>
      <Button onClick={choose}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="File with codenames"
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file can be chosen again, when it has changed.
          target.value = ''
        }}
      />
    </div>
  )
}
