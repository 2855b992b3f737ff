import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Member, Refused } from '../http/index.ts'
import { clearAttempts, countAttempt, refuseLocked } from './lockout.ts'
import { countOfNetwork, giveBackToNetwork } from './network-failures.ts'
import { verifyPassword } from './passwords.ts'
import { type MemberRow, memberById } from './store.ts'

/** The row of the signed-in member. */
export async function ownRow({ db }: Deps, member: Member): Promise<MemberRow> {
  const row = await db.tenant(member.siteId, (tx) => memberById(tx, member.siteId, member.memberId))
  if (row === null) throw new Refused('UNAUTHENTICATED')
  return row
}

/** Checks the password of a signed-in member. A stolen session is no way to guess it: wrong ones count as failed sign-ins. */
export async function checkPassword(deps: Deps, row: MemberRow, password: string, request: FastifyRequest) {
  const now = deps.clocks.wall()
  await refuseLocked(deps.db, row.siteId, row.username, request.ip, now)
  const { rates } = request.server
  await countOfNetwork(rates, { ...row, ip: request.ip })
  await countAttempt(deps.db, row.siteId, row.username, request.ip, now)
  if (!(await verifyPassword(password, row.passwordHash, request.ip))) throw new Refused('LOGIN_FAILED')
  await clearAttempts(deps.db, row.siteId, row.username, request.ip)
  await giveBackToNetwork(rates, { ...row, ip: request.ip })
}
