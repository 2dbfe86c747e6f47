export { loadPromptClassifier } from './load.ts'
export { readingsOf } from './views/readings.ts'
