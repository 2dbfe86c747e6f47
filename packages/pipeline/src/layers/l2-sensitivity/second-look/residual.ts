import {
  type EntityType,
  type Level,
  levelSchema,
  type PolicyViolation,
  type ResidualAction,
  type SensitivityTile,
} from '@sluice/contracts'
import type { InspectorDecision } from '../../../layer.ts'
import type { Residual } from '../../../request/index.ts'
import { tileOfLevel } from '../../../run/clear-level.ts'
import { severityOf } from '../../../run/severity-of-level.ts'
import { joinTiles } from '../../../run/tiles.ts'
import type { SecondLook } from './second-look.ts'

/** Sums a second look up. What is masked now does not leave. */
export function residualOf({ findings, weak }: SecondLook, action: ResidualAction): Residual {
  const sure = new Map<EntityType, readonly [count: number, level: Level]>()
  if (action !== 'mask') {
    for (const { entity, level, continues } of findings) {
      const [count, known] = sure.get(entity) ?? [0, level]
      const highest = levelSchema.parse(Math.max(level, known))
      sure.set(entity, [count + (continues === true ? 0 : 1), highest])
    }
  }
  const types = new Map<EntityType, number>(weak)
  for (const [entity, [count]] of sure) types.set(entity, (types.get(entity) ?? 0) + count)
  return {
    sure: [...sure].map(([entity, [count, level]]) => [entity, count, level] as const),
    types: Object.fromEntries([...types].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** What follows from it: the request is refused, or goes on, as sensitive as what it still holds. */
export function decideOnResidual(
  { sure, types }: Residual,
  action: ResidualAction,
  tile: SensitivityTile | undefined,
): InspectorDecision<'L2'> {
  if (sure.length === 0) return { type: 'allow', facts: { residual: types } }
  const violations = sure.map((each) => violationOf(each, action))
  if (action === 'deny') {
    const message = 'The request still holds sensitive values where they cannot be replaced.'
    return { type: 'deny', refusal: { code: 'content_blocked', message }, violations, facts: { residual: types } }
  }
  const highest = levelSchema.parse(Math.max(...sure.map(([, , level]) => level)))
  const raised = tile === undefined ? {} : { tile: joinTiles(tile, tileOfLevel(highest)) }
  return { type: 'allow', violations, facts: { residual: types, ...raised } }
}

function violationOf([entity, count, level]: Residual['sure'][number], action: ResidualAction): PolicyViolation {
  return {
    policy_id: `residual-${entity.toLowerCase().replaceAll('_', '-')}`,
    layer: 'L2',
    action: action === 'deny' ? 'blocked' : 'observed',
    severity: severityOf(level),
    message:
      count === 1
        ? `1 value of type ${entity} still stood in what was to leave.`
        : `${count} values of type ${entity} still stood in what was to leave.`,
  }
}
