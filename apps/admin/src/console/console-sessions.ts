import { hash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Authenticator, Login } from '@sluice/auth'
import { type Clock, type Principal, SluiceError } from '@sluice/contracts'
import type { ConsoleSession, ConsoleSessionsRepository, FoundConsoleSession } from '@sluice/db'
import { defined, singleFlight } from '@sluice/service-kit/async'
import type { SessionStore } from '@sluice/sessions'
import type { KeyRing } from '@sluice/token-vault'
import { LoginRefused, type MadeLogin, type Provider, type Tokens } from './provider.ts'
import { sealTokens, unsealTokens } from './sealed-tokens.ts'
import { digestOfGroups, type EndReason, reasonToEnd } from './session-end.ts'

interface ConsoleSessionsOptions {
  readonly repository: ConsoleSessionsRepository
  readonly keyRing: KeyRing
  readonly provider: Pick<Provider, 'refresh'>
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly sessions: Pick<SessionStore, 'findUser'>
  /** The person as the Users store has it now. */
  readonly users: {
    find(tenant: string, sub: string): Promise<{ readonly groups: readonly string[] } | undefined>
  }
  readonly clock: Clock
  readonly idleMs: number
  /** From the login on. */
  readonly sessionMs: number
  readonly refreshMs: number
  /** The authentication context class of a security key, where there is one; undefined where no key counts. */
  readonly securityKeys: { readonly acr: string | undefined } | undefined
  /** Called when a session has another id. */
  readonly onMove: (from: string, to: string) => void
  /** Called for each session that ends here. */
  readonly onEnd: (idHash: string, reason: EndReason) => void
}

/** Somebody with a console session that goes on. */
export interface ConsoleCaller {
  readonly principal: Principal
  /** At the identity provider. */
  readonly login: Login
  /** By a security key at the console; undefined where there was none. */
  readonly keyLogin: Login | undefined
  readonly idHash: string
  readonly expiresAt: Date
  /** Of the identity provider; it never leaves the services. */
  readonly accessToken: string
}

/** 256 bits, which nobody guesses. */
const ID_BYTES = 32
const MAX_OPEN = 10
/** Asking for a new token begins before the old one expires. */
const EARLY_MS = 30_000
/** What somebody does is noted no oftener than that; the idle time is a minute at least. */
const TOUCH_MS = 10_000
/** How long one process waits for the token that another one asks for. */
const WAITS = 20
const WAIT_MS = 250

/** Sessions of the console: a random id in the browser, all else in PostgreSQL. */
export class ConsoleSessions {
  readonly #options: ConsoleSessionsOptions
  readonly #share = singleFlight<string, Tokens>()

  constructor(options: ConsoleSessionsOptions) {
    this.#options = options
  }

  /**
   * Begins the session of somebody who has just logged in, in the place of another one where `replaces` names it.
   * Returns the id that only the browser keeps.
   */
  async begin(made: MadeLogin, principal: Principal, replaces?: string): Promise<string> {
    const { repository, keyRing, clock, sessions, users, sessionMs, onEnd } = this.#options
    const id = randomBytes(ID_BYTES).toString('base64url')
    const { tenant, sub, groups } = principal
    const [{ freezeState }, user] = await Promise.all([sessions.findUser({ tenant, sub }), users.find(tenant, sub)])
    if (freezeState?.state === 'frozen') throw new SluiceError('session_frozen')
    const now = new Date(clock.nowMs())
    const idHash = hashOf(id)
    const session: ConsoleSession = {
      ...{ idHash, tenant, sub, tokens: sealTokens(keyRing, { tenant, idHash }, made.tokens) },
      ...{ createdAt: now, lastSeenAt: now, refreshedAt: now, expiresAt: new Date(now.getTime() + sessionMs) },
      ...{ authTime: made.authTime === undefined ? undefined : new Date(made.authTime * 1_000), acr: made.acr },
      ...{ securityKeyAt: undefined, series: idHash },
      tokenGroups: digestOfGroups(groups),
      directoryGroups: digestOfGroups(user?.groups),
      freezeVersion: freezeState?.version ?? 0,
    }
    await repository.begin({ session, maxOpen: MAX_OPEN, replaces })
    if (replaces !== undefined) onEnd(replaces, 'replaced')
    return id
  }

  /**
   * Finds who has a session, asks the provider for a new token where one is due, and ends the session where it is over.
   * Throws `token_expired` for one that is, `session_frozen` where its person is frozen.
   *
   * @param isActivity whether the person does something, which restarts the idle time.
   */
  async identify(id: string, isActivity: boolean): Promise<ConsoleCaller> {
    const found = await this.#findLive(hashOf(id))
    const { session } = found
    const { idHash } = session
    const tokens = await this.#freshTokens(found)
    const principal = await this.#readPrincipal(session, tokens)
    const { clock, repository } = this.#options
    const now = new Date(clock.nowMs())
    if (isActivity && now.getTime() - session.lastSeenAt.getTime() >= TOUCH_MS) await repository.touch(idHash, now)
    const authTime = session.authTime === undefined ? undefined : session.authTime.getTime() / 1_000
    const login = defined({ authTime, acr: session.acr })
    const keyLogin = this.#keyLoginOf(session)
    return { principal, login, keyLogin, idHash, expiresAt: session.expiresAt, accessToken: tokens.access }
  }

  /**
   * Gives a session another id, because its person has confirmed with a security key: what was copied of it before is
   * worth nothing. Throws `token_expired` where it is over. Returns the id that only the browser keeps.
   */
  async confirm(idHash: string): Promise<string> {
    const { repository, clock, onMove } = this.#options
    const id = randomBytes(ID_BYTES).toString('base64url')
    const next = { idHash: hashOf(id), at: new Date(clock.nowMs()) }
    if (!(await repository.confirm(idHash, next))) throw sessionOver()
    onMove(idHash, next.idHash)
    return id
  }

