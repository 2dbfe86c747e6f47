export { LOG_SIGNER, makeExport, OTHER_SIGNER, WITNESS } from './export-for-tests.ts'
export { makeTrail } from './trail-for-tests.ts'
