export { matchPrompts } from './match-prompts.ts'
export { normalFormOf } from './normal-form.ts'
export { worksOnText } from './works-on-text.ts'
