import { z } from 'zod'

/** One row of the reference table of a service's environment variables. */
interface ConfigRow {
  readonly name: string
  readonly required: boolean
  /** As one would write it in the environment; empty when there is none. */
  readonly default: string
  readonly description: string
}

/** Lists the variables of a configuration schema in its order, from `.describe()` and `.default()` of each. */
export function describeConfig(schema: z.ZodObject): ConfigRow[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    required: !z.safeParse(field, undefined).success,
    default: writeDefault(layersOf(field)),
    description:
      layersOf(field)
        .map(descriptionOf)
        .find((text) => text !== undefined) ?? '',
  }))
}

/** The schema and the schemas inside it: `.default()` and `.optional()` put a new schema around the described one. */
function layersOf(field: z.core.$ZodType): z.core.$ZodType[] {
  const layers = [field]
  let inner: z.core.$ZodType | undefined = innerOf(field)
  while (inner !== undefined) {
    layers.push(inner)
    inner = innerOf(inner)
  }
  return layers
}

function innerOf(field: z.core.$ZodType): z.core.$ZodType | undefined {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault || field instanceof z.ZodOptional) {
    return field.def.innerType
  }
  return undefined
}

function descriptionOf(field: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(field)?.description
}

function writeDefault(layers: readonly z.core.$ZodType[]): string {
  for (const layer of layers) {
    if (layer instanceof z.ZodDefault || layer instanceof z.ZodPrefault) return write(layer.def.defaultValue)
  }
  return ''
}

function write(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(',')
  return value === undefined ? '' : JSON.stringify(value)
}
