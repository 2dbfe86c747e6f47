import type { SluiceEvent } from '@sluice/contracts'
import { actorOf, type OcsfClass, statusOf, withoutUndefined } from './ocsf-class.ts'

type ClearanceData = Extract<SluiceEvent, { readonly type: 'sluice.session.clearance' }>['data']
type ControlData = Extract<SluiceEvent, { readonly type: `sluice.control.${string}` }>['data']

const IAM = 3
const USER_MANAGEMENT = { categoryUid: IAM, classUid: 3007, className: 'User Management' } as const
const ENTITY_MANAGEMENT = { categoryUid: IAM, classUid: 3004, className: 'Entity Management' } as const

/** Acts that User Management names. */
const ON_USERS: ReadonlyMap<ControlData['event'], { readonly activityId: number; readonly activity: string }> = new Map(
  [
    ['user.frozen', { activityId: 6, activity: 'Lock' }],
    ['user.unfrozen', { activityId: 7, activity: 'Unlock' }],
  ],
)

/** What the last part of an act's name says; every other act is an update. */
const ACTIVITIES: ReadonlyMap<string, { readonly activityId: number; readonly activity: string }> = new Map([
  ['created', { activityId: 1, activity: 'Create' }],
  ['requested', { activityId: 1, activity: 'Create' }],
  ['opened', { activityId: 1, activity: 'Create' }],
  ['read', { activityId: 2, activity: 'Read' }],
  ['viewed', { activityId: 2, activity: 'Read' }],
  ['exported', { activityId: 2, activity: 'Read' }],
  ['revealed', { activityId: 2, activity: 'Read' }],
  ['deleted', { activityId: 4, activity: 'Delete' }],
])
/** Acts of these names say that something was not done. */
const FAILURES: ReadonlySet<string> = new Set(['refused', 'failed', 'dead_lettered'])
const UPDATE = { activityId: 3, activity: 'Update' }

/** One act of the control plane: on a user where the class names it, else on what the first part of its name says. */
export function aboutControl(data: ControlData): OcsfClass {
  const { event, actor, sub, session_id, reason, incident_id, details } = data
  const [type = event, act = ''] = event.split('.')
  const unmapped = withoutUndefined({ reason, incident_id, details, session_id, sub })
  const status = statusOf(!FAILURES.has(act))
  const onUser = sub === undefined ? undefined : ON_USERS.get(event)
  if (onUser !== undefined) {
    return {
      ...{ ...USER_MANAGEMENT, ...onUser, unmapped },
      // The class has the actor of the profile.
      profiles: ['host'],
      attributes: { user: { uid: sub }, actor: { user: { uid: actor } }, ...status },
    }
  }
  return {
    ...{ ...ENTITY_MANAGEMENT, ...(ACTIVITIES.get(act) ?? UPDATE), unmapped, profiles: [] },
    attributes: {
      actor: actorOf({ sub: actor }),
      entity: { type, uid: type === 'session' && session_id !== undefined ? String(session_id) : (sub ?? type) },
      comment: reason,
      ...status,
    },
  }
}

/** The clearance of a session's caller, put on record. */
export function aboutClearance(data: ClearanceData): OcsfClass {
  const { record_id, policy_digest } = data
  return {
    ...{ ...ENTITY_MANAGEMENT, activityId: 1, activity: 'Create', profiles: [] },
    attributes: { actor: actorOf(data), entity: { type: 'clearance', uid: record_id }, ...statusOf(true) },
    unmapped: { policy_digest },
  }
}
