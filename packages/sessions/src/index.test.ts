import { describe, expect, expectTypeOf, it } from 'vitest'
import type { FreezeWriter } from './freeze/freeze-writer.ts'
import * as sessions from './index.ts'
import type { SessionStore } from './store/session-store.ts'

describe('what other packages can do', () => {
  it('is to read sessions, to admit requests, and to freeze through the freeze control alone', () => {
    expect(Object.keys(sessions).toSorted()).toEqual([
      'FreezeFeed',
      'SessionSuspicions',
      'connectSessions',
      'createFreezeControl',
      'createRedisSessionStore',
      'createSessionGate',
      'createUnfreezers',
      // It is asked for a session that is to be erased, and ends only one that is frozen.
      'endFrozenSession',
      'openFreezeControl',
      'sessionConfigShape',
    ])
  })

  it('leaves the session store without a way to freeze', () => {
    expectTypeOf<keyof SessionStore>().toEqualTypeOf<
      | 'resolve'
      | 'find'
      | 'findUser'
      | 'frozenUsers'
      | 'countFrozenUsers'
      | 'acknowledgements'
      | 'leases'
      | 'requireUnstopped'
      | 'list'
      | 'checkReady'
    >()
    expectTypeOf<keyof SessionStore & keyof FreezeWriter>().toBeNever()
  })
})
