import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './states.module.css'

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  /** What the reader can do next, or why nothing is to be done. */
  readonly children: ReactNode
}

/** What a list or panel shows when there is nothing in it. */
export function Empty({ icon = 'check', title, children }: EmptyProps) {
  return (
    <div className={styles.state}>
      <span className={styles.badge}>
        <Icon name={icon} size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      <div className={styles.words}>{children}</div>
    </div>
  )
}

interface FailedProps {
  readonly error: unknown
  /** What was tried: "load the approvals". */
  readonly doing: string
  readonly onRetry?: () => void
}

/** What a list or panel shows when it could not be loaded, with the way on. */
export function Failed({ error, doing, onRetry }: FailedProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.badge} ${styles.bad}`}>
        <Icon name="warning" size={20} />
      </span>
      <p className={styles.title}>Could not {doing}</p>
      <div className={styles.words}>
        <ProblemWords error={error} />
      </div>
      {onRetry !== undefined && !isForbidden(error) && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

/** Another try would end the same way. */
function isForbidden(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 403
}

/** Says what went wrong and what to do about it. */
export function ProblemWords({ error }: { readonly error: unknown }) {
  if (!(error instanceof ApiProblem)) return <p>The console made a mistake. Load the page again.</p>
  return (
    <>
      <p>
        {error.detail ?? error.message} {adviceFor(error)}
      </p>
      {error.requestId !== undefined && (
        <p className={styles.small}>
          Request <code>{error.requestId}</code>
        </p>
      )}
    </>
  )
}

function adviceFor({ status, code }: ApiProblem): string {
  if (code === 'offline') return 'Check the connection, then try again.'
  if (status === 403) return 'Ask an administrator with the role for it.'
  if (status === 404) return 'It may have been deleted, or belong to another department.'
  if (status === 429) return 'Wait a moment, then try again.'
  return status >= 500 ? 'Try again in a moment; the service keeps what it has.' : ''
}

/** What stands in the place of something that is being fetched: words, never a spinner alone. */
export function Loading({ children }: { readonly children: string }) {
  return (
    <p className={styles.loading} role="status">
      <span className={styles.pulse} aria-hidden="true" />
      {children}
    </p>
  )
}

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'danger'
  /** `warning` by default. */
  readonly icon?: IconName
  readonly children: ReactNode
}

/** A remark that stands above what it is about. */
export function Notice({ tone, icon = 'warning', children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'info' ? 'note' : 'alert'}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