  /** Says which session an id names, be it over or not. */
  hashOf(id: string): string {
    return hashOf(id)
  }

  /** Whose session it is, be it over or not; undefined where there is none any more. */
  async personOf(idHash: string): Promise<Pick<Principal, 'tenant' | 'sub'> | undefined> {
    const [found] = await this.#options.repository.find([idHash])
    return found && { tenant: found.session.tenant, sub: found.session.sub }
  }

  /** Ends a session. Returns its tokens, where there was one, so that they can be taken back. */
  async end(idHash: string, reason: EndReason): Promise<Tokens | undefined> {
    const { repository, onEnd } = this.#options
    const [found] = await repository.find([idHash])
    await repository.end(idHash)
    onEnd(idHash, reason)
    return found && this.#open(found.session)
  }

  async #findLive(idHash: string): Promise<FoundConsoleSession> {
    const { repository, sessions, clock, idleMs } = this.#options
    const [found] = await repository.find([idHash])
    if (found === undefined) throw sessionOver()
    const { freezeState } = await sessions.findUser(found.session)
    const reason = reasonToEnd(found, { nowMs: clock.nowMs(), idleMs, freeze: freezeState })
    if (reason === undefined) return found
    await this.end(idHash, reason)
    throw freezeState?.state === 'frozen' ? new SluiceError('session_frozen') : sessionOver()
  }

  async #freshTokens(found: FoundConsoleSession): Promise<Tokens> {
    const { session } = found
    const tokens = this.#open(session)
    if (tokens === undefined) return await this.#refuse(session.idHash, 'provider')
    const { refresh } = tokens
    if (refresh === undefined || !this.#isDue(session, tokens)) return tokens
    return await this.#share(session.idHash, () => this.#refresh(session, { ...tokens, refresh }))
  }

  #isDue({ refreshedAt }: ConsoleSession, { expiresAtMs }: Tokens): boolean {
    const { clock, refreshMs } = this.#options
    const nowMs = clock.nowMs()
    return nowMs >= refreshedAt.getTime() + refreshMs || (expiresAtMs !== undefined && nowMs >= expiresAtMs - EARLY_MS)
  }

  async #refresh(session: ConsoleSession, tokens: Tokens & { readonly refresh: string }): Promise<Tokens> {
    const { repository, provider, keyRing, clock } = this.#options
    const { idHash, tenant, series, refreshedAt } = session
    if (!(await repository.claimRefresh(idHash, refreshedAt, new Date(clock.nowMs())))) {
      return this.#isGood(tokens) ? tokens : await this.#waitForOther(session)
    }
    try {
      const fresh = await provider.refresh(tokens)
      await repository.keepTokens(series, sealTokens(keyRing, { tenant, idHash: series }, fresh))
      return fresh
    } catch (error) {
      if (error instanceof LoginRefused) return await this.#refuse(idHash, 'provider')
      // A token that is good is good for the console as long as for anybody else.
      if (this.#isGood(tokens)) return tokens
      throw error
    }
  }

  #isGood({ expiresAtMs }: Tokens): boolean {
    return expiresAtMs !== undefined && this.#options.clock.nowMs() < expiresAtMs
  }

  /** Another process has set out to ask for tokens. Throws `dependency_unavailable` where none come. */
  async #waitForOther({ idHash, tokens }: ConsoleSession): Promise<Tokens> {
    for (let wait = 0; wait < WAITS; wait += 1) {
      await sleep(WAIT_MS)
      const [found] = await this.#options.repository.find([idHash])
      if (found === undefined) throw sessionOver()
      const opened = found.session.tokens === tokens ? undefined : this.#open(found.session)
      if (opened !== undefined) return opened
    }
    throw new SluiceError('dependency_unavailable')
  }

  /** What the token says now. The session ends where the provider's word on the person has changed. */
  async #readPrincipal(session: ConsoleSession, { access }: Tokens): Promise<Principal> {
    const principal = await this.#authenticate(access)
    if (principal === undefined) return await this.#refuse(session.idHash, 'provider')
    const isSame = principal.tenant === session.tenant && principal.sub === session.sub
    if (isSame && digestOfGroups(principal.groups) === session.tokenGroups) return principal
    return await this.#refuse(session.idHash, 'groups-changed')
  }

  /** Undefined for a token that is not good any more. */
  async #authenticate(access: string): Promise<Principal | undefined> {
    try {
      return await this.#options.authenticator.authenticate(`Bearer ${access}`)
    } catch (error) {
      if (error instanceof SluiceError && error.code.startsWith('token_')) return undefined
      throw error
    }
  }

  async #refuse(idHash: string, reason: EndReason): Promise<never> {
    await this.end(idHash, reason)
    throw sessionOver()
  }

  #open({ tenant, series, tokens }: ConsoleSession): Tokens | undefined {
    return unsealTokens(this.#options.keyRing, { tenant, idHash: series }, tokens)
  }

  #keyLoginOf({ securityKeyAt }: ConsoleSession): Login | undefined {
    const { securityKeys } = this.#options
    if (securityKeys === undefined || securityKeyAt === undefined) return undefined
    return defined({ authTime: securityKeyAt.getTime() / 1_000, acr: securityKeys.acr })
  }
}

function sessionOver(): SluiceError {
  return new SluiceError({ code: 'token_expired', message: 'The console session is over. Log in again.' })
}

function hashOf(id: string): string {
  return hash('sha256', id, 'base64url')
}
