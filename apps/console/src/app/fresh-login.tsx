import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { confirmWithKey } from '../api/security-keys.ts'
import { type Action, loginAddress, type Step, useSession } from '../api/session.ts'
import { Button, buttonClass } from '../design/button.tsx'
import { Notice, ProblemWords } from '../design/states.tsx'
import styles from './fresh-login.module.css'
import { catchUp } from './live-events.ts'

/**
 * Where an act failed because it asks for a fresher or stronger login (RFC 9470): the way to one, and back to this
 * address; and a security key in its place, where one will do. Otherwise nothing.
 *
 * @param step The action of the admin API, or the change of one's own security keys.
 */
export function freshLoginFor(error: unknown, step: Step): ReactNode {
  return error instanceof ApiProblem && error.needsFreshLogin ? <FreshLogin step={step} /> : undefined
}

function FreshLogin({ step }: { readonly step: Step }) {
  const { security_keys: keys } = useSession()
  const action = keys?.enough_for.find((one) => one === step)
  if (action !== undefined) return <KeyOrLogin action={action} />
  return (
    <Notice tone="info">
      <p>This act asks for a fresh login. What you have written is kept.</p>
      <p className={styles.ways}>
        <LoginLink step={step} isFirst />
      </p>
    </Notice>
  )
}

function KeyOrLogin({ action }: { readonly action: Action }) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmWithKey(action),
    // What was asked for under the session's old id has failed by now.
    onSuccess: () => catchUp(client),
  })
  if (isSuccess) return <Confirmed />
  return (
    <Notice tone="info">
      <p>This act asks for a fresh login, or for your security key. What you have written is kept.</p>
      <p className={styles.ways}>
        <Button kind="primary" icon="keys" busy={isPending && 'Waiting for the key …'} onClick={() => mutate()}>
          Use a security key
        </Button>
        <LoginLink step={action} />
      </p>
      {error !== null && (
        <div role="alert" className={styles.fault}>
          <ProblemWords error={error} />
        </div>
      )}
    </Notice>
  )
}

/** It takes the focus that the button had, and so is read out. */
function Confirmed() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <Notice tone="info" icon="check">
      <p ref={words} tabIndex={-1}>
        Your security key has confirmed that it is you. Go on with the act.
      </p>
    </Notice>
  )
}

function LoginLink({ step, isFirst = false }: { readonly step: Step; readonly isFirst?: boolean }) {
  const { pathname, search } = window.location
  return (
    <a className={buttonClass(isFirst ? 'primary' : 'plain')} href={loginAddress(`${pathname}${search}`, step)}>
      Log in again
    </a>
  )
}
