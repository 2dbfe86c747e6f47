import type { EvidenceFindings, LeafFinding, Outcome } from '../../app/verification/evidence-findings.ts'
import type { VerifierAnswer } from '../../app/verification/messages.ts'
import { VerdictBox } from '../../app/verification/verdict-box.tsx'
import { Button } from '../../design/button.tsx'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import styles from './evidence.module.css'
import type { VerificationState } from './use-verification.ts'

interface ResultProps {
  readonly state: VerificationState
  readonly onStop: () => void
  readonly onRetry: () => void
  readonly isOwnKeys: boolean
}

/** Says what was found, or how far it is. */
export function Result({ state, onStop, onRetry, isOwnKeys }: ResultProps) {
  switch (state.kind) {
    case 'nothing':
      return (
        <Panel title="What will be told">
          <Empty icon="evidence" title="No evidence is open">
            Fetch that of a request by its id, or open files that an auditor has got. You are told what they prove and
            what they do not.
          </Empty>
        </Panel>
      )
    case 'fetching':
      return <Loading>Fetching the evidence; a proof that is missing is made now …</Loading>
    case 'verifying':
      return (
        <div className={styles.running}>
          <Loading>{`Verifying ${namesOf(state.names)}: ${state.proofs} proofs so far …`}</Loading>
          <Button onClick={onStop}>Stop</Button>
        </div>
      )
    case 'fetch-failed':
      return <Failed error={state.error} doing="fetch this evidence" onRetry={onRetry} />
    case 'done':
      return <Answer answer={state.answer} names={state.names} isOwnKeys={isOwnKeys} />
  }
}

interface AnswerProps {
  readonly answer: VerifierAnswer
  readonly names: readonly string[]
  readonly isOwnKeys: boolean
}

function Answer({ answer, names, isOwnKeys }: AnswerProps) {
  switch (answer.kind) {
    case 'files':
      return <Findings findings={answer.findings} names={names} isOwnKeys={isOwnKeys} />
    case 'fault':
      return (
        <VerdictBox
          verdict="fault"
          title="A fault was found: do not rely on this evidence"
          proved={[answer.message]}
          more="It is the first fault; what stands behind it was not looked at. Keep the files as they are."
        />
      )
    case 'bad-keys':
      return <VerdictBox verdict="unknown" title="Nothing was verified: the keys are none" proved={[answer.message]} />
    default:
      return (
        <VerdictBox
          verdict="unknown"
          title="Nothing was verified: the verifier failed"
          proved={['Load the page again. If it fails again, verify the files with “npm run verify-evidence”.']}
        />
      )
  }
}

interface FindingsProps {
  readonly findings: EvidenceFindings
  readonly names: readonly string[]
  readonly isOwnKeys: boolean
}

function Findings({ findings, names, isOwnKeys }: FindingsProps) {
  const { tenant, proved, notProved, leaves } = findings
  if (tenant === undefined) {
    return <VerdictBox verdict="unknown" title="There is no evidence in this" proved={[`${namesOf(names)} is none.`]} />
  }
  return (
    <>
      <VerdictBox
        verdict="proved"
        title="No fault was found"
        proved={proved}
        notProved={[
          ...notProved,
          ...(isOwnKeys ? [] : ['That the keys are the right ones: this service has told them. Put in your own.']),
        ]}
        more={`${namesOf(names)}, of the tenant ${tenant}.`}
      />
      {leaves.length > 0 && (
        <Panel
          title="Record by record"
          aside={<span>{leaves.length.toLocaleString()}</span>}
          isFlush
          className={styles.leaves}
        >
          <DataTable label="Records" columns={COLUMNS} rows={leaves} idOf={({ index }) => String(index)} />
        </Panel>
      )}
    </>
  )
}

const TONES: Readonly<Record<Outcome, Tone>> = {
  proved: 'good',
  opened: 'info',
  pending: 'warn',
  erased: 'neutral',
  unproved: 'warn',
  'no-request': 'neutral',
}

const COLUMNS: readonly Column<LeafFinding>[] = [
  { id: 'index', header: 'Entry', width: '5rem', align: 'end', cell: ({ index }) => index.toLocaleString() },
  {
    id: 'what',
    header: 'What',
    cell: ({ what, record }) => (
      <div className={styles.leaf}>
        <span>{what}</span>
        <code>{record}</code>
      </div>
    ),
  },
  {
    id: 'outcome',
    header: 'Found',
    width: '7.5rem',
    cell: ({ outcome }) => <Chip tone={TONES[outcome]}>{outcome.replace('-', ' ')}</Chip>,
  },
  { id: 'words', header: 'In words', isWideOnly: true, cell: ({ words }) => words },
]

function namesOf(names: readonly string[]): string {
  const [first = 'the files', ...rest] = names
  return rest.length === 0 ? first : `${first} and ${rest.length} more`
}
