import { levelSchema, type SensitivityTile } from '@sluice/contracts'
import { findWrittenTokens, type WrittenToken } from '@sluice/token-vault'
import type { Exchange, RewriterDecision } from '../../layer.ts'
import { type LocalRequest, positionsOf, rewrite } from '../../request/index.ts'
import { tileOfLevel } from '../../run/clear-level.ts'
import { oneStep, type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { joinTiles } from '../../run/tiles.ts'
import type { TokenValues } from './token-values.ts'

type ToolCall = LocalRequest & { readonly kind: 'tool-call' }

/** Looking for tokens costs less than recognizing values, by this factor. */
const CHEAPER = 4

/**
 * Puts the values behind the session's tokens, also altered ones, into the arguments of a call: those that its server
 * may see and that this caller may see. Other tokens stay as they are. The tile of the call covers what has been put
 * there.
 *
 * Rejects as the Secure State Map does.
 */
export async function restoreArguments(
  request: ToolCall,
  exchange: Exchange,
  values: TokenValues,
): Promise<RewriterDecision<'L4'>> {
  const { facts, scope } = exchange
  const found = await workInSlices(tokenSteps(request), scope)
  if (found.length === 0) return { type: 'allow' }
  await values.learn(found.flatMap(({ tokens }) => tokens.map(({ token }) => token)))
  const clearLevel = facts.clearLevel ?? -1
  const replacements = new Map<string, string>()
  let highest = -1
  const visibleTo = (token: string) => {
    const known = values.reveal(token)
    if (known === undefined || known.level > clearLevel) return undefined
    highest = Math.max(highest, known.level)
    return known.value
  }
  for (const { path, text, tokens } of found) {
    const restored = await workInSlices(
      oneStep(text.length / CHEAPER, () => withValues(text, tokens, visibleTo)),
      scope,
    )
    if (restored !== text) replacements.set(path, restored)
  }
  if (highest < 0) return { type: 'allow' }
  return { type: 'transform', request: rewrite(request, replacements), facts: tileWith(facts.tile, highest) }
}

interface Found {
  readonly path: string
  readonly text: string
  readonly tokens: readonly WrittenToken[]
}

function* tokenSteps(request: ToolCall): SlicedWork<readonly Found[]> {
  const found: Found[] = []
  for (const { path, text } of positionsOf(request)) {
    yield text.length / CHEAPER
    const tokens = findWrittenTokens(text)
    if (tokens.length > 0) found.push({ path, text, tokens })
  }
  return found
}

function withValues(text: string, tokens: Found['tokens'], visible: (token: string) => string | undefined): string {
  let restored = ''
  let copied = 0
  for (const { token, start, end, before = '', behind = '' } of tokens) {
    const value = visible(token)
    if (value === undefined) continue
    restored += text.slice(copied, start) + before + value + behind
    copied = end
  }
  return restored + text.slice(copied)
}

/** A call without a tile is refused where the tile is asked for. */
function tileWith(tile: SensitivityTile | undefined, highest: number): { readonly tile?: SensitivityTile } {
  return tile === undefined ? {} : { tile: joinTiles(tile, tileOfLevel(levelSchema.parse(highest))) }
}
