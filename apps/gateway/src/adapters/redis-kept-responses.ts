import type { KeptResponses } from '@sluice/pipeline/ports'
import type { CommandBatcher } from '@sluice/redis'
import { createSealedTexts, type SealedTextOptions } from '@sluice/token-vault/redis'

/** The responses in Redis that later requests may continue. All verbs reject with `dependency_unavailable`. */
export function createRedisKeptResponses(commands: CommandBatcher, options: SealedTextOptions): KeptResponses {
  const texts = createSealedTexts(commands, 'responses', options)
  return {
    find: async (key) => (await texts.find(key)).text,
    keep: (key, response, owner) => texts.store(key, response, owner),
    forget: texts.forget,
  }
}
