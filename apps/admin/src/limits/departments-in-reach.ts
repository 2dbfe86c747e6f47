import { type Caller, mayReach } from '../access-gate.ts'

/** The departments whose usage a caller may read; undefined for everything of the tenant. */
export function departmentsInReach(caller: Caller): readonly string[] | undefined {
  const { tenant, departments } = caller.principal
  const mayRead = (...names: string[]) => mayReach(caller, { type: 'usage', tenant, departments: names })
  return mayRead() ? undefined : departments.filter((name) => mayRead(name))
}
