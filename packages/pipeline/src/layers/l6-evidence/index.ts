export { createEvidenceLayer } from './evidence-layer.ts'
