import type { EntityType } from '@sluice/contracts'

/** A kind, a text, and the value in it. Values are published examples, or made with their check digits. */
export type NumberMatch = readonly [kind: EntityType, text: string, value: string]
