import { loginAddress } from '../api/session.ts'
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
  'groups-changed': {
    title: 'Your roles have changed',
    words: 'Log in again, so that the console shows what you may do now.',
  },
  deactivated: {
    title: 'Your account is not active',
    words: 'Your session has ended. Ask whoever looks after the directory of your organization.',
  },
  provider: { title: 'Your session has ended', words: 'The identity provider has ended it. Log in again.' },
}

const BEGIN = {
  title: 'The console of Sluice',
  words: 'Approve requests, freeze people and sessions, and prove what happened.',
}

/** What is shown to those who are not logged in: why, and the way in. */
export function Welcome({ reason }: { readonly reason: string | undefined }) {
  const { title, words } = (reason === undefined ? undefined : ENDED[reason]) ?? BEGIN
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
