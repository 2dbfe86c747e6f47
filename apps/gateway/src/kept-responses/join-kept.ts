import { joinTiles, type KeptResponse } from '@sluice/pipeline'

type Joined = Pick<KeptResponse, 'session' | 'tile' | 'shifted'>

/**
 * The session of kept responses, a tile that has whatever one of theirs has, and the shifted dates of all. Undefined
 * where there are none, and where they are of several sessions.
 */
export function joinKept([first, ...others]: readonly Joined[]): Joined | undefined {
  if (first === undefined || others.some(({ session }) => session.secret !== first.session.secret)) return undefined
  return {
    session: first.session,
    tile: others.reduce((whole, { tile }) => joinTiles(whole, tile), first.tile),
    shifted: [...new Map([first, ...others].flatMap(({ shifted }) => shifted))],
  }
}
