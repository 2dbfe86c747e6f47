export { analysePrompt } from './analyse-prompt.ts'
export { matchPrompts } from './match-prompts.ts'
