import { describe, expect, test } from 'vitest'
import { createRefresher, type Exclusive, type RefreshPorts } from './refresh.ts'
import { expiryOf, type TokenStore, type Tokens } from './tokens.ts'

const now = 1_000_000
const tokens = (name: string, expiresAt: number): Tokens => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  expiresAt,
})

/** The storage that all tabs share. */
function sharedStore(first: Tokens | null): TokenStore {
  let held = first
  return {
    read: () => held,
    write: (next) => {
      held = next
    },
    clear: () => {
      held = null
    },
  }
}

/** One lock over all tabs, as navigator.locks gives it. */
function sharedLock(): Exclusive {
  let tail: Promise<unknown> = Promise.resolve()
  return (_name, task) => {
    const run = tail.then(task)
    tail = run.catch(() => undefined)
    return run
  }
}

/** A server that rotates: a refresh token works once. */
function rotatingServer() {
  const used: string[] = []
  return {
    used,
    trade: async (refreshToken: string) => {
      await Promise.resolve()
      if (used.includes(refreshToken)) throw new Error('REUSED')
      used.push(refreshToken)
      return tokens(`${used.length + 1}`, now + 900_000)
    },
  }
}

const tab = (tokenStore: TokenStore, exclusive: Exclusive, change: Partial<RefreshPorts> = {}) => {
  const server = rotatingServer()
  return createRefresher({
    tokens: tokenStore,
    now: () => now,
    exclusive,
    trade: server.trade,
    isRefusal: () => true,
    onRefused: () => undefined,
    ...change,
  })
}

describe('refreshing', () => {
  test('a token that has not expired is used as it is', async () => {
    const server = rotatingServer()
    const refresher = tab(sharedStore(tokens('1', now + 1)), sharedLock(), { trade: server.trade })
    expect(await refresher.fresh()).toBe('access-1')
    expect(server.used).toEqual([])
  })

  test('guests have no token and ask for none', async () => {
    expect(await tab(sharedStore(null), sharedLock()).fresh()).toBeNull()
  })

  test('many requests at once start one refresh', async () => {
    const server = rotatingServer()
    const refresher = tab(sharedStore(tokens('1', now)), sharedLock(), { trade: server.trade })
    const got = await Promise.all([refresher.fresh(), refresher.fresh(), refresher.fresh()])
    expect(got).toEqual(['access-2', 'access-2', 'access-2'])
    expect(server.used).toEqual(['refresh-1'])
  })

  test('two tabs trade a refresh token once', async () => {
    const server = rotatingServer()
    const store = sharedStore(tokens('1', now))
    const lock = sharedLock()
    const [one, other] = [tab(store, lock, { trade: server.trade }), tab(store, lock, { trade: server.trade })]
    expect(await Promise.all([one.fresh(), other.fresh()])).toEqual(['access-2', 'access-2'])
    expect(server.used).toEqual(['refresh-1'])
  })

  test('a refused refresh clears the tokens and ends the session', async () => {
    const store = sharedStore(tokens('1', now))
    let ended = 0
    const refresher = tab(store, sharedLock(), {
      trade: () => Promise.reject(new Error('SESSION_REVOKED')),
      onRefused: () => {
        ended += 1
      },
    })
    expect(await refresher.fresh()).toBeNull()
    expect(store.read()).toBeNull()
    expect(ended).toBe(1)
  })

  test('a refresh without an answer keeps the session for the next try', async () => {
    const store = sharedStore(tokens('1', now))
    let answers = false
    const refresher = tab(store, sharedLock(), {
      isRefusal: () => false,
      trade: async () => {
        if (!answers) throw new Error('offline')
        return tokens('2', now + 900_000)
      },
    })
    await expect(refresher.fresh()).rejects.toThrow('offline')
    expect(store.read()?.refreshToken).toBe('refresh-1')
    answers = true
    expect(await refresher.fresh()).toBe('access-2')
  })

  test('a token that the server refused is traded although it had not expired, once for all who held it', async () => {
    const server = rotatingServer()
    const refresher = tab(sharedStore(tokens('1', now + 900_000)), sharedLock(), { trade: server.trade })
    expect(await refresher.renew('access-1')).toBe('access-2')
    expect(await refresher.renew('access-1')).toBe('access-2')
    expect(server.used).toEqual(['refresh-1'])
  })

  test('the expiry lies before the one that the server named', () => {
    expect(expiryOf(900, now)).toBeLessThan(now + 900_000)
    expect(expiryOf(900, now)).toBeGreaterThan(now + 880_000)
  })
})
