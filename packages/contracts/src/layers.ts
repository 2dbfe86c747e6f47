import { z } from 'zod'

/** The layer names of the gateway specification, section 1. */
export const LAYER_IDS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7'] as const

export const layerIdSchema = z.enum(LAYER_IDS)

export type LayerId = z.infer<typeof layerIdSchema>
