import { z } from 'zod'

/**
 * What a request asks for, from least to most consequential. The specification names the categories A to H and does not
 * define them; docs/action-taxonomy.md holds Sluice's definition.
 */
export const ACTION_CATEGORIES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const

export const actionCategorySchema = z.enum(ACTION_CATEGORIES)

export type ActionCategory = z.infer<typeof actionCategorySchema>

/** The standard name of each category. */
export const ACTION_NAMES: Readonly<Record<ActionCategory, string>> = {
  A: 'inform',
  B: 'compose',
  C: 'code',
  D: 'retrieve',
  E: 'communicate',
  F: 'transact',
  G: 'administer',
  H: 'decide-about-people',
}
