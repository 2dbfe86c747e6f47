import type { SensitivityTile } from '@sluice/contracts'
import type { PolicyQuestion } from '../question.ts'
import type { Mentions } from './mentions.ts'

/** A longer question is not remembered. */
const MAX_KEY_LENGTH = 1_000

/**
 * Says by what a decision is remembered, beside the kind of the caller: everything of the question that a policy for
 * its action looks at. Undefined where it is not remembered. A time is looked at to the minute.
 */
export function questionKey(question: PolicyQuestion, mentions: Mentions, minute: number): string | undefined {
  const key = keyOf(question, mentions)
  if (key.length > MAX_KEY_LENGTH) return undefined
  return mentions.time ? `${key} ${minute}` : key
}

function keyOf(question: PolicyQuestion, mentions: Mentions): string {
  switch (question.action) {
    case 'reveal-entity':
      return `reveal ${question.resource.entity} ${question.resource.level}`
    case 'route-to-endpoint': {
      const { endpoint, permittedLevel, providerKind = '', region = '', retentionDays = '' } = question.resource
      const facts = `${permittedLevel} ${providerKind} ${retentionDays} ${tileKey(question.context.tile, mentions)}`
      return `route ${facts} ${endpoint.length} ${endpoint} ${region}`
    }
    case 'perform-action': {
      const { model, tile, reasonGiven } = question.context
      const named = mentions.resource ? model : ''
      return `perform ${question.resource.category} ${reasonGiven} ${tileKey(tile, mentions)} ${named}`
    }
    case 'use-provider-tool':
      return `provider tool ${question.resource.tool}`
    case 'call-tool': {
      const { server, tool } = question.resource
      return `call tool ${tileKey(question.context.tile, mentions)} ${server.length} ${server} ${tool}`
    }
    case 'invoke-model':
    case 'use-cache':
      return `${question.action} ${mentions.resource ? question.resource.model : ''}`
    default:
      return 'context' in question
        ? `${question.action} ${JSON.stringify(question.context)}`
        : `${question.action} ${JSON.stringify(question.resource)}`
  }
}

function tileKey(tile: SensitivityTile | undefined, { tile: looked }: Mentions): string | number {
  if (looked === 'no') return ''
  if (tile === undefined) return '-'
  return looked === 'level' ? tile.level : tile.digest
}
