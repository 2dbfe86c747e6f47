import { readTemplate, type Template } from './template.ts'
import postQuantumReadiness from './templates/post-quantum-readiness.json' with { type: 'json' }

/** The questionnaires that the service has. */
export const TEMPLATES: readonly Template[] = [readTemplate(postQuantumReadiness)]
