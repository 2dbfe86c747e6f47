/** An event in the terms of one class of OCSF. */
export interface OcsfClass {
  readonly categoryUid: number
  readonly classUid: number
  readonly className: string
  readonly activityId: number
  /** The caption of the activity; what it is called here where the id is 99. */
  readonly activity: string
  /** Those that the attributes are taken from. */
  readonly profiles: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
  /** What the class has no attribute for. */
  readonly unmapped: Readonly<Record<string, unknown>>
}

/** Activity 99 is one that the schema does not name. */
export const OTHER = 99

/** The caption of an id that counts from 1. */
export function captionOf(id: number, captions: readonly string[]): string {
  return captions[id - 1] ?? 'Unknown'
}

/** Success or failure of an activity. */
export function statusOf(isSuccess: boolean, code?: string | undefined) {
  return { status_id: isSuccess ? 1 : 2, status: isSuccess ? 'Success' : 'Failure', status_code: code }
}

interface Person {
  readonly sub?: string | undefined
  readonly session_id?: number | undefined
}

/** Who called. */
export function actorOf({ sub, session_id: session }: Person) {
  return withoutUndefined({
    user: sub === undefined ? { name: 'Unknown', type_id: 0, type: 'Unknown' } : { uid: sub },
    session: session === undefined ? undefined : { uid: String(session) },
  })
}

/** A schema that is checked strictly takes no member without a value. */
export function withoutUndefined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
