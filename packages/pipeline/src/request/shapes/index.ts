import { UNREADABLE_KINDS, type UnreadableKind } from '@sluice/contracts'
import { foldedName } from '../folded-name.ts'
import { CHAT_SHAPES } from './chat.ts'
import { COMMON_SHAPES } from './common.ts'
import { EMBEDDINGS_SHAPES } from './embeddings.ts'
import type { Role, TextUse } from './entry.ts'
import { JSON_SCHEMA_SHAPES } from './json-schema.ts'
import { MESSAGES_SHAPES } from './messages.ts'
import { RESPONSES_SHAPES } from './responses.ts'
import { TOOL_SHAPES } from './tools.ts'

/** What may stand at one place of a request. Arrays are transparent: their items have the array's own shape. */
export interface Shape {
  readonly text: TextUse
  /** For `closed`: the values that the protocol itself defines; replacing one would break the request. */
  readonly values?: ReadonlySet<string>
  /** The wire's own members. Their names are not offered; every other name is, as an identifier. */
  readonly members: ReadonlyMap<string, ShapeName>
  /** Those names without their letter case, where another letter case of one is no member of the caller's own. */
  readonly foldedNames: ReadonlySet<string>
  /** The shape of every member that is not listed. */
  readonly rest: ShapeName
  /** Whose text it is; absent where the place around it says so. */
  readonly role?: Role
  /** What it stands for that cannot be read: the content of an attachment, or what an id leads to. */
  readonly unreadable?: UnreadableKind
  /** Shapes of objects by their `type`, where it says how they are read. */
  readonly variants?: ReadonlyMap<unknown, ShapeName>
  /** True where numbers are parameters of the call, and never data. */
  readonly parameters?: true
}

export type ShapeName = keyof typeof TABLE

/**
 * Every place of a request. The rule is: a string is text unless a line of the tables says otherwise, so an unknown
 * member is always walked.
 */
const TABLE = {
  ...COMMON_SHAPES,
  ...JSON_SCHEMA_SHAPES,
  ...CHAT_SHAPES,
  ...EMBEDDINGS_SHAPES,
  ...RESPONSES_SHAPES,
  ...MESSAGES_SHAPES,
  ...TOOL_SHAPES,
}

/** What a file id leads to, and what a provider has sealed, is as unreadable as a file. */
const LIKE_FILES: ReadonlySet<string> = new Set(['fileId', 'sealedText'])

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(TABLE).map(([name, entry]): [string, Shape] => [
    name,
    {
      text: entry.text,
      rest: known(entry.rest),
      members: new Map(Object.entries(entry.members).map(([member, target]) => [member, known(target)])),
      foldedNames: new Set(Object.hasOwn(JSON_SCHEMA_SHAPES, name) ? [] : Object.keys(entry.members).map(foldedName)),
      ...(entry.values === undefined ? {} : { values: entry.values }),
      ...(entry.role === undefined ? {} : { role: entry.role }),
      ...(entry.variants === undefined ? {} : { variants: variantsOf(entry.variants) }),
      ...unreadableOf(name),
      ...(name === 'parameter' ? { parameters: true as const } : {}),
    },
  ]),
)

function unreadableOf(name: string): { readonly unreadable?: UnreadableKind } {
  if (LIKE_FILES.has(name)) return { unreadable: 'file' }
  if (name === 'imageBytes') return { unreadable: 'image' }
  const kind = UNREADABLE_KINDS.find((each) => each === name)
  return kind === undefined ? {} : { unreadable: kind }
}

function variantsOf(variants: Readonly<Record<string, string>>): ReadonlyMap<unknown, ShapeName> {
  return new Map(Object.entries(variants).map(([type, name]) => [type, known(name)]))
}

/** The shape of that name. */
export function shapeOf(name: ShapeName): Shape {
  const found = SHAPES.get(name)
  if (found === undefined) throw new Error(`There is no shape ${name}.`)
  return found
}

function known(name: string): ShapeName {
  if (!isShapeName(name)) throw new Error(`The table names a shape ${name} that it does not hold.`)
  return name
}

function isShapeName(name: string): name is ShapeName {
  return Object.hasOwn(TABLE, name)
}
