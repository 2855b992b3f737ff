import type { ErrorCode } from '@maru/contract'
import type { Access, Verified } from '../http/access-token.ts'
import type { Identity, Peer } from './connection.ts'

/** What the gateway asks of the rooms that know members and sites. */
export interface Door {
  verify(token: string): Verified | Promise<Verified>
  /** The refusal for a token of an ended session; null while the session runs. */
  refusalOf(access: Access): ErrorCode | null
  /** May this holder not come in from this browser? */
  bars(access: Access, userAgent: string | undefined): boolean
  siteExists(siteId: number): boolean
}

export type Admission =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly code: ErrorCode }

/**
 * Who a CONNECT comes from. Members are who their access token says, in its site; without a token it is a guest of the
 * site that siteInfoId names.
 */
export async function admit(
  door: Door,
  headers: ReadonlyMap<string, string>,
  { userAgent, isConsole }: Peer,
): Promise<Admission> {
  const given = headers.get('siteInfoId')
  const authorization = headers.get('Authorization') ?? headers.get('authorization')
  if (authorization === undefined) return admitGuest(door, given, headers.get('login'))
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1]
  if (token === undefined) return refuse('UNAUTHENTICATED')
  const verified = await door.verify(token)
  if (!verified.ok) return refuse(verified.expired ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED')
  const { access } = verified
  const login = headers.get('login')
  if (login !== undefined && login !== access.username) return refuse('UNAUTHENTICATED')
  if (given !== undefined && given !== String(access.siteId)) return refuse('SITE_MISMATCH')
  // Staff come by the console's host alone, and nobody else does.
  if (isConsole !== null && isConsole !== (access.staff !== undefined)) return refuse('INVALID_ACCESS')
  if (!door.siteExists(access.siteId)) return refuse('SITE_NOT_FOUND')
  if (door.bars(access, userAgent)) return refuse('DEVICE_MOBILE_BLOCKED')
  const ended = door.refusalOf(access)
  if (ended !== null) return refuse(ended)
  return { ok: true, identity: { siteId: access.siteId, access } }
}

function admitGuest(door: Door, given: string | undefined, login: string | undefined): Admission {
  // A name without a token proves nothing; taking it for a guest would hide the client's mistake.
  if (login !== undefined) return refuse('UNAUTHENTICATED')
  const siteId = given !== undefined && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null
  if (siteId === null || !door.siteExists(siteId)) return refuse('SITE_NOT_FOUND')
  return { ok: true, identity: { siteId, access: null } }
}

const refuse = (code: ErrorCode): Admission => ({ ok: false, code })
