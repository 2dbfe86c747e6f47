import { defined } from '@sluice/service-kit/async'
import type { Session, SessionState, SessionStore } from '@sluice/sessions'

interface SessionSearch {
  readonly tenant: string
  /** Only sessions of these users; undefined for everyone's. */
  readonly subs: readonly string[] | undefined
  readonly state: SessionState | undefined
  /** 1 to 100. */
  readonly limit: number
  readonly before: number | undefined
  readonly isVisible: (session: Session) => boolean
}

interface FoundSessions {
  /** The newest first. */
  readonly sessions: readonly Session[]
  /** What `before` must be for the next page; absent at the end. */
  readonly next?: number
}

type List = Pick<SessionStore, 'list'>

/**
 * The bound on store pages behind one page here, so that a caller who may see little cannot read everything at once.
 */
const STORE_PAGES = 5
const STORE_PAGE_SIZE = 100

/** Finds one page of the sessions that the caller may see. It may hold fewer than asked for although more follow. */
export async function searchSessions(store: List, search: SessionSearch): Promise<FoundSessions> {
  const { subs, limit } = search
  const parts = await Promise.all((subs ?? [undefined]).map((sub) => gather(store, search, sub)))
  const sessions = parts.flatMap((part) => part.sessions).sort((a, b) => b.id - a.id)
  // The next page begins at the highest end of the parts, or where this page is full.
  const ends = parts.flatMap(({ next }) => next ?? [])
  const full = sessions.length > limit ? sessions[limit - 1] : undefined
  if (full !== undefined) ends.push(full.id)
  if (ends.length === 0) return { sessions }
  const next = Math.max(...ends)
  return { sessions: sessions.filter(({ id }) => id >= next).slice(0, limit), next }
}

async function gather(store: List, search: SessionSearch, sub: string | undefined): Promise<FoundSessions> {
  const { tenant, state, limit, isVisible } = search
  const sessions: Session[] = []
  let before = search.before
  for (let page = 0; page < STORE_PAGES; page += 1) {
    const found = await store.list({ tenant, sub, state, limit: STORE_PAGE_SIZE, before })
    for (const session of found.sessions) {
      if (isVisible(session)) sessions.push(session)
      if (sessions.length === limit) return { sessions, next: session.id }
    }
    if (found.next === undefined) return { sessions }
    before = found.next
  }
  return { sessions, ...defined({ next: before }) }
}
