export { foldForPhrases } from '@sluice/text-folding'
export {
  CLASS_BITS,
  CLASS_COUNT,
  ClassModel,
  ClassSums,
  type ClassWeights,
  classPlace,
  readClassWeights,
  writeClassWeights,
} from './class-model.ts'
export { emptyFeatures, writeFeatures } from './features.ts'
export { Lexicon } from './lexicon.ts'
export { CALIBRATION_POINTS, type Calibration, type Model, readModel, writeModel } from './model-file.ts'
export {
  CATEGORIES,
  type Category,
  DIMENSIONS,
  emptyHead,
  type Head,
  HIDDEN,
  LINEAR_BITS,
  linearPlace,
  scoreWindow,
  spread,
  VECTOR_BITS,
  vectorPlace,
} from './network.ts'
export { PromptClassifier } from './prompt-classifier.ts'
export { type Cascade, MOST_FIRST, readSecondModel, writeSecondModel } from './second-stage/second-model-file.ts'
export { secondWindow } from './second-stage/second-window.ts'
export { emptySigns, writeSigns } from './second-stage/token-signs.ts'
export { emptyTokens, tokenize } from './tokens.ts'
export { eachWindow } from './windows.ts'
