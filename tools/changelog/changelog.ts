import { z } from 'zod'

/** What `changeset status --output` writes, as far as a changelog needs it. */
export const releasePlanSchema = z.object({
  changesets: z.array(z.object({ summary: z.string(), releases: z.array(z.object({ type: z.string() })) })),
  releases: z.array(z.object({ newVersion: z.string() })),
})

type ReleasePlan = z.output<typeof releasePlanSchema>

const PARTS = [
  { type: 'major', title: 'Changed so that you must act' },
  { type: 'minor', title: 'Added' },
  { type: 'patch', title: 'Mended' },
] as const

/** The changelog with a release before the others: what its changesets say, by how much they change. */
export function withRelease(changelog: string, plan: ReleasePlan, day: string): string {
  const version = plan.releases[0]?.newVersion
  if (version === undefined) throw new Error('There is no changeset: nothing is to be released.')
  const parts = PARTS.map(({ type, title }) => ({
    title,
    summaries: plan.changesets.filter((one) => gravest(one) === type).map(({ summary }) => summary.trim()),
  }))
  const text = parts
    .filter(({ summaries }) => summaries.length > 0)
    .map(({ title, summaries }) => `### ${title}\n\n${summaries.map(asItem).join('\n')}\n`)
  const release = `## ${version} (${day})\n\n${text.join('\n')}`
  const at = changelog.search(/^## /m)
  return at === -1 ? `${changelog}\n${release}` : `${changelog.slice(0, at)}${release}\n${changelog.slice(at)}`
}

function gravest({ releases }: ReleasePlan['changesets'][number]): string | undefined {
  return PARTS.find(({ type }) => releases.some((release) => release.type === type))?.type
}

function asItem(summary: string): string {
  return `- ${summary.replaceAll('\n', '\n  ')}`
}
