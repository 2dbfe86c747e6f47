import type {
  ActionCategory,
  DetectionConfig,
  EntityType,
  FileForm,
  FileText,
  Level,
  PolicyViolation,
  ResidualAction,
  ResidualTypes,
  SensitivityTile,
  ThreatFinding,
  UnreadableLevels,
} from '@sluice/contracts'
import type { Trait } from '@sluice/mosaic'
import type { PolicySnapshot } from '@sluice/policy'
import type { MappingKeys } from '@sluice/token-vault'
import type { DeliveredTexts } from '../delivered/index.ts'
import type { CodenameSnapshot } from '../ports/codename-registry.ts'
import type { ExternalSpan } from '../ports/external-recognizer.ts'
import type { AbortScope } from '../run/abort-scope.ts'
import type { ItemNames } from './item-names.ts'

/** What a second look has shown, as it can be posted. */
export interface Residual {
  /** How many values it is sure of, by type, with the highest level of each. Empty where they were masked. */
  readonly sure: readonly (readonly [entity: EntityType, count: number, level: Level])[]
  /** All that it counted in what leaves. */
  readonly types: ResidualTypes
}

/** Which items of the input the model was sent before, in the form that they have. */
export interface SentItems {
  /** So many at the beginning. */
  readonly count: number
  /** Others, by their place. */
  readonly others: readonly number[]
}

/** The keys of a session, and what it was given. */
export interface MaskingKeys extends MappingKeys {
  readonly delivered?: DeliveredTexts | undefined
  /** Present where values may be shifted or generalized: in what goes to a model. All others get tokens. */
  readonly changes?: { readonly sentItems: SentItems }
}

/** Dates as they leave, shifted, each with the name under which the mapping holds what it stands for. */
export type ShiftedDates = readonly (readonly [shifted: string, name: string])[]

/** What recognizers outside the gateway may be asked about. */
export interface TextsForOthers {
  /** Of what stands in the texts. */
  readonly tile: SensitivityTile
  /** Absent where they are too many or too long to be sent. */
  readonly texts?: readonly string[]
}

/** What one of them has found. */
export interface NamedSpan extends ExternalSpan {
  readonly recognizer: string
}

/** What L2 has seen of a body, whose findings stay with it. */
export interface SeenThere {
  readonly tile: SensitivityTile
  readonly findings: number
  /** What it tells of persons, each once. */
  readonly told: readonly Trait[]
}

/** What each layer gives the thread that holds a body, and what it gets back. All of it can be posted. */
export interface BodyWork {
  readonly L0: {
    /** What tools do by the word of an operator, by name. */
    readonly input: ReadonlyMap<string, ActionCategory> | undefined
    readonly output: {
      readonly category: ActionCategory
      readonly rule: string
      readonly confidence: number
      /** Types of tools that the provider runs. */
      readonly providerTools: readonly string[]
    }
  }
  readonly L1: {
    readonly input: {
      readonly thresholds: PolicySnapshot['jailbreak']
      /** What earlier messages of the session add to the score, in logits. */
      readonly raise: number
      /** Names the user's session: what its texts have shown before is remembered. */
      readonly session: string
    }
    readonly output: {
      readonly confidence: number
      readonly techniques: readonly string[]
      readonly findings: number
      /** The surest of them. */
      readonly threats: readonly ThreatFinding[]
      /** SHA-256 of the user's texts that show signs by themselves; never leaves the gateway's memory. */
      readonly unsure: readonly string[]
    }
  }
  readonly L2: {
    readonly input: {
      readonly tenant: string
      readonly codenames: CodenameSnapshot
      readonly unreadableLevels: UnreadableLevels
      readonly detection: DetectionConfig
      /** Whether an earlier part of the conversation, which is not here, spoke of a person. */
      readonly continuesPersonal: boolean
      /** Names the user's session: what its texts have shown before is remembered. */
      readonly session: string
      /** What is done about values that the second look is sure of. */
      readonly residualAction: ResidualAction
      /** Whether what it tells of persons is asked for. */
      readonly readsTraits: boolean
      /** Whether recognizers outside the gateway will be asked as well. */
      readonly forOthers?: boolean
    }
    readonly output: SeenThere & {
      readonly forOthers?: TextsForOthers
    }
  }
  /** What others have found in the texts that L2 gave for them. */
  readonly external: {
    readonly input: readonly (readonly NamedSpan[])[]
    readonly output: SeenThere
  }
  /** For a request that continues an earlier one. Before any layer. */
  readonly continue: {
    /** JSON of `ResponsesHistory`. */
    readonly input: string
    readonly output: {
      /** The endpoints that have sealed something in it, history included. */
      readonly endpoints: readonly string[]
      readonly names: ItemNames
      /** Whether it holds files that were not read yet. */
      readonly hasFiles: boolean
    }
  }
  /** For a request that is held: what is kept of it beside its masked form. The body stays. */
  readonly copy: {
    /** The longest copy, in bytes. */
    readonly input: number
    /** Canonical JSON in UTF-8, and what it orders. Throws `request_too_large`. */
    readonly output: { readonly body: Uint8Array; readonly order: string }
  }
  /** Before any layer: the files that were not read yet, whose memory moves. */
  readonly takeFiles: { readonly input: undefined; readonly output: readonly Uint8Array<ArrayBuffer>[] }
  /** What was read of the files that were taken last, in their order, and what becomes of them. */
  readonly readFiles: {
    readonly input: { readonly texts: readonly FileText[]; readonly form: FileForm }
    readonly output: undefined
  }
  readonly L3: {
    /** The keys of the session; undefined for text to embed, which gets no tokens. */
    readonly input: MaskingKeys | undefined
    readonly output: {
      /** The body as JSON without its `model`, in UTF-8. */
      readonly masked: Uint8Array
      /** Tokens with their sealed values. */
      readonly sealed: readonly (readonly [token: string, sealed: string])[]
      readonly violations: readonly PolicyViolation[]
      readonly shifted: ShiftedDates
      /** What L2's second look still found in it. */
      readonly residual: Residual
    }
  }
}

/**
 * A body that another thread holds until L3 has masked it, and each layer's work on it. It rejects with `layer_failed`
 * where the thread is lost, with the `SluiceError` that the work throws, and once the scope is stopped.
 */
export type RemoteBody = {
  readonly [Name in Exclude<keyof BodyWork, 'takeFiles' | 'readFiles'>]: (
    input: BodyWork[Name]['input'],
    scope: AbortScope,
  ) => Promise<BodyWork[Name]['output']>
}
