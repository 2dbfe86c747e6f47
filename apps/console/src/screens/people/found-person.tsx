import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionsQuery } from '../../api/people.ts'
import { Icon } from '../../design/icon.tsx'
import styles from './people.module.css'

/**
 * The way to the person who was searched for. A name or address is found by a session of theirs; without one, what was
 * written is taken as the subject, and the person's page says whether there is such a user.
 */
export function FoundPerson({ user }: { readonly user: string }) {
  const { data } = useInfiniteQuery(sessionsQuery({ user }))
  const found = data?.pages.flatMap((page) => page.data)[0]?.user
  const subject = found?.sub ?? user
  const name = (found !== undefined && 'username' in found && found.username) || subject
  return (
    <Link to="/people/$subject" params={{ subject }} className={styles.found}>
      <Icon name="people" />
      <span>
        Open <strong>{name}</strong>: freeze, sessions, keys and limits
      </span>
      <Icon name="next" />
    </Link>
  )
}
