export { createEvidenceLayer, type PolicyObserver } from './evidence-layer.ts'
