import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { Icon } from '../design/icon.tsx'
import { menuFor } from './menu.ts'
import styles from './shell.module.css'
import { useWaitingCount } from './waiting-count.ts'

/** The screens that this person may see. */
export function SideMenu({ onGo }: { readonly onGo?: (() => void) | undefined }) {
  const { actions, assessment } = useSession()
  const waiting = useWaitingCount()
  return (
    <nav className={styles.menu} aria-label="Screens">
      {menuFor(actions, assessment).map(({ label, items }) => (
        <div key={label}>
          <p className={styles.group}>{label}</p>
          <ul>
            {items.map((item) => (
              <li key={item.to}>
                <Link
                  to={item.to}
                  className={styles.item}
                  activeOptions={{ exact: item.to === '/', includeSearch: false }}
                  onClick={onGo}
                >
                  <Icon name={item.icon} />
                  {item.label}
                  {item.to === '/approvals' && waiting !== undefined && waiting !== '0' && (
                    <span className={styles.badge}>
                      {waiting}
                      <span className="visually-hidden"> waiting</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
