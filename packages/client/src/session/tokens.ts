/** What the browser keeps of a login. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Epoch ms of this device's clock after which the access token is not used any more. */
  expiresAt: number
}

/** Keeps tokens: in local storage for all tabs, or in this tab only when the member does not want to stay signed in. */
export interface TokenStore {
  read: () => Tokens | null
  write: (tokens: Tokens, keep?: boolean) => void
  clear: () => void
}

/** A token is given up this long before it expires, so that it does not expire on its way. */
const marginMs = 5_000

/** Expiry on this device's clock, from the seconds that the server named. */
export const expiryOf = (expiresIn: number, now: number): number => now + expiresIn * 1000 - marginMs

/** Tokens under the site's prefix: `maru:CODE:accessToken`, … */
export function createTokenStore(siteCode: string, shared: Storage, tab: Storage): TokenStore {
  const key = (name: keyof Tokens) => `maru:${siteCode}:${name}`
  const readFrom = (storage: Storage): Tokens | null => {
    const accessToken = storage.getItem(key('accessToken'))
    const refreshToken = storage.getItem(key('refreshToken'))
    if (!accessToken || !refreshToken) return null
    return { accessToken, refreshToken, expiresAt: Number(storage.getItem(key('expiresAt'))) || 0 }
  }
  const clear = () => {
    for (const storage of [shared, tab])
      for (const name of ['accessToken', 'refreshToken', 'expiresAt'] as const) storage.removeItem(key(name))
  }
  return {
    read: () => readFrom(tab) ?? readFrom(shared),
    write(tokens, keep) {
      const storage = (keep ?? readFrom(tab) === null) ? shared : tab
      if (keep !== undefined) clear()
      for (const name of ['accessToken', 'refreshToken', 'expiresAt'] as const)
        storage.setItem(key(name), String(tokens[name]))
    },
    clear,
  }
}
