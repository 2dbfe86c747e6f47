export { createNames } from './recognizers/names.ts'
export { RULES, scanSteps } from './scan-text.ts'
export { createSensitivityLayer, sensitivitySteps } from './sensitivity-layer.ts'
export { TenantRecognizers } from './tenant-recognizers.ts'
