export {
  CASES_FOLDER,
  type CaseOutcome,
  type CryptoCase,
  compare,
  detectInCase,
  parseCases,
  readCases,
} from './crypto-cases.ts'
export {
  isVerdictRight,
  type MarkedPlace,
  markedPlaces,
  parameterOutcome,
  STATED_PARAMETERS,
  type StatedParameter,
  saidValue,
} from './crypto-parameters.ts'
