import type { LinkProps } from '@tanstack/react-router'
import type { Action } from '../api/session.ts'
import type { IconName } from '../design/icon.tsx'

interface MenuItem {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: IconName
  /** What one does there, in a sentence. */
  readonly does: string
  /** Actions of the admin API of which one is enough to be shown the screen; none where everybody may. */
  readonly actions: readonly Action[]
  /** Only for whom the session says that the assessment is there. */
  readonly isAssessment?: true
}

interface MenuGroup {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** Where those begin who have nothing to watch over: their own requests, and what they may do. */
const START: MenuItem = {
  to: '/',
  label: 'Start',
  icon: 'approvals',
  does: 'See how your own requests stand.',
  actions: [],
}

/** The side menu. A screen that nobody may see for want of an action is not listed; the API refuses it besides. */
const MENU: readonly MenuGroup[] = [
  {
    label: 'Watch',
    items: [
      {
        to: '/',
        label: 'Overview',
        icon: 'overview',
        does: 'See what runs, what was stopped and what waits.',
        actions: ['view-overview', 'list-approvals', 'read-usage'],
      },
      {
        to: '/approvals',
        label: 'Approvals',
        icon: 'approvals',
        does: 'Decide on requests that are held until a human agrees.',
        actions: ['list-approvals'],
      },
      {
        to: '/people',
        label: 'People and sessions',
        icon: 'people',
        does: 'Find people and their sessions; freeze and unfreeze them.',
        actions: ['list-users', 'list-sessions'],
      },
    ],
  },
  {
    label: 'Prove',
    items: [
      {
        to: '/audit',
        label: 'Audit trail',
        icon: 'audit',
        does: 'Read what was decided and why, and prove it.',
        actions: ['read-audit-log'],
      },
      {
        to: '/evidence',
        label: 'Evidence',
        icon: 'evidence',
        does: 'Verify in this browser what the log has committed to.',
        actions: ['read-evidence'],
      },
      {
        to: '/assessment',
        label: 'Assessment',
        icon: 'assessment',
        does: 'Find weak cryptography in a project, and plan its end.',
        actions: [],
        isAssessment: true,
      },
    ],
  },
  {
    label: 'Decide',
    items: [
      {
        to: '/policies',
        label: 'Policies',
        icon: 'policies',
        does: 'Write, test and publish what decides.',
        actions: ['list-policies'],
      },
      {
        to: '/codenames',
        label: 'Codenames',
        icon: 'codenames',
        does: 'Keep the words that must not leave as they are written.',
        actions: ['read-private-semantic-map'],
      },
      {
        to: '/keys',
        label: 'Keys and limits',
        icon: 'keys',
        does: 'Make API keys, and see what they may spend.',
        actions: ['list-api-keys', 'list-limits'],
      },
      {
        to: '/break-glass',
        label: 'Break-glass',
        icon: 'break-glass',
        does: 'Read values with two keys, or begin a drill.',
        actions: ['list-break-glass'],
      },
    ],
  },
  {
    label: 'Connect',
    items: [
      {
        to: '/siem-and-soar',
        label: 'SIEM and SOAR',
        icon: 'siem',
        does: 'See what was delivered, and send again what was not.',
        actions: ['list-siem-receivers'],
      },
      {
        to: '/endpoints',
        label: 'Endpoints and cache',
        icon: 'endpoints',
        does: 'See which models may see what, and what the cache holds.',
        actions: ['list-endpoints'],
      },
    ],
  },
  {
    label: 'Try',
    items: [
      {
        to: '/playground',
        label: 'Playground',
        icon: 'playground',
        does: 'Ask something, and see what is found in it and what leaves.',
        actions: [],
      },
    ],
  },
]

/** Gives the groups of the menu that a person sees who may do these actions, and may use the assessment or not. */
export function menuFor(actions: readonly Action[], assessment: boolean): MenuGroup[] {
  const groups = MENU.map(({ label, items }) => ({
    label,
    items: items.filter(
      (item) =>
        (assessment || item.isAssessment !== true) &&
        (item.actions.length === 0 || item.actions.some((one) => actions.includes(one))),
    ),
  })).filter(({ items }) => items.length > 0)
  const hasStart = groups.some(({ items }) => items.some(({ to }) => to === START.to))
  return hasStart ? groups : [{ label: 'You', items: [START] }, ...groups]
}
