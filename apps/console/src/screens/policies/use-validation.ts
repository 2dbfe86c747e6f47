import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PolicyFault, validationQuery } from '../../api/policies.ts'
import { useMay } from '../../api/session.ts'
import { isPolicyId, type PolicyForm } from './policy-form.ts'

/** How long nothing is typed before the text is checked. */
const PAUSE_MS = 250

/** What was found in a text as it is being written. */
export interface Validation {
  readonly errors: readonly PolicyFault[]
  readonly warnings: readonly PolicyFault[]
  /** Whether the text of now was checked and could be published. */
  readonly isValid: boolean
  /** Whether the text of now is still being checked. */
  readonly isChecking: boolean
  readonly error: Error | null
}

/** Checks a text as somebody types. What was found last is shown until the next answer. */
export function useValidation({ id, text }: PolicyForm): Validation {
  const mayValidate = useMay('validate-policy')
  const settled = useSettled(text)
  const { data, error, isPlaceholderData } = useQuery({
    ...validationQuery(isPolicyId(id) ? id : undefined, settled),
    enabled: mayValidate,
    placeholderData: (before) => before,
    retry: false,
  })
  const isChecking = error === null && (settled !== text || data === undefined || isPlaceholderData)
  return {
    errors: data?.errors ?? [],
    warnings: data?.warnings ?? [],
    isValid: !isChecking && data?.valid === true,
    isChecking,
    error,
  }
}

/** Gives a text when nothing has changed in it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
