/** What is said of a tool, or of the form of an answer. */
interface Described {
  readonly name: string
  readonly description: string | undefined
  readonly schema: unknown
}

/** The tools of a list with what is said of each, on every wire; those without a name are left out. */
export function describedTools(tools: readonly unknown[]): readonly Described[] {
  return tools.flatMap((tool) => {
    const holder = [memberOf(tool, 'function'), memberOf(tool, 'custom'), tool].find(
      (each) => typeof memberOf(each, 'name') === 'string',
    )
    return holder === undefined ? [] : [describedIn(holder)]
  })
}

/** The form that an answer is to have; undefined where any will do. */
export function describedForm(form: unknown): Described | undefined {
  for (const holder of [memberOf(form, 'json_schema'), memberOf(form, 'format'), form]) {
    if (typeof memberOf(holder, 'schema') === 'object') return describedIn(holder)
  }
  return undefined
}

function describedIn(holder: unknown): Described {
  const [name, description] = [memberOf(holder, 'name'), memberOf(holder, 'description')]
  return {
    name: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : undefined,
    schema: memberOf(holder, 'parameters') ?? memberOf(holder, 'input_schema') ?? memberOf(holder, 'schema'),
  }
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
}
