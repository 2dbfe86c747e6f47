import {
  type DetectionConfig,
  type DetectionSettings,
  detectionOf,
  ENTITY_TYPES,
  type EntityFinding,
  type EntityType,
  type RecognizerSetting,
  recognizerSettingsOf,
} from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { CodenameSnapshot } from '../../ports/codename-registry.ts'
import { customRecognizersOf } from './custom/custom-recognizers.ts'
import type { Recognizer, Span } from './recognizer.ts'
import { createCodenameRecognizer } from './recognizers/codename.ts'
import { shippedRecognizers } from './scan-text.ts'
import { WEAK_SHARE } from './weak-findings.ts'

/** Tenants whose recognizers are kept: those in use at the same time. Another takes microseconds to make. */
const MAX_TENANTS = 64

/** What is looked for in a tenant's texts. */
export interface Detection {
  /** No other detection of this thread has the same: not for another tenant, other settings or other codenames. */
  readonly id: number
  readonly recognizers: readonly Recognizer[]
  /** Types that are found only beside a person. */
  readonly besidePerson: ReadonlySet<EntityType>
  /** Types that are counted and go on as they are. */
  readonly kept: ReadonlySet<EntityType>
  /** Types whose values get another form than a token. */
  readonly changed: ReadonlyMap<EntityType, NonNullable<EntityFinding['replace']>>
  /** Whether a finding is sure enough of its type, and the type is looked for. */
  readonly counts: (finding: Pick<Span, 'entity' | 'confidence'>) => boolean
}

interface Known {
  readonly version: string
  readonly config: DetectionConfig
  readonly detection: Detection
}

/** What is looked for in the texts of each tenant, made once for each version of its codenames. */
export class TenantRecognizers {
  readonly #used: readonly Recognizer[] | undefined
  readonly #known = new LRUCache<string, Known>({ max: MAX_TENANTS })
  #lastId = 0

  /** @param used in place of those that ship, which are made when they are first asked for. */
  constructor(used?: readonly Recognizer[]) {
    this.#used = used
  }

  /** Throws where the snapshot holds no index. */
  of(tenant: string, { version, index }: CodenameSnapshot, config: DetectionConfig): Detection {
    const known = this.#known.get(tenant)
    if (known !== undefined && known.version === version && known.config === config) return known.detection
    const settings = detectionOf(config, tenant)
    const byName = recognizerSettingsOf(config.byRecognizer, tenant)
    const used = this.#used ?? shippedRecognizers()
    const own = customRecognizersOf(config, tenant, settings)
    const looking = own === undefined ? used : [...used, own]
    this.#lastId += 1
    const detection = {
      id: this.#lastId,
      recognizers: [createCodenameRecognizer(index), ...looking.flatMap((each) => asSet(each, settings, byName))],
      besidePerson: new Set(ENTITY_TYPES.filter((type) => settings[type].find === 'beside-person')),
      kept: new Set(ENTITY_TYPES.filter((type) => settings[type].replace === 'keep')),
      changed: changedTypes(settings),
      counts: ({ entity, confidence }: Pick<Span, 'entity' | 'confidence'>) =>
        settings[entity].find !== 'never' && confidence >= settings[entity].minScore,
    }
    this.#known.set(tenant, { version, config, detection })
    return detection
  }
}

function changedTypes(settings: DetectionSettings): Detection['changed'] {
  const changed = new Map<EntityType, NonNullable<EntityFinding['replace']>>()
  for (const type of ENTITY_TYPES) {
    const { replace } = settings[type]
    if (replace === 'shift' || replace === 'generalize') changed.set(type, replace)
  }
  return changed
}

/** A recognizer that reports only what the settings ask for; none where they ask for nothing that it finds. */
function asSet(
  recognizer: Recognizer,
  settings: DetectionSettings,
  byName: ReadonlyMap<string, RecognizerSetting>,
): readonly Recognizer[] {
  if (recognizer.entities.every((type) => settings[type].find === 'never')) return []
  return [
    {
      ...recognizer,
      find: (text, context) =>
        recognizer.find(text, context).filter(({ entity, confidence, start, recognizer: name }) => {
          const { find, minScore } = settings[entity]
          const own = byName.size === 0 ? undefined : byName.get(name)
          if (find === 'never' || own?.find === 'never') return false
          const least = own?.minScore ?? minScore
          if (confidence >= least) return true
          if (find === 'always' && confidence >= least * WEAK_SHARE) context.weak?.add(entity, start)
          return false
        }),
    },
  ]
}
