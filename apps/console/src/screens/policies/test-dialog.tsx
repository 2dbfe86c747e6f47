import { type SyntheticEvent, useState } from 'react'
import type { PolicyTest } from '../../api/policies.ts'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogFooter } from '../../design/dialog.tsx'
import { Segments, TextField } from '../../design/field.tsx'
import styles from './policies.module.css'
import { TestFields } from './test-fields.tsx'
import { beginTest, formOf, readTest, type TestForm, testOf } from './test-form.ts'

interface TestDialogProps {
  readonly isOpen: boolean
  /** Undefined for a new one. */
  readonly test: PolicyTest | undefined
  readonly policyId: string
  readonly onClose: () => void
  readonly onDone: (test: PolicyTest) => void
}

/** Writes a test, by a form or as JSON. */
export function TestDialog({ isOpen, test, policyId, onClose, onDone }: TestDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={test === undefined ? 'Add a test' : 'Change the test'}>
      <TestEditor test={test} policyId={policyId} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}

const WAYS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

type Way = (typeof WAYS)[number]['value']

/** It is made anew each time that the dialog opens. */
function TestEditor({ test, policyId, onClose, onDone }: Omit<TestDialogProps, 'isOpen'>) {
  const [form, setForm] = useState<TestForm | undefined>(() =>
    test === undefined ? beginTest(policyId) : formOf(test),
  )
  const [way, setWay] = useState<Way>(form === undefined ? 'json' : 'form')
  const [text, setText] = useState(() => JSON.stringify(test ?? {}, null, 2))
  const [isTried, setIsTried] = useState(false)
  const read = way === 'form' && form !== undefined ? testOf(form) : { test: readTest(text), faults: {} }
  const change = (next: Way) => {
    if (next === 'json' && read.test !== undefined) setText(JSON.stringify(read.test, null, 2))
    if (next === 'form') setForm(read.test && formOf(read.test))
    setWay(next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (read.test !== undefined) onDone(read.test)
  }
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <div>
        <Segments label="How it is written" value={way} options={WAYS} onChange={change} />
      </div>
      {way === 'form' && form !== undefined && (
        <TestFields
          form={form}
          faults={isTried ? read.faults : {}}
          onChange={(next) => setForm({ ...form, ...next })}
        />
      )}
      {way === 'form' && form === undefined && (
        <p className={styles.quiet}>This test holds more than the form has fields for: write it as JSON.</p>
      )}
      {way === 'json' && (
        <TextField
          label="The test as JSON"
          value={text}
          onChange={setText}
          rows={12}
          maxLength={10_000}
          hint="action, resource, groups and effect, and what docs/policy.md lists beside them. What is wrong is told by the run."
          error={
            isTried && read.test === undefined ? 'It must be an object with action, groups and effect.' : undefined
          }
        />
      )}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={way === 'form' && form === undefined}>
          {test === undefined ? 'Add' : 'Keep'}
        </Button>
      </DialogFooter>
    </form>
  )
}
