import { type Account, newMember } from './accounts.ts'
import { announceWallet } from './announce.ts'
import type { Book } from './book.ts'
import { storedCell } from './effects.ts'
import { refusalReply } from './idempotency.ts'
import { invariant } from './invariant.ts'
import { query } from './query.ts'
import { accountOf, addAccount, change, type State, type Turn } from './state.ts'
import type { Command, EpochMs, Minor, Reply, WalletRow } from './types.ts'
import { withdrawableOf } from './wallet.ts'
import { walletWire } from './wire.ts'

/** Members, their wallets and the ledger, and what every book asks of an instrument. */
export const members = {
  name: 'members',
  commands: {
    openAccount: { actors: ['system'], key: 'none', run: openAccount },
  },
  restore(state, snapshot) {
    for (const config of snapshot.sites) state.sites.set(config.siteId, storedCell(config))
    state.ledger.restore(snapshot.wallets, snapshot.house)
    for (const row of snapshot.members) addAccount(state, row).told = row
    for (const { siteId, memberId } of snapshot.wallets)
      if (!state.accounts.has(memberId)) addAccount(state, newMember(siteId, memberId, 0))
  },
  rows: (state) => ({
    sites: [...state.sites.values()].map(({ row }) => row),
    wallets: state.ledger.wallets(),
    house: state.ledger.house(),
    members: [...state.accounts.values()].map((account) => account.row),
  }),
  queries: {
    'members.wallets': query(
      'member',
      (state, { siteId, memberId }: { readonly siteId: number; readonly memberId: number }): readonly WalletRow[] =>
        accountOf(state, siteId, memberId) ? state.ledger.walletsOf(memberId).map((wallet) => wallet.row) : [],
    ),
    /** His wallets, with what may leave each at a time of the wall clock. */
    'members.withdrawable': query(
      'member',
      (state, { siteId, memberId, wall }: Leaving, at): readonly Withdrawable[] =>
        accountOf(state, siteId, memberId)
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

type OpenAccount = Extract<Command, { kind: 'openAccount' }>
type SetStatus = Extract<Command, { kind: 'setMemberStatus' }>

/** Opens a member's account and wallets with their demo grants, once: a repeat changes nothing. */
function openAccount(state: State, command: OpenAccount, turn: Turn): Reply {
  const { siteId, memberId, grants } = command
  if (state.accounts.has(memberId) && !accountOf(state, siteId, memberId)) return refusalReply('SITE_MISMATCH')
  const isValid = grants.every((grant) => grant.amount >= 0n)
  const names = new Set(grants.map((grant) => `${grant.type}:${grant.currency}`))
  if (!isValid || names.size !== grants.length) return refusalReply('INVALID_REQUEST')
  if (!state.accounts.has(memberId)) {
    const account = addAccount(state, newMember(siteId, memberId, turn.wall))
    turn.effects.put('members', account)
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
export function setMemberStatus(_state: State, account: Account, command: SetStatus, turn: Turn): Reply {
  invariant(command.status === 'ACTIVE' || command.status === 'DENY', 'unknown member status')
  if (account.row.status !== command.status) change(turn.effects, 'members', account, { status: command.status })
  return { status: 200, body: {} }
}
