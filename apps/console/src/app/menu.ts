import type { LinkProps } from '@tanstack/react-router'
import type { Action } from '../api/session.ts'
import type { IconName } from '../design/icon.tsx'

interface MenuItem {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: IconName
  /** Actions of the admin API of which one is enough to be shown the screen; none where everybody may. */
  readonly actions: readonly Action[]
  /** Only for whom the session says that the assessment is there. */
  readonly isAssessment?: true
}

interface MenuGroup {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** The side menu. A screen that nobody may see for want of an action is not listed; the API refuses it besides. */
const MENU: readonly MenuGroup[] = [
  {
    label: 'Watch',
    items: [
      { to: '/', label: 'Overview', icon: 'overview', actions: [] },
      { to: '/approvals', label: 'Approvals', icon: 'approvals', actions: ['list-approvals'] },
      { to: '/people', label: 'People and sessions', icon: 'people', actions: ['list-users', 'list-sessions'] },
    ],
  },
  {
    label: 'Prove',
    items: [
      { to: '/audit', label: 'Audit trail', icon: 'audit', actions: ['read-audit-log'] },
      { to: '/evidence', label: 'Evidence', icon: 'evidence', actions: ['read-evidence'] },
      { to: '/assessment', label: 'Assessment', icon: 'assessment', actions: [], isAssessment: true },
    ],
  },
  {
    label: 'Decide',
    items: [
      { to: '/policies', label: 'Policies', icon: 'policies', actions: ['list-policies'] },
      { to: '/codenames', label: 'Codenames', icon: 'codenames', actions: ['read-private-semantic-map'] },
      { to: '/keys', label: 'Keys and limits', icon: 'keys', actions: ['list-api-keys', 'list-limits'] },
      { to: '/break-glass', label: 'Break-glass', icon: 'break-glass', actions: ['list-break-glass'] },
    ],
  },
  {
    label: 'Connect',
    items: [
      { to: '/siem-and-soar', label: 'SIEM and SOAR', icon: 'siem', actions: ['list-siem-receivers'] },
      { to: '/endpoints', label: 'Endpoints and cache', icon: 'endpoints', actions: ['list-endpoints'] },
    ],
  },
  {
    label: 'Try',
    items: [{ to: '/playground', label: 'Playground', icon: 'playground', actions: [] }],
  },
]

/** Gives the groups of the menu that a person sees who may do these actions, and may use the assessment or not. */
export function menuFor(actions: readonly Action[], assessment: boolean): MenuGroup[] {
  return MENU.map(({ label, items }) => ({
    label,
    items: items.filter(
      (item) =>
        (assessment || item.isAssessment !== true) &&
        (item.actions.length === 0 || item.actions.some((one) => actions.includes(one))),
    ),
  })).filter(({ items }) => items.length > 0)
}
