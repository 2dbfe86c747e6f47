import { Dialog } from '@base-ui/react/dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endSession, logOut, useSession } from '../api/session.ts'
import { Button } from '../design/button.tsx'
import { Mark } from '../design/mark.tsx'
import { roleName } from '../design/role-name.ts'
import { KeyHelp } from './key-help.tsx'
import { useLive } from './live.ts'
import { SecurityKeysLink } from './security-keys-link.tsx'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { useTheme } from './theme.ts'

/** What stands around every screen: the menu, who is logged in, and whether the screen is live. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const isLive = useLive()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Go to the content
      </a>
      <header className={styles.topBar}>
        <Dialog.Root open={isMenuOpen} onOpenChange={setIsMenuOpen}>
          <Dialog.Trigger render={<Button kind="quiet" icon="menu" aria-label="Menu" />} />
          <Dialog.Portal>
            <Dialog.Backdrop className={styles.backdrop} />
            <Dialog.Popup className={styles.drawer} aria-label="Menu">
              <SideContent isLive={isLive} onGo={() => setIsMenuOpen(false)} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Mark />
      </header>
      <aside className={styles.side}>
        <SideContent isLive={isLive} />
      </aside>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <KeyHelp />
    </div>
  )
}

function SideContent({ isLive, onGo }: { readonly isLive: boolean; readonly onGo?: () => void }) {
  return (
    <div className={styles.sideContent}>
      <div className={styles.brand}>
        <Mark />
        <span className={isLive ? styles.live : styles.away} role="status">
          {isLive ? 'Live' : 'Connecting …'}
        </span>
      </div>
      <SideMenu onGo={onGo} />
      <Account onGo={onGo} />
    </div>
  )
}

function Account({ onGo }: { readonly onGo?: (() => void) | undefined }) {
  const { user } = useSession()
  const client = useQueryClient()
  const [theme, changeTheme] = useTheme()
  const logout = useMutation({
    mutationFn: logOut,
    onSuccess: (providerAddress) => {
      endSession(client, 'logged-out')
      if (providerAddress !== undefined) window.location.assign(providerAddress)
    },
  })
  return (
    <div className={styles.account}>
      <p className={styles.person}>
        <span className={styles.name}>{user.name}</span>
        <span className={styles.roles}>{user.roles.map(roleName).join(', ') || 'No role'}</span>
      </p>
      <SecurityKeysLink onGo={onGo} />
      <Button
        kind="quiet"
        icon={theme === 'dark' ? 'sun' : 'moon'}
        aria-label={theme === 'dark' ? 'Light colours' : 'Dark colours'}
        onClick={changeTheme}
      />
      <Button
        kind="quiet"
        icon="leave"
        aria-label="Log out"
        busy={logout.isPending && 'Leaving …'}
        onClick={() => logout.mutate()}
      />
    </div>
  )
}
