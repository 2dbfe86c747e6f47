import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { PreviousScan } from '../model/assessment.ts'
import { UsageError } from './usage-error.ts'

/** Longer than a listing of 200,000 findings. */
const MAX_LISTING_BYTES = 536_870_912

/** As much of a JSON listing as a comparison takes. */
const listing = z.looseObject({
  generatedAt: z.iso.datetime(),
  score: z.looseObject({ systemScore: z.number().min(0).max(1), findingCount: z.int().min(0) }),
})

/** Reads an earlier JSON listing. Throws a `UsageError` for what is none. */
export async function readPrevious(path: string): Promise<PreviousScan> {
  const parsed = listing.safeParse(parseJson(path, await readListing(path)))
  if (!parsed.success) throw new UsageError(`${path} is no JSON listing of this command.`)
  const { generatedAt, score } = parsed.data
  return { systemScore: score.systemScore, findingCount: score.findingCount, at: generatedAt }
}

async function readListing(path: string): Promise<string> {
  const unreadable = (cause: unknown): never => {
    throw new UsageError(`${path} cannot be read.`, { cause })
  }
  const status = await stat(path).catch(unreadable)
  if (!status.isFile() || status.size > MAX_LISTING_BYTES) throw new UsageError(`${path} is no file of a usable size.`)
  return await readFile(path, 'utf8').catch(unreadable)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${path} is not JSON.`, { cause })
  }
}
