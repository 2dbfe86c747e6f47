import { useEffect, useRef, useState } from 'react'
import type { NamedBlob } from '../../app/verification/lines-of.ts'
import type { VerifierAnswer } from '../../app/verification/messages.ts'
import { runVerifier } from '../../app/verification/run-verifier.ts'

/** How far a verification is. */
export type VerificationState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fetching' }
  | { readonly kind: 'verifying'; readonly names: readonly string[]; readonly proofs: number }
  | { readonly kind: 'fetch-failed'; readonly error: unknown }
  | { readonly kind: 'done'; readonly names: readonly string[]; readonly answer: VerifierAnswer }

interface Verification {
  readonly state: VerificationState
  /** Begins anew; what was under way ends. */
  readonly verify: (keys: string, getFiles: () => Promise<readonly NamedBlob[]>) => void
  readonly stop: () => void
}

/** Fetches and verifies evidence, one lot at a time. */
export function useVerification(): Verification {
  const [state, setState] = useState<VerificationState>({ kind: 'nothing' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (keys: string, getFiles: () => Promise<readonly NamedBlob[]>, signal: AbortSignal) => {
    const tell = (next: VerificationState) => signal.aborted || setState(next)
    try {
      const files = await getFiles()
      const names = files.map(({ name }) => name)
      tell({ kind: 'verifying', names, proofs: 0 })
      const onProgress = (proofs: number) => void tell({ kind: 'verifying', names, proofs })
      const answer = await runVerifier({ kind: 'files', keys, files }, { signal, onProgress })
      tell({ kind: 'done', names, answer })
    } catch (error) {
      tell({ kind: 'fetch-failed', error })
    }
  }
  return {
    state,
    verify: (keys, getFiles) => {
      running.current?.abort()
      running.current = new AbortController()
      setState({ kind: 'fetching' })
      void run(keys, getFiles, running.current.signal)
    },
    stop: () => {
      running.current?.abort()
      setState({ kind: 'nothing' })
    },
  }
}
