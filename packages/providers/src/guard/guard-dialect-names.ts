/** Names of guard models whose answers are known. */
export const GUARD_DIALECT_NAMES = ['llama-guard', 'qwen3guard', 'granite-guardian', 'prompt-guard'] as const

export type GuardDialectName = (typeof GUARD_DIALECT_NAMES)[number]
