export { loadPromptClassifier } from './load.ts'
export type { Reading } from './views/reading.ts'
export { readingsOf } from './views/readings.ts'
