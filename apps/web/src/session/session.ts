import { call, callAsGuest, connectClient } from '@maru/client/api/client'
import { ApiError, isApiError } from '@maru/client/api/error'
import { createRefresher, type Refresher } from '@maru/client/session/refresh'
import { createTokenStore, expiryOf, type TokenStore, type Tokens } from '@maru/client/session/tokens'
import type { LoginReply, Me, SiteInfo } from '@maru/contract'
import { queryClient, queryKeys } from '../api/query-client.ts'
import { siteInfoId } from '../site/store.ts'
import { alone } from './alone.ts'
import { lockOf, lockOfError } from './lock.ts'
import { currentSession, type Lock, sessionEnded, sessionLocked, sessionPending, sessionStarted } from './store.ts'

/** Staff have a console of their own and nothing to trade with. */
const staffMessage = '직원 계정은 거래할 수 없습니다.'

let tokens: TokenStore | null = null
let refresher: Refresher | null = null

connectClient({
  siteInfoId,
  accessToken: async () => (await refresher?.fresh()) ?? null,
  renewToken: async (refused) => (await refresher?.renew(refused)) ?? null,
  onRefusal: (error) => lockOutFor(error),
})

/** Opens the site's token store; from here on calls carry the member's token. */
export function openTokens(site: SiteInfo): TokenStore {
  tokens = createTokenStore(site.code, localStorage, sessionStorage)
  refresher = createRefresher({
    tokens,
    now: Date.now,
    exclusive: (name, task) => alone(`${site.code}:${name}`, task),
    trade: async (refreshToken) =>
      tokensOf(await callAsGuest('POST /api/login', { body: { refreshToken, siteInfoId: site.id } })),
    isRefusal: (error) => isApiError(error) && !error.isAmbiguous && error.status !== 429,
    onRefused: (error) => void (lockOutFor(error) || endSession('fail')),
  })
  return tokens
}

/** The stored access token, refreshed if it has expired: what the live channel connects with. */
export const accessToken = async (): Promise<string | null> => (await refresher?.fresh()) ?? null

/**
 * Signs in; false for a denied member or a blocked device, whose session ends before it begins. Throws ApiError when
 * refused otherwise; tokens are cleared then. `otp`: the code that a member with an authenticator app is asked for
 * (STEP_UP_REQUIRED).
 */
export async function signIn(username: string, password: string, keep: boolean, otp?: string): Promise<boolean> {
  sessionPending()
  try {
    const body = { username, password, ...(otp !== undefined && { otp }), siteInfoId: await siteInfoId() }
    const reply = await callAsGuest('POST /api/login', { body })
    tokens?.write(tokensOf(reply), keep)
    if (reply.staff) {
      await call('POST /api/logout', { body: {} })
      throw new ApiError('STAFF_NO_TRADING', 403, { message: staffMessage })
    }
    const lock = lockOf(reply.user)
    if (lock) {
      lockOut(lock)
      return false
    }
    rememberWallet(reply.user)
    sessionStarted(reply.user)
    return true
  } catch (error) {
    if (lockOutFor(error)) return false
    endSession('fail')
    throw error
  }
}

/** Ends the session of a member who may not be here; the page says why (app/lock-out.ts). */
export function lockOut(lock: Lock) {
  if (currentSession().lock) return
  sessionLocked(lock)
  // Of a denied member the server has ended every session itself. It may refuse even this: the device forgets all the same.
  if (lock === 'device' && tokens?.read())
    call('POST /api/logout', { body: { everywhere: false } }).catch((error: unknown) => console.warn(error))
  endSession('logout')
}

/** Was this the refusal of a member who may not be here? Then his session is over. */
function lockOutFor(error: unknown): boolean {
  const lock = lockOfError(error)
  if (lock) lockOut(lock)
  return lock !== null
}

/** Signs out here, and on every device when asked. The page forgets the member even if the server cannot be told. */
export async function signOut(everywhere = false): Promise<void> {
  try {
    if (tokens?.read()) {
      // The live channel ends first: it need not tell the member what he asks for himself.
      sessionPending()
      await call('POST /api/logout', { body: { everywhere } })
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
  const [me, wallet] = await Promise.all([call('GET /api/me'), call('GET /api/wallet/my')])
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
  // What the reply leaves out of a wallet is asked for at once.
  queryClient.setQueryData(queryKeys.wallet, Object.values(me.wallet), { updatedAt: 0 })
}
