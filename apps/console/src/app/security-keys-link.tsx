import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { buttonClass } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'

/** The way to one's own security keys, where this service takes some. */
export function SecurityKeysLink({ onGo }: { readonly onGo?: (() => void) | undefined }) {
  const { security_keys: keys } = useSession()
  if (keys === null) return null
  return (
    <Link to="/security-keys" className={buttonClass('quiet')} aria-label="Security keys" onClick={onGo}>
      <Icon name="keys" />
    </Link>
  )
}
