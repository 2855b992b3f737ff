import type { LoginReply, Me, SiteInfo } from '@maru/contract'
import { call, callAsGuest, connectClient } from '../api/client.ts'
import { isApiError } from '../api/error.ts'
import { queryClient, queryKeys } from '../api/query-client.ts'
import { siteInfoId } from '../site/store.ts'
import { createRefresher, type Exclusive, type Refresher } from './refresh.ts'
import { lockOf } from './startup.ts'
import { sessionEnded, sessionPending, sessionStarted } from './store.ts'
import { createTokenStore, expiryOf, type TokenStore, type Tokens } from './tokens.ts'

let tokens: TokenStore | null = null
let refresher: Refresher | null = null

connectClient({
  siteInfoId,
  accessToken: async () => (await refresher?.fresh()) ?? null,
  renewToken: async (refused) => (await refresher?.renew(refused)) ?? null,
})

/** Opens the site's token store; from here on calls carry the member's token. */
export function openTokens(site: SiteInfo): TokenStore {
  tokens = createTokenStore(site.code, localStorage, sessionStorage)
  refresher = createRefresher({
    tokens,
    now: Date.now,
    exclusive: lockOfSite(site.code),
    trade: async (refreshToken) =>
      tokensOf(await callAsGuest('login', { body: { refreshToken, siteInfoId: site.id } })),
    isRefusal: (error) => isApiError(error) && !error.isAmbiguous && error.status !== 429,
    onRefused: () => endSession('fail'),
  })
  return tokens
}

/** The stored access token, refreshed if it has expired: what the live channel connects with. */
export const accessToken = async (): Promise<string | null> => (await refresher?.fresh()) ?? null

/**
 * Signs in. Throws ApiError when refused; tokens are cleared then. A denied account or a blocked device is told as the
 * value, and the session ends before it begins.
 */
export async function signIn(
  username: string,
  password: string,
  keep: boolean,
): Promise<'started' | 'denied' | 'device'> {
  sessionPending()
  try {
    const reply = await callAsGuest('login', { body: { username, password, siteInfoId: await siteInfoId() } })
    tokens?.write(tokensOf(reply), keep)
    const lock = lockOf(reply.user)
    if (lock) {
      await signOut()
      return lock
    }
    rememberWallet(reply.user)
    sessionStarted(reply.user)
    return 'started'
  } catch (error) {
    endSession('fail')
    throw error
  }
}

/** Signs out here, and on every device when asked. The page forgets the member even if the server cannot be told. */
export async function signOut(everywhere = false): Promise<void> {
  try {
    if (tokens?.read()) {
      // The live channel ends first: it need not tell the member what he asks for himself.
      sessionPending()
      await call('logout', { body: { everywhere } })
    }
  } catch (error) {
    if (!isApiError(error)) throw error
  } finally {
    endSession('logout')
  }
}

/** Clears tokens, user and everything that was loaded for this member. */
export function endSession(status: 'fail' | 'logout') {
  tokens?.clear()
  sessionEnded(status)
  queryClient.removeQueries({ predicate: (query) => query.meta?.['public'] !== true })
}

/** Me and wallet of a stored session. */
export async function loadMember(): Promise<Me> {
  const [me, wallet] = await Promise.all([call('me'), call('myWallet')])
  queryClient.setQueryData(queryKeys.wallet, wallet)
  return me
}

/** Trades the stored refresh token whatever the access token's expiry says; false when that was refused. */
export async function forceRefresh(): Promise<boolean> {
  const held = tokens?.read()
  return held ? (await refresher?.renew(held.accessToken)) != null : false
}

const tokensOf = ({ accessToken, refreshToken, expiresIn }: LoginReply): Tokens => ({
  accessToken,
  refreshToken,
  expiresAt: expiryOf(expiresIn, Date.now()),
})

function rememberWallet(me: Me) {
  queryClient.setQueryData(queryKeys.wallet, Object.values(me.wallet))
}

/** One lock over all tabs; without the Web Locks API (insecure origins) a tab is alone with itself. */
const lockOfSite =
  (code: string): Exclusive =>
  (name, task) =>
    navigator.locks ? navigator.locks.request(`maru:${code}:${name}`, task) : task()
