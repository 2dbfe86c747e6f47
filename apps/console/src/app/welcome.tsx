import { useQuery } from '@tanstack/react-query'
import { endReasonQuery, loginAddress } from '../api/session.ts'
import { buttonClass } from '../design/button.tsx'
import { Mark } from '../design/mark.tsx'
import styles from './shell.module.css'

const ENDED: Readonly<Record<string, { readonly title: string; readonly words: string }>> = {
  logout: { title: 'You are logged out', words: 'Nothing of your session is left in this browser.' },
  frozen: {
    title: 'Your account is frozen',
    words: 'Your session has ended, and nothing that you had open is shown any more. Ask your security team.',
  },
  idle: { title: 'Your session has ended', words: 'Nothing was done for a while. Log in to go on where you were.' },
  expired: { title: 'Your session has ended', words: 'Log in to go on where you were.' },
  role_change: {
    title: 'Your roles have changed',
    words: 'Log in again, so that the console shows what you may do now.',
  },
}

const BEGIN = {
  title: 'The console of Sluice',
  words: 'Approve requests, freeze people and sessions, and prove what happened.',
}

/** What is shown to those who are not logged in: why, and the way in. */
export function Welcome() {
  const { data: reason } = useQuery(endReasonQuery)
  const { title, words } = (reason === null || reason === undefined ? undefined : ENDED[reason]) ?? BEGIN
  const { pathname, search } = window.location
  return (
    <main className={styles.welcome}>
      <title>Log in · Sluice</title>
      <Mark />
      <h1>{title}</h1>
      <p>{words}</p>
      <a className={buttonClass('primary')} href={loginAddress(`${pathname}${search}`)}>
        Log in
      </a>
    </main>
  )
}
