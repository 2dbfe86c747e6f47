import type { ModelRequestKind } from './model-request.ts'
import { ROOT_SHAPES } from './positions.ts'
import { toolsOfWire } from './provider-tools.ts'
import { type Shape, type ShapeName, shapeOf } from './shapes/index.ts'

/** What becomes of what stands at one place of a request. */
interface CoveredPlace {
  /** `messages[].content`; `*` stands for every member that the wire does not name. */
  readonly place: string
  readonly treatment: string
}

/** Strings, as the tables of shapes have them. */
const TREATMENTS: Readonly<Record<Shape['text'], string>> = {
  prose: 'enforced: read as language',
  identifier: 'enforced: read as a name that code refers to',
  name: 'enforced: read as the name of a participant',
  structured: 'enforced: read as data',
  json: 'enforced: read inside where it is JSON, else as data',
  document: 'enforced: read inside where it is JSON, else as language',
  closed: 'the words of the wire pass; everything else is enforced as language',
  attachment:
    'enforced where it holds text or a file that can be read; else it passes by the level that `UNREADABLE_LEVELS` gives it',
  bytes:
    'enforced where it holds text or a file that can be read; else it passes by the level that `UNREADABLE_LEVELS` gives it',
  never: 'passes: L5 takes only a name that an endpoint lists',
}
const SEALED = 'goes back to its maker by a good mark; else it passes by the level that `UNREADABLE_LEVELS` gives it'
const PARAMETER = 'numbers and booleans pass, within the bounds of the schema; a string is enforced'
const REFERENCE = 'enforced as a name, and what it leads to passes by the level that `UNREADABLE_LEVELS` gives it'

/**
 * Every place of the requests of a wire that the tables name, and what becomes of it. A test shows that there is no
 * other: members that no table names are read as language or data.
 */
export function requestCoverage(kind: ModelRequestKind): readonly CoveredPlace[] {
  const places: CoveredPlace[] = []
  const first = new Map<ShapeName, string>()
  const visit = (name: ShapeName, place: string) => {
    const shape = shapeOf(name)
    const known = first.get(name)
    places.push({ place, treatment: known === undefined ? treatmentOf(name, shape) : `as \`${known}\`` })
    if (known !== undefined || shape.members.size === 0) return
    first.set(name, place)
    for (const [type, variant] of shape.variants ?? []) visit(variant, `${place}(type: ${String(type)})`)
    for (const [member, inner] of shape.members) visit(inner, place === '' ? member : `${place}.${member}`)
    places.push({ place: place === '' ? '*' : `${place}.*`, treatment: treatmentOf(shape.rest, shapeOf(shape.rest)) })
  }
  visit(ROOT_SHAPES[kind], '')
  return places.slice(1)
}

function treatmentOf(name: ShapeName, shape: Shape): string {
  if (name === 'sealedText') return SEALED
  if (name === 'parameter') return PARAMETER
  if (name === 'fileId') return REFERENCE
  if (name === 'toolName') return 'passes: only a tool that its server lists is called'
  return TREATMENTS[shape.text]
}

/** A line of the census of tools. */
interface CoveredTools {
  readonly what: string
  readonly treatment: string
}

/** The tools that a request of a wire can name, and what becomes of each. */
export function toolCoverage(kind: ModelRequestKind): readonly CoveredTools[] {
  const { byCaller, members } = toolsOfWire(kind)
  return [
    ...byCaller.map((type) => ({ what: `a tool of the type \`${type}\``, treatment: 'enforced: the caller runs it' })),
    ...Object.entries(members).map(([member, type]) => ({ what: `\`${member}\``, treatment: byPolicy(type) })),
    { what: 'a tool of any other type, known or not, wherever it stands', treatment: byPolicy('its type') },
  ]
}

function byPolicy(tool: string): string {
  const resource = tool.includes(' ') ? tool : `\`${tool}\``
  return `refused, unless the policy action \`use-provider-tool\` opens ${resource} to the caller`
}
