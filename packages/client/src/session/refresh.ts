import type { TokenStore, Tokens } from './tokens.ts'

/** Runs a task while no other tab of this site runs one under the same name (navigator.locks). */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>

export interface RefreshPorts {
  tokens: TokenStore
  now: () => number
  exclusive: Exclusive
  /** Trades a refresh token for new tokens; throws when that did not work. */
  trade: (refreshToken: string) => Promise<Tokens>
  /** Did the server refuse the refresh token (true), or was there no answer (false)? */
  isRefusal: (error: unknown) => boolean
  /** The session is over, by this refusal: tokens are cleared already. */
  onRefused: (error: unknown) => void
}

export interface Refresher {
  /** A token that has not expired, refreshed first if need be; null without a session. Throws when a refresh got no answer. */
  fresh: () => Promise<string | null>
  /** The server refused this token although it had not expired here: another one, or null. */
  renew: (refused: string) => Promise<string | null>
}

/**
 * Refreshes at most once at a time. Refresh tokens rotate and a second use of an old one ends the session, so tabs take
 * turns under one lock, and whoever comes second finds the tokens that the first one stored.
 */
export function createRefresher(ports: RefreshPorts): Refresher {
  let running: Promise<string | null> | null = null

  const refresh = (isStale: (tokens: Tokens) => boolean): Promise<string | null> => {
    running ??= ports
      .exclusive('refresh', () => tradeOnce(isStale))
      .finally(() => {
        running = null
      })
    return running
  }

  async function tradeOnce(isStale: (tokens: Tokens) => boolean): Promise<string | null> {
    const held = ports.tokens.read()
    if (!held) return null
    if (!isStale(held)) return held.accessToken
    try {
      const traded = await ports.trade(held.refreshToken)
      ports.tokens.write(traded)
      return traded.accessToken
    } catch (error) {
      if (!ports.isRefusal(error)) throw error
      ports.tokens.clear()
      ports.onRefused(error)
      return null
    }
  }

  return {
    async fresh() {
      const held = ports.tokens.read()
      if (!held) return null
      if (held.expiresAt > ports.now()) return held.accessToken
      return refresh((tokens) => tokens.expiresAt <= ports.now())
    },
    renew: (refused) => refresh((tokens) => tokens.accessToken === refused),
  }
}
