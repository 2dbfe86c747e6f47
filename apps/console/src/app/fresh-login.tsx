import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { type Action, loginAddress } from '../api/session.ts'
import { buttonClass } from '../design/button.tsx'
import { Notice } from '../design/states.tsx'

/**
 * Where an act failed because it asks for a fresher or stronger login (RFC 9470): the way to one, and back to this
 * address. Otherwise nothing.
 *
 * @param action The action of the admin API.
 */
export function freshLoginFor(error: unknown, action: Action): ReactNode {
  if (!(error instanceof ApiProblem) || !error.needsFreshLogin) return undefined
  const { pathname, search } = window.location
  return (
    <Notice tone="info">
      <p>This act asks for a fresh login. What you have written is kept.</p>
      <p>
        <a className={buttonClass('primary')} href={loginAddress(`${pathname}${search}`, action)}>
          Log in again
        </a>
      </p>
    </Notice>
  )
}
