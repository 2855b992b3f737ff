import { bySystem, type Command } from '@maru/core'
import type { Deps } from '../deps.ts'
import { numbersOf } from '../sites/index.ts'
import { type MemberRow, membersWithoutAccount, setAccountOpen } from './store.ts'

type Grants = Extract<Command, { kind: 'openMember' }>['grants']

/** What a new member gets of virtual points on a DEMO site, once; on any other his wallets are empty. */
async function grantsOf({ db }: Deps, siteId: number, moneyMode: 'DEMO' | 'LICENSED'): Promise<Grants> {
  const { demoGrantWon, demoGrantUsdt } = await db.tenant(siteId, (tx) => numbersOf(tx, siteId))
  const isDemo = moneyMode === 'DEMO'
  return [
    { type: 'BINARY', currency: 'KRW', amount: isDemo ? demoGrantWon : 0n },
    { type: 'FUTURES', currency: 'USDT', amount: isDemo ? demoGrantUsdt : 0n },
  ]
}

/**
 * Opens the member's wallets in the core, which is told of staff without any: it takes no command of theirs. The member's row and his wallets are written by two hands, so a crash may fall
 * between them: the command is idempotent and is sent again at every sign-in, `me` and start until it is known to be done.
 */
async function openMember(deps: Deps, member: MemberRow, moneyMode: 'DEMO' | 'LICENSED'): Promise<void> {
  if (member.accountOpenAt !== null || member.status === 'PENDING') return
  const { siteId, id: memberId } = member
  const isStaff = member.kind === 'STAFF'
  const grants = isStaff ? [] : await grantsOf(deps, siteId, moneyMode)
  const reply = await deps.core.submit({ kind: 'openMember', ...bySystem(siteId), memberId, grants, isStaff })
  if (reply.status >= 400)
    throw new Error(`the core refused to open account ${memberId}: ${JSON.stringify(reply.body)}`)
  await deps.db.tenant(siteId, (tx) => setAccountOpen(tx, siteId, memberId, deps.clocks.wall()))
}

/** As openMember, but a core that is away does not stop the caller: the next sign-in tries again. */
export async function tryOpenMember(deps: Deps, member: MemberRow, moneyMode: 'DEMO' | 'LICENSED'): Promise<void> {
  try {
    await openMember(deps, member, moneyMode)
  } catch (error) {
    deps.log.error({ err: error, site: member.siteId, member: member.id }, 'wallets not opened yet')
  }
}

/** Opens what a crash left unopened. */
export async function openMissingMembers(
  deps: Deps,
  moneyModeOf: (siteId: number) => 'DEMO' | 'LICENSED',
): Promise<void> {
  for (const member of await deps.db.system(membersWithoutAccount)) {
    if (deps.core.serves(member.siteId)) await openMember(deps, member, moneyModeOf(member.siteId))
  }
}
