import type { KeptResponses } from '@sluice/pipeline/ports'
import type { CommandBatcher } from '@sluice/redis'
import { createSealedTexts, type SealedTextOptions } from './redis-sealed-texts.ts'

/** The responses in Redis that later requests may continue. All verbs reject with `dependency_unavailable`. */
export function createRedisKeptResponses(commands: CommandBatcher, options: SealedTextOptions): KeptResponses {
  const texts = createSealedTexts(commands, 'r', options)
  return { find: texts.find, keep: texts.store, forget: texts.forget }
}
