import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AuditEntry, exportEntry } from '../../api/audit.ts'
import { useMay } from '../../api/session.ts'
import { useTrustedKeys } from '../../app/trusted-keys.ts'
import type { VerifierAnswer } from '../../app/verification/messages.ts'
import type { RowProof } from '../../app/verification/prove-row.ts'
import { runVerifier } from '../../app/verification/run-verifier.ts'
import { VerdictBox } from '../../app/verification/verdict-box.tsx'
import { Button } from '../../design/button.tsx'
import { useKey } from '../../design/keys.ts'
import { Failed } from '../../design/states.tsx'
import styles from './audit.module.css'

/** Proves the entry in this browser: that the log has committed to it, and who has cosigned that log. */
export function RowProofPart({ entry }: { readonly entry: AuditEntry }) {
  const keys = useTrustedKeys()
  const { number, record, id } = entry
  const prove = useMutation({
    mutationFn: async (text: string) =>
      await runVerifier({ kind: 'row', keys: text, exported: await exportEntry(id), shown: { number, record } }),
  })
  const text = keys.text
  const begin = () => (text === undefined ? keys.retry() : prove.mutate(text))
  useKey({ key: 'p', label: 'Prove this entry' }, begin)
  const mayReadEvidence = useMay('read-evidence')
  return (
    <section className={styles.part}>
      <h3>Proof</h3>
      {prove.data === undefined && (
        <p className={styles.quiet}>
          A log commits to every record. This browser can check by itself that this one is in it, unaltered.
        </p>
      )}
      <div className={styles.acts}>
        <Button icon="check" busy={prove.isPending && 'Proving …'} onClick={begin}>
          Prove this row
        </Button>
        {mayReadEvidence && entry.type.startsWith('request.') && (
          <Link to="/evidence" search={{ request: id }}>
            Evidence of its levels
          </Link>
        )}
      </div>
      {prove.data !== undefined && <Outcome answer={prove.data} isOwnKeys={keys.isOwn} />}
      {prove.isError && <Failed error={prove.error} doing="get its proof" onRetry={begin} />}
      {keys.error !== null && <Failed error={keys.error} doing="get the keys of the log" onRetry={keys.retry} />}
    </section>
  )
}

interface OutcomeProps {
  readonly answer: VerifierAnswer
  readonly isOwnKeys: boolean
}

function Outcome({ answer, isOwnKeys }: OutcomeProps) {
  switch (answer.kind) {
    case 'row':
      return <Proven proof={answer.proof} isOwnKeys={isOwnKeys} />
    case 'fault':
      return (
        <VerdictBox verdict="fault" title="This row is not what the log has committed to" proved={[answer.message]} />
      )
    case 'bad-keys':
      return <VerdictBox verdict="unknown" title="Nothing was proved: the keys are none" proved={[answer.message]} />
    default:
      return (
        <VerdictBox
          verdict="unknown"
          title="Nothing was proved: the verifier failed"
          proved={['Load the page again, then prove the row again.']}
        />
      )
  }
}

function Proven({ proof, isOwnKeys }: { readonly proof: RowProof; readonly isOwnKeys: boolean }) {
  const { origin, size, leaf, witnesses, quorum, isErased, isSame } = proof
  if (!isSame) {
    return (
      <VerdictBox
        verdict="fault"
        title="The screen shows something else than the log has committed to"
        proved={['The service told you one thing and the log another. Keep both: export this row with its proof.']}
      />
    )
  }
  return (
    <VerdictBox
      verdict="proved"
      title="Proved in this browser"
      proved={[
        `The log ${origin} has signed a tree of ${size.toLocaleString()} entries, and this is entry ${leaf.toLocaleString()} of it.`,
        ...(witnesses.length === 0
          ? []
          : [`Cosigned by ${witnesses.join(', ')}; ${quorum === 1 ? 'one was' : `${quorum} were`} asked for.`]),
        isErased
          ? 'Its record was erased; that it was there is shown.'
          : 'What stands here is the record that the log has committed to, to the letter.',
      ]}
      notProved={[
        ...(witnesses.length === 0
          ? ['That others have seen the same log: no witness has cosigned it, so the operator alone vouches for it.']
          : []),
        ...(isOwnKeys ? [] : ['That the keys are the right ones: this service has told them.']),
      ]}
      more={
        isOwnKeys ? (
          'Checked with the keys that you have put in.'
        ) : (
          <>
            Put in keys that you have got another way under <Link to="/evidence">Evidence</Link>.
          </>
        )
      }
    />
  )
}
