import { walletCurrency } from '@maru/contract'
import { sharesAddress, sharesTrait } from '../risk-groups/state.ts'
import type { State, Turn } from '../state.ts'
import type { Command } from '../types.ts'
import { moneyConfigOf } from './config.ts'
import { usedToday } from './locks.ts'
import type { Purse } from './state.ts'
import type { RequestFlag } from './tables.ts'

type Asked = Pick<Extract<Command, { kind: 'applyWithdrawal' }>, 'walletType' | 'accountId'>

/** Why two persons look at a withdrawal, however small it is (rules D). */
export function withdrawalFlags(
  state: State,
  purse: Purse,
  { walletType, accountId }: Asked,
  { wall }: Turn,
): RequestFlag[] {
  const { siteId, memberId } = purse.member.row
  const { flagWithdrawals, sharedIpMs, sharedIpMembers } = moneyConfigOf(state, siteId)
  const flags: RequestFlag[] = []
  if (purse.known.row.untradedSince !== null) flags.push('NO_TRADING')
  if (sharesTrait(state, memberId, ['DEVICE'])) flags.push('SHARED_DEVICE')
  if (sharesTrait(state, memberId, ['BANK', 'ADDRESS'])) flags.push('SHARED_ACCOUNT')
  if (sharesAddress(state, memberId, { since: wall - sharedIpMs, most: sharedIpMembers })) flags.push('SHARED_IP')
  const isAddress = walletCurrency[walletType] !== 'KRW' && accountId !== null
  if (isAddress && !purse.paid.has(accountId)) flags.push('NEW_ADDRESS')
  if (usedToday(purse, 'WITHDRAWALS', wall) >= BigInt(flagWithdrawals)) flags.push('VELOCITY')
  return flags
}
