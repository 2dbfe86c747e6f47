export { UPLOAD_MODES, type UploadCounts } from './apply-upload.ts'
export { codenameConfigShape } from './config.ts'
export {
  announceCodenames,
  CODENAMES_CHANNEL,
  gatewayVersions,
  reportVersion,
} from './gateway-versions.ts'
export { type CodenameClasses, DEFAULT_LEVEL, levelOfClass, type RegisteredTerm } from './registered-term.ts'
export { openBlock } from './term-blocks.ts'
export type { UploadBody } from './upload-messages.ts'
export { FaultyUpload, UploadWorker } from './upload-worker.ts'
