import { type ScimServer, startScim } from '@sluice/testkit/local'
import type { SampleUser } from './sample-users.ts'

/** Starts a SCIM directory in memory with the sample users and their groups. */
export async function startDirectory(port: number, token: string, users: readonly SampleUser[]): Promise<ScimServer> {
  const directory = await startScim({ port, token })
  const members = new Map<string, { readonly value: string }[]>()
  for (const { sub, email, groups } of users) {
    const value = await directory.addUser({ userName: sub, emails: [{ value: email, primary: true }] })
    for (const group of groups) members.set(group, [...(members.get(group) ?? []), { value }])
  }
  for (const [displayName, all] of members) await directory.addGroup({ displayName, members: all })
  return directory
}
