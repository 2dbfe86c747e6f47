export { createEvidenceLayer, type EvidenceOptions } from './evidence-layer.ts'
