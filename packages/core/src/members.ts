import { newMember } from './accounts.ts'
import { refusalReply } from './idempotency.ts'
import { invariant } from './invariant.ts'
import { announceWallet } from './rounds/announce.ts'
import { accountOf, addAccount, change, type State, type Turn } from './state.ts'
import type { Command, Reply } from './types.ts'
import { walletWire } from './wire.ts'

type OpenAccount = Extract<Command, { kind: 'openAccount' }>
type SetStatus = Extract<Command, { kind: 'setMemberStatus' }>

/** Opens a member's account and wallets with their demo grants, once: a repeat changes nothing. */
export function openAccount(state: State, command: OpenAccount, turn: Turn): Reply {
  const { siteId, memberId, grants } = command
  if (state.accounts.has(memberId) && !accountOf(state, siteId, memberId)) return refusalReply('SITE_MISMATCH')
  const isValid = grants.every((grant) => grant.amount >= 0n)
  const names = new Set(grants.map((grant) => `${grant.type}:${grant.currency}`))
  if (!isValid || names.size !== grants.length) return refusalReply('INVALID_REQUEST')
  if (!state.accounts.has(memberId)) {
    const account = addAccount(state, newMember(siteId, memberId))
    turn.effects.put('members', account)
    for (const grant of grants) {
      const wallet = state.ledger.openWallet(siteId, memberId, grant.type, grant.currency, turn.effects)
      if (grant.amount > 0n) {
        const { amount, currency } = grant
        const legs = [
          { wallet, amount },
          { siteId, account: 'PROVIDER_CLEARING', currency, amount: -amount },
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
export function setMemberStatus(state: State, command: SetStatus, turn: Turn): Reply {
  const account = accountOf(state, command.siteId, command.memberId)
  if (!account) return refusalReply('USER_NOT_FOUND')
  invariant(command.status === 'ACTIVE' || command.status === 'DENY', 'unknown member status')
  if (account.row.status !== command.status) change(turn.effects, 'members', account, { status: command.status })
  return { status: 200, body: {} }
}
