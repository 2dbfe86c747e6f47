import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Policy, policiesQuery } from '../../api/policies.ts'
import { useSession } from '../../api/session.ts'
import { useDraft } from '../../app/draft.ts'
import { Button } from '../../design/button.tsx'
import { CheckField } from '../../design/check-field.tsx'
import { TextField } from '../../design/field.tsx'
import layout from '../../design/layout.module.css'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { publishersOf, useMayPublish } from './may-publish.ts'
import styles from './policies.module.css'
import { beginForm, faultsOf, type PolicyForm, readForm } from './policy-form.ts'
import { BackToPolicies } from './policy-screen.tsx'
import { PolicyDiff } from './policy-text.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SimulationPanel } from './simulation-panel.tsx'
import { TestsPanel } from './tests-panel.tsx'
import { TextEditor } from './text-editor.tsx'
import { useTestRun } from './use-test-run.ts'
import { useValidation } from './use-validation.ts'

const newRoute = getRouteApi('/new-policy')
const editRoute = getRouteApi('/policies/$policyId/edit')

/** Writes a policy that is not there yet. */
export function NewPolicyScreen() {
  const { act } = newRoute.useSearch()
  const navigate = newRoute.useNavigate()
  return (
    <Editor
      policy={undefined}
      isPublishing={act === 'publish'}
      onPublishing={(isOn) => void navigate({ search: { act: isOn ? 'publish' : undefined }, replace: true })}
    />
  )
}

/** Changes a policy. */
export function EditPolicyScreen() {
  const { policyId } = editRoute.useParams()
  const { act } = editRoute.useSearch()
  const navigate = editRoute.useNavigate()
  const query = useQuery(policiesQuery)
  if (query.isPending) return <Loading>Fetching the policy …</Loading>
  const policy = query.data?.find(({ id, origin }) => id === policyId && origin === 'stored')
  if (query.isError || policy === undefined) {
    return (
      <Page title={`Change ${policyId}`} back={<BackToPolicies />}>
        {query.isError ? (
          <Failed error={query.error} doing="load this policy" onRetry={() => void query.refetch()} />
        ) : (
          <Empty icon="policies" title="There is no such policy of your own">
            It may have been deleted. Built-in policies cannot be changed.
          </Empty>
        )}
      </Page>
    )
  }
  return (
    <Editor
      key={policyId}
      policy={policy}
      isPublishing={act === 'publish'}
      onPublishing={(isOn) => void navigate({ search: { act: isOn ? 'publish' : undefined }, replace: true })}
    />
  )
}

interface EditorProps {
  /** As it is now; undefined where it is created. */
  readonly policy: Policy | undefined
  readonly isPublishing: boolean
  readonly onPublishing: (isOn: boolean) => void
}

function Editor({ policy, isPublishing, onPublishing }: EditorProps) {
  const { user } = useSession()
  const [draft, setDraft, forget] = useDraft(`policy:${policy?.id ?? ''}`)
  const form = readForm(draft) ?? beginForm(policy, !user.roles.includes('aigo'))
  const change = (next: Partial<PolicyForm>) => setDraft(JSON.stringify({ ...form, ...next }))
  const [isTried, setIsTried] = useState(false)
  const validation = useValidation(form)
  const mayPublish = useMayPublish(form.immutable)
  const faults = faultsOf(form)
  const isReady = Object.keys(faults).length === 0 && validation.isValid
  const testRun = useTestRun(form, validation.isValid, isPublishing)
  const publish = () => {
    setIsTried(true)
    if (isReady) onPublishing(true)
  }
  return (
    <Page
      title={policy === undefined ? 'New policy' : `Change ${policy.id}`}
      back={<BackToPolicies />}
      lead="Nothing is stored before you publish. What you write is kept in this tab."
      actions={
        <>
          {draft !== '' && <Button onClick={forget}>Begin anew</Button>}
          <Button kind="primary" disabled={!mayPublish || !validation.isValid} onClick={publish}>
            Publish
          </Button>
        </>
      }
    >
      {!mayPublish && <Notice tone="info">{publishersOf(form.immutable)}</Notice>}
      {policy !== undefined && policy.version !== form.version && (
        <Notice tone="warn">
          Version {policy.version} was published since you began with version {form.version}. Begin anew to write upon
          it.
        </Notice>
      )}
      <div className={layout.columns}>
        <div className={layout.column}>
          <Panel title="What it says">
            <TextEditor text={form.text} onChange={(text) => change({ text })} validation={validation} />
          </Panel>
          <TestsPanel form={form} testRun={testRun} onChange={(tests) => change({ tests })} />
          <SimulationPanel form={form} isValid={validation.isValid} />
        </div>
        <div className={layout.column}>
          <Settings form={form} isNew={policy === undefined} faults={isTried ? faults : {}} onChange={change} />
          {policy !== undefined && policy.text !== form.text && (
            <Panel title={`Changed since version ${policy.version}`} isFlush>
              <PolicyDiff before={policy.text} after={form.text} label="What you have changed, line by line" />
            </Panel>
          )}
        </div>
      </div>
      <PublishDialog
        form={form}
        before={policy}
        warnings={validation.warnings}
        testRun={testRun}
        isOpen={isPublishing && isReady}
        onClose={() => onPublishing(false)}
        onPublished={forget}
      />
    </Page>
  )
}

interface SettingsProps {
  readonly form: PolicyForm
  readonly isNew: boolean
  readonly faults: ReturnType<typeof faultsOf>
  readonly onChange: (next: Partial<PolicyForm>) => void
}

/** What stands beside the text. */
function Settings({ form, isNew, faults, onChange }: SettingsProps) {
  return (
    <Panel title="This policy">
      <div className={styles.fields}>
        <TextField
          label="Name"
          value={form.id}
          hint="It stands in every refusal and in the audit trail."
          isReadOnly={!isNew}
          onChange={(id) => onChange({ id })}
          maxLength={128}
          isRequired
          error={faults.id}
        />
        <TextField
          label="Description"
          value={form.description}
          rows={3}
          maxLength={1000}
          isRequired
          hint="What it does, in a sentence."
          onChange={(description) => onChange({ description })}
          error={faults.description}
        />
        <CheckField
          label="Enabled"
          hint="Otherwise it is kept and decides nothing."
          isOn={form.enabled}
          onChange={(enabled) => onChange({ enabled })}
        />
        <CheckField
          label="Immutable"
          hint="Only a CISO publishes, changes and deletes it."
          isOn={form.immutable}
          onChange={(immutable) => onChange({ immutable })}
        />
      </div>
    </Panel>
  )
}
