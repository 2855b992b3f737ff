import { call, callAsGuest, connectClient } from '@maru/client/api/client'
import { ApiError, isApiError } from '@maru/client/api/error'
import { createRefresher } from '@maru/client/session/refresh'
import { createTokenStore, expiryOf, type Tokens } from '@maru/client/session/tokens'
import type { LoginReply } from '@maru/contract'
import { loadHome } from './home.ts'
import { queryClient } from './query-client.ts'
import { type EndReason, type PartnerSelf, rememberedSite, type StaffSelf, takeSelf, useStaff } from './staff.ts'
import { t } from './texts.ts'

// No site has a slash in its code: what a member of a site keeps on the same host is never touched.
const tokens = createTokenStore('/console', localStorage, sessionStorage)
let self: StaffSelf | null = null
let partner: PartnerSelf | null = null
let mustEnrol = false

const refresher = createRefresher({
  tokens,
  now: Date.now,
  exclusive: (name, task) =>
    navigator.locks ? navigator.locks.request(`maru:/console:${name}`, task) : Promise.resolve(task()),
  trade: async (refreshToken) => {
    const { id } = await loadHome()
    const body = { refreshToken, siteInfoId: id }
    return keep(await callAsGuest('POST /api/login', { body, siteInfoId: id }))
  },
  isRefusal: (error) => isApiError(error) && !error.isAmbiguous && error.status !== 429,
  onRefused: () => endSession('over'),
})

connectClient({
  siteInfoId: async () => useStaff.getState().siteId ?? (await loadHome()).id,
  accessToken: () => refresher.fresh(),
  renewToken: (refused) => refresher.renew(refused),
  onRefusal: ({ code }) => {
    // What a page offers may be more than its operator may do by now.
    if (code === 'PERMISSION_DENIED') void queryClient.invalidateQueries({ queryKey: ['me'] })
  },
})

/** What the live channel connects with, refreshed if need be. */
export const accessToken = (): Promise<string | null> => refresher.fresh()
/** Trades the refresh token whatever the access token's expiry says; false when the session is over. */
export async function forceRefresh(): Promise<boolean> {
  const held = tokens.read()
  return held !== null && (await refresher.renew(held.accessToken)) !== null
}

/** Finds out whether somebody is signed in. */
export async function startSession(): Promise<void> {
  useStaff.setState({ status: 'starting', failure: null })
  try {
    await loadHome()
    // Their role may have changed since: it comes with new tokens.
    if (await forceRefresh()) await begin()
    else useStaff.setState({ status: 'out' })
  } catch (failure) {
    useStaff.setState({ status: 'unreachable', failure })
  }
}

/** Signs in. Throws STEP_UP_REQUIRED where the code of the app has to come too, and what else it is refused with. */
export async function signIn(username: string, password: string, otp?: string): Promise<void> {
  const { id } = await loadHome()
  const body = { username, password, ...(otp !== undefined && { otp }), siteInfoId: id }
  const reply = await callAsGuest('POST /api/login', { body, siteInfoId: id })
  tokens.write(keep(reply), true)
  if (!reply.staff && !reply.mustEnrol) await requirePartner(otp !== undefined)
  await begin()
}

/** Of members only partners with an authenticator app work here: of anybody else's sign-in nothing is kept, here or at the server. */
async function requirePartner(hasApp: boolean): Promise<void> {
  const refused = new ApiError('PERMISSION_DENIED', 403, { message: t('notStaff') })
  try {
    if (!hasApp) throw refused
    await call('GET /api/partner')
  } catch (error) {
    // The form stays as it is, and says why.
    await call('POST /api/logout', { body: {} }).catch(() => undefined)
    tokens.clear()
    partner = null
    throw isApiError(error) && error.code === 'PARTNER_NOT_FOUND' ? refused : error
  }
}

/** Goes on with the rights of the app that was enrolled just now: they come with new tokens. */
export async function enrolled(): Promise<void> {
  if (await forceRefresh()) await begin()
}

/** Signs out. The page forgets who was here even if the server cannot be told. */
export async function signOut(ended: EndReason | null = null): Promise<void> {
  // The live channel ends first: it need not tell what was asked for here.
  useStaff.setState({ status: 'starting' })
  try {
    if (tokens.read()) await call('POST /api/logout', { body: {}, siteInfoId: (await loadHome()).id })
  } catch (error) {
    if (!isApiError(error)) throw error
  } finally {
    endSession(ended)
  }
}

/** Clears tokens and everything that was loaded. */
export function endSession(ended: EndReason | null) {
  tokens.clear()
  self = null
  partner = null
  mustEnrol = false
  useStaff.setState({ status: 'out', me: null, partner: null, siteId: null, ended })
  queryClient.clear()
}

/** What the server says of the one who is signed in. Of another role nothing stays that the one before had loaded. */
export function followSelf(said: Pick<StaffSelf, 'role' | 'siteIds'>): boolean {
  const isOther = takeSelf(said)
  if (isOther) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  return isOther
}

async function begin() {
  const { id } = await loadHome()
  if (mustEnrol) {
    useStaff.setState({ status: 'enrol', ended: null, failure: null })
    return
  }
  if (self === null) {
    if (partner === null) throw new Error('a session of nobody')
    useStaff.setState({ status: 'partner', partner, ended: null, failure: null })
    return
  }
  const siteId = useStaff.getState().siteId ?? rememberedSite(self.siteIds, id)
  useStaff.setState({ status: 'in', me: self, siteId, ended: null, failure: null })
}

/** The tokens of a reply, whose person is remembered. */
function keep({ accessToken, refreshToken, expiresIn, user, staff, ...reply }: LoginReply): Tokens {
  mustEnrol = reply.mustEnrol === true
  if (staff)
    self = { memberId: user.id, username: user.username, name: user.name, role: staff.role, siteIds: staff.siteIds }
  else partner = { memberId: user.id, username: user.username, name: user.name }
  if (self !== null && useStaff.getState().status === 'in') useStaff.setState({ me: self })
  return { accessToken, refreshToken, expiresAt: expiryOf(expiresIn, Date.now()) }
}
