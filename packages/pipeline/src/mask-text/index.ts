export { maskReason } from './mask-reason.ts'
export { maskText } from './mask-text.ts'
