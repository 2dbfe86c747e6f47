import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Policy, type PolicyFault, savePolicy } from '../../api/policies.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'
import { FailedTests } from './failed-tests.tsx'
import type { PolicyForm } from './policy-form.ts'
import { isAllPassed, reportWords } from './test-words.ts'
import type { TestRun } from './use-test-run.ts'

interface PublishDialogProps {
  readonly form: PolicyForm
  /** As it is now; undefined where it is created. */
  readonly before: Policy | undefined
  readonly warnings: readonly PolicyFault[]
  readonly testRun: TestRun
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onPublished: () => void
}

/** Confirms that a policy begins to decide as it is written. */
export function PublishDialog({ form, before, warnings, testRun, isOpen, onClose, onPublished }: PublishDialogProps) {
  const [reason, setReason, forget] = useDraft(`policy-reason:${before?.id ?? ''}`)
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: savePolicy,
    onSuccess: async ({ policy, announced }) => {
      forget()
      onPublished()
      notify({
        title: `${policy.id} is published, version ${policy.version}`,
        ...(announced ? {} : { detail: 'Other services could not be told; they see it within a minute.' }),
      })
      await client.invalidateQueries({ queryKey: ['policies'] })
      await navigate({ to: '/policies/$policyId', params: { policyId: policy.id } })
    },
  })
  const { report, isOld, isRunning } = testRun
  const isDoubtful = !isOld && report !== undefined && !isAllPassed(report)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        reset()
        onClose()
      }}
      title={before === undefined ? `Publish the policy ${form.id}?` : `Publish a new version of ${form.id}?`}
      notice={<FailedTests testRun={testRun} />}
      consequences={[...testWords(testRun), ...consequencesOf(form, before, warnings)]}
      confirmLabel={isDoubtful ? 'Publish all the same' : 'Publish'}
      busyLabel={isPending ? 'Publishing …' : 'Testing …'}
      kind={form.immutable || isDoubtful ? 'danger' : 'primary'}
      isBusy={isPending || isRunning}
      error={error}
      stepUp={freshLoginFor(error, 'write-policy')}
      reason={{
        label: 'Reason',
        hint: 'Kept in the audit trail, with names, addresses and numbers of persons masked. Put no secrets here.',
        value: reason,
        onChange: setReason,
      }}
      onConfirm={() => mutate({ ...form, version: form.version, reason: reason.trim() })}
    />
  )
}

function consequencesOf(form: PolicyForm, before: Policy | undefined, warnings: readonly PolicyFault[]): string[] {
  return [
    form.enabled
      ? 'It decides for everybody of your tenant, at every gateway within a second.'
      : 'It is kept and decides nothing until it is enabled.',
    ...(form.immutable
      ? ['It is immutable: only a CISO changes or deletes it from then on.']
      : before?.immutable
        ? ['It is no longer immutable: AIGO may change it from then on.']
        : []),
    before === undefined
      ? 'Deleting it takes it back; its versions stay.'
      : `Publishing the text of version ${before.version} anew takes it back.`,
    ...(warnings.length === 0
      ? []
      : [`${warnings.length === 1 ? 'A warning stands' : `${warnings.length} warnings stand`} under its text.`]),
  ]
}

/** What tests have said that needs no notice of its own. */
function testWords({ report, isOld, isRunning, error }: TestRun): string[] {
  if (isRunning) return ['The tests are run …']
  if (error !== null) return []
  if (report === undefined || isOld) return ['The tests were not run.']
  return isAllPassed(report) ? [reportWords(report)] : []
}
