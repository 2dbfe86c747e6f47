import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PolicyTestReport, policyTestsQuery } from '../../api/policies.ts'
import { useMay } from '../../api/session.ts'
import { isPolicyId, type PolicyForm } from './policy-form.ts'

/** The last run of the tests. */
export interface TestRun {
  readonly report: PolicyTestReport | undefined
  /** Whether the policy or its tests have changed since. */
  readonly isOld: boolean
  readonly isRunning: boolean
  readonly error: Error | null
  /** Undefined where they cannot be run now. */
  readonly run: (() => void) | undefined
}

/**
 * Runs the tests of a policy as it is written, with those of the others.
 *
 * @param isWanted Runs them by itself, once for each thing that is written.
 */
export function useTestRun(form: PolicyForm, isValid: boolean, isWanted: boolean): TestRun {
  const mayTest = useMay('test-policies')
  const { text, immutable, tests } = form
  const id = isPolicyId(form.id) ? form.id : undefined
  const key = JSON.stringify([id, text, immutable, tests])
  const [asked, setAsked] = useState<string>()
  const isOn = mayTest && isValid && (isWanted || asked === key)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...policyTestsQuery({ id, text, immutable, tests }),
    enabled: isOn,
    placeholderData: (before) => before,
  })
  const run = () => {
    if (asked === key) void refetch()
    else setAsked(key)
  }
  return {
    report: data,
    isOld: isPlaceholderData,
    isRunning: isOn && isFetching,
    error,
    run: mayTest && isValid ? run : undefined,
  }
}
