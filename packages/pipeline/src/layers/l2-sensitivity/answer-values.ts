import { type DetectionConfig, ENTITY_CLASSES, type EntityType, type Level } from '@sluice/contracts'
import type { CodenameRegistry } from '../../ports/codename-registry.ts'
import type { Recognizer, Span } from './recognizer.ts'
import { scanSlice } from './scan-text.ts'
import { type Detection, TenantRecognizers } from './tenant-recognizers.ts'

interface AnswerValuesOptions {
  readonly codenames: CodenameRegistry
  readonly detection: DetectionConfig
  /** Values of a lower level are not looked for. */
  readonly fromLevel: Level
}

/** A value in a short piece of an answer. */
type AnswerValue = Pick<Span, 'entity' | 'start' | 'end'> & { readonly level: Level }

/**
 * Finds values in short pieces of answers, for each tenant, with those recognizers only that know a type of the level.
 * Tokens are none, and neither are types that count beside a person only, or whose values go on in their own form. A
 * registry that fails throws.
 */
export function createAnswerValues({ codenames, detection, fromLevel }: AnswerValuesOptions) {
  const tenants = new TenantRecognizers()
  const used = new WeakMap<Detection, readonly Recognizer[]>()
  const isHigh = ({ entities }: Recognizer) => entities.some((type) => ENTITY_CLASSES[type].level >= fromLevel)
  return (tenant: string): ((text: string, isJson: boolean) => readonly AnswerValue[]) => {
    const lookedFor = tenants.of(tenant, codenames.current(tenant), detection)
    const recognizers = used.get(lookedFor) ?? lookedFor.recognizers.filter(isHigh)
    used.set(lookedFor, recognizers)
    const { besidePerson, kept, changed } = lookedFor
    const isSaid = (type: EntityType) => besidePerson.has(type) || kept.has(type) || changed.has(type)
    return (text, isJson) =>
      scanSlice(text, { kind: isJson ? 'structured' : 'prose' }, recognizers)
        .map(({ entity, start, end, level }) => ({ entity, start, end, level: level ?? ENTITY_CLASSES[entity].level }))
        .filter(({ entity, level }) => level >= fromLevel && !isSaid(entity))
  }
}
