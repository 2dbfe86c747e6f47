import { type Principal, toolServerOf } from '@sluice/contracts'
import type { PolicyQuestion } from './question.ts'

/** What is asked at admission: may the caller use this model, or any tool of this server? By the name on record. */
export function useQuestion(principal: Principal, model: string): PolicyQuestion {
  const server = toolServerOf(model)
  return server === undefined
    ? { principal, action: 'invoke-model', resource: { model } }
    : { principal, action: 'call-tool', resource: { server, tool: '' }, context: {} }
}
