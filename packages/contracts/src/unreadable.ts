import { z } from 'zod'
import { levelSchema } from './level.ts'

/** What a request may hold and no recognizer can read. */
export const UNREADABLE_KINDS = ['image', 'audio', 'file'] as const

export type UnreadableKind = (typeof UNREADABLE_KINDS)[number]

/** What cannot be read may hold anything. */
const level = levelSchema.default(7)

/**
 * The level that content of each kind gives a request when it cannot be read; 7 unless it is set. `readFile` is the
 * least level of a request with a file that was read and holds sensitive values: they cannot be replaced in it.
 */
export const unreadableLevelsSchema = z.strictObject({ image: level, audio: level, file: level, readFile: level })

export type UnreadableLevels = z.output<typeof unreadableLevelsSchema>

/** The flag of a tile whose request a configured recognizer outside the gateway did not read. */
export const NOT_EXTERNALLY_INSPECTED_FLAG = 'not-externally-inspected'

/** The flag of a tile whose request holds something that was not read. */
export const UNREADABLE_FLAG = 'unreadable-content'

/** The flag of a tile whose request holds a file with sensitive values that goes on as it is. */
export const SENSITIVE_FILE_FLAG = 'sensitive-attachment'
