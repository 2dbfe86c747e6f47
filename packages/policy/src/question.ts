import type { ActionCategory, EntityType, Level, Principal, SensitivityTile } from '@sluice/contracts'
import type { AdminAction, SoarAction } from './actions.ts'

/**
 * Everything that the policy can be asked, one member for each kind of action: who (`principal`) wants to do what
 * (`action`) to what (`resource`), under which circumstances (`context`).
 */
export type PolicyQuestion =
  | ModelQuestion
  | ProviderToolQuestion
  | ToolQuestion
  | PerformQuestion
  | RouteQuestion
  | RevealQuestion
  | CacheQuestion
  | AdminQuestion
  | SoarQuestion

/** May this caller use this model? Asked once for a request, at admission. */
interface ModelQuestion {
  readonly principal: Principal
  readonly action: 'invoke-model'
  /** The name that the caller used. */
  readonly resource: { readonly model: string }
}

/**
 * May this caller have a tool used that the model's provider runs itself? What it sends out passes no layer. Asked once
 * for each type of tool in a request.
 */
interface ProviderToolQuestion {
  readonly principal: Principal
  readonly action: 'use-provider-tool'
  /** The type of the tool, as the wire names it. */
  readonly resource: { readonly tool: string }
}

/**
 * May this caller call this tool of a configured server? Asked once the caller is known, and again once the arguments
 * are: a policy may look at what they hold.
 */
interface ToolQuestion {
  readonly principal: Principal
  readonly action: 'call-tool'
  /** A server by its configured name, and a tool as the server names it; empty for the list of its tools. */
  readonly resource: { readonly server: string; readonly tool: string }
  readonly context: {
    /** Of all that the arguments hold, masked or not. Absent until they have been inspected. */
    readonly tile?: SensitivityTile
  }
}

/**
 * May this caller set out to do this kind of action? Asked once the category is known, and again once the data is: a
 * policy may hold by either.
 */
export interface PerformQuestion {
  readonly principal: Principal
  readonly action: 'perform-action'
  readonly resource: { readonly category: ActionCategory }
  readonly context: {
    /** The name that the caller used. */
    readonly model: string
    /** Absent until the request has been inspected. */
    readonly tile?: SensitivityTile
    /** Whether the caller says why it asks. */
    readonly reasonGiven: boolean
  }
}

/** What a policy can look at of an endpoint; what configuration does not say is absent. */
interface EndpointFacts {
  readonly endpoint: string
  readonly permittedLevel: Level
  readonly providerKind?: ProviderKind | undefined
  readonly region?: string | undefined
  /** How many days the provider keeps what it is sent. */
  readonly retentionDays?: number | undefined
}

/**
 * Who runs an endpoint: a provider of models for everybody, a model service of a cloud platform, a provider under the
 * enterprise's own key, or the enterprise.
 */
export const PROVIDER_KINDS = ['hosted', 'cloud-platform', 'byok', 'self-hosted'] as const

type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** May this endpoint see a request with this tile? */
export interface RouteQuestion {
  readonly principal: Principal
  readonly action: 'route-to-endpoint'
  readonly resource: EndpointFacts
  readonly context: { readonly tile: SensitivityTile }
}

/** May this caller see a real value of this type and level? */
export interface RevealQuestion {
  readonly principal: Principal
  readonly action: 'reveal-entity'
  readonly resource: { readonly entity: EntityType; readonly level: Level }
}

/** May a remembered answer be given to this caller, and this caller's answer be remembered? */
interface CacheQuestion {
  readonly principal: Principal
  readonly action: 'use-cache'
  readonly resource: { readonly model: string }
}

/** May this administrator do this, to this resource or, where there is none yet, to anything at all? */
export interface AdminQuestion {
  readonly principal: Principal
  readonly action: AdminAction
  readonly resource?: AdminResource
}

/** What an admin action is done to. */
export type AdminResource =
  | {
      readonly type: 'session'
      readonly tenant: string
      /** Of the session's user. */
      readonly departments: readonly string[]
      /** Everything that is known of the session, or its id and state only. */
      readonly view: 'full' | 'state'
    }
  | { readonly type: 'policy'; readonly tenant: string; readonly isMutable: boolean }
  | {
      readonly type: 'codename'
      readonly tenant: string
      /** Of the codename; none where it belongs to no department. */
      readonly departments: readonly string[]
    }
  | {
      readonly type: 'api-key'
      readonly tenant: string
      /** Of its owner. */
      readonly departments: readonly string[]
      /** Whether its owner is the caller. */
      readonly isOwn: boolean
    }
  | {
      readonly type: 'usage'
      readonly tenant: string
      /** Of those who have used it; none where it is that of everybody. */
      readonly departments: readonly string[]
    }
  | {
      readonly type: 'approval'
      readonly tenant: string
      /** Of the user whose request waits. */
      readonly departments: readonly string[]
    }

/** May this SOAR system send commands, or this command? */
export interface SoarQuestion {
  readonly principal: Principal
  readonly action: SoarAction
  /** How the system has proven who it is; `scopes` are those of its access token. */
  readonly context:
    | { readonly credential: 'signature' }
    | {
        readonly credential: 'token'
        readonly scopes: readonly string[]
        /** The Users store knows the subject. Whether the person is active is asked apart (`refusalOfUser`). */
        readonly isPerson: boolean
        /** The client that the token was issued to. */
        readonly client: string
      }
}
