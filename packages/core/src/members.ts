import { announceWallet } from './announce.ts'
import type { Book } from './book.ts'
import { cutDenied } from './copies/cut.ts'
import { pauseFollow } from './copies/pause.ts'
import { storedCell } from './effects.ts'
import { refusalReply } from './idempotency.ts'
import { invariant } from './invariant.ts'
import { type Member, newMemberRow } from './member.ts'
import { query } from './query.ts'
import { addMember, change, memberOf, type State, type Turn } from './state.ts'
import type { Command, EpochMs, Minor, Reply, WalletRow } from './types.ts'
import { withdrawableOf } from './wallet.ts'
import { walletWire } from './wire.ts'

/** Members, their wallets and the ledger, and what every book asks of an instrument. */
export const members = {
  name: 'members',
  commands: {
    openMember: { actors: ['system'], key: 'none', run: openMember },
  },
  restore(state, snapshot) {
    for (const config of snapshot.sites) state.sites.set(config.siteId, storedCell(config))
    state.ledger.restore(snapshot.wallets, snapshot.house)
    for (const row of snapshot.members) addMember(state, row).told = row
    for (const { siteId, memberId } of snapshot.wallets)
      if (!state.members.has(memberId)) addMember(state, newMemberRow(siteId, memberId, 0))
  },
  rows: (state) => ({
    sites: [...state.sites.values()].map(({ row }) => row),
    wallets: state.ledger.wallets(),
    house: state.ledger.house(),
    members: [...state.members.values()].map((member) => member.row),
  }),
  queries: {
    'members.wallets': query(
      'member',
      (state, { siteId, memberId }: { readonly siteId: number; readonly memberId: number }): readonly WalletRow[] =>
        memberOf(state, siteId, memberId) ? state.ledger.walletsOf(memberId).map((wallet) => wallet.row) : [],
    ),
    /** His wallets, with what may leave each at a time of the wall clock. */
    'members.withdrawable': query(
      'member',
      (state, { siteId, memberId, wall }: Leaving, at): readonly Withdrawable[] =>
        memberOf(state, siteId, memberId)
          ? state.ledger
              .walletsOf(memberId)
              .map((wallet) => ({ row: wallet.row, withdrawable: withdrawableOf(wallet, { at, wall }) }))
          : [],
    ),
  },
} satisfies Book

interface Leaving {
  readonly siteId: number
  readonly memberId: number
  readonly wall: EpochMs
}

interface Withdrawable {
  readonly row: WalletRow
  readonly withdrawable: Minor
}

type OpenMember = Extract<Command, { kind: 'openMember' }>
type SetStatus = Extract<Command, { kind: 'setMemberStatus' }>

/** Opens a member with wallets and their demo grants, or one of the staff without any, once: a repeat changes nothing. */
function openMember(state: State, command: OpenMember, turn: Turn): Reply {
  const { siteId, memberId, grants, isStaff = false } = command
  if (state.members.has(memberId) && !memberOf(state, siteId, memberId)) return refusalReply('SITE_MISMATCH')
  const isValid = grants.every((grant) => grant.amount >= 0n)
  const names = new Set(grants.map((grant) => `${grant.type}:${grant.currency}`))
  if (!isValid || names.size !== grants.length || (isStaff && grants.length > 0)) return refusalReply('INVALID_REQUEST')
  if (!state.members.has(memberId)) {
    const member = addMember(state, newMemberRow(siteId, memberId, turn.wall, isStaff))
    turn.effects.put('members', member)
    for (const grant of grants) {
      const wallet = state.ledger.openWallet(siteId, memberId, grant.type, grant.currency, turn.effects)
      if (grant.amount > 0n) {
        const { amount, currency } = grant
        const legs = [
          { wallet, amount },
          { siteId, account: 'PROVIDER_CLEARING', sub: 'DEMO_GRANT', currency, amount: -amount },
        ] as const
        state.ledger.post(legs, 'DEMO_GRANT', memberId, turn, turn.effects)
      }
      announceWallet(wallet, turn.effects)
    }
  }
  const wallets = state.ledger.walletsOf(memberId)
  return { status: 200, body: { wallets: wallets.map(({ row }) => ({ ...walletWire(row), currency: row.currency })) } }
}

/** DENY locks a member out of new stakes; those that he has are settled as any. */
export function setMemberStatus(state: State, member: Member, command: SetStatus, turn: Turn): Reply {
  invariant(command.status === 'ACTIVE' || command.status === 'DENY', 'unknown member status')
  const { memberId, status } = command
  if (member.row.status !== status) {
    change(turn.effects, 'members', member, { status })
    if (status === 'DENY') leaveCopies(state, memberId, turn)
  }
  return { status: 200, body: {} }
}

/** Who is locked out opens no copies, and leads nobody. */
function leaveCopies(state: State, memberId: number, turn: Turn): void {
  pauseFollow(state, memberId, 'ACCOUNT_DENIED', turn)
  cutDenied(state, memberId, turn)
}
