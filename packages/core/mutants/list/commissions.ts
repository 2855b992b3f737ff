import { changesOf } from '../mutation.ts'

/** What partners are owed: weeks that are closed once, decisions that are made once, and who may not leave meanwhile. */
export const commissions = changesOf('core/src', [
  ['commissions/close.ts', 'known.digest === digest', 'true'],
  ['commissions/close.ts', 'kstMonday(week) !== week || ', ''],
  ['commissions/close.ts', ' || week + WEEK_MS > turn.at', ''],
  ['commissions/close.ts', 'week + WEEK_MS > turn.at', 'week + WEEK_MS >= turn.at'],
  ['commissions/close.ts', 'amount <= 0n', 'amount < 0n'],
  ['commissions/close.ts', 'memberOf(state, siteId, memberId) === null', 'false'],
  ['commissions/close.ts', "isHeld ? ('HELD' as const) : ('WAITING' as const)", "'WAITING' as const"],
  ['commissions/pay.ts', "payable?.row.state !== 'WAITING'", '!payable'],
  ['commissions/pay.ts', 'partnerIds.length === 0 || ', ''],
  ['commissions/pay.ts', 'if (barred) return barred', ''],
  ['commissions/pay.ts', 'amount: -amount } as const\n  const txnId', 'amount: -amount - 1n } as const\n  const txnId'],
  ['commissions/pay.ts', 'payable?.row.version !== version || ', ''],
  ['commissions/pay.ts', "(payable.row.state === 'HELD') === isHeld", 'false'],
  ['commissions/pay.ts', 'commissionsOf(state).payables.delete(payableName(payable.row))', ''],
  ['commissions/pay.ts', "decide(state, payable, { state: 'REJECTED', txnId, dnwId: null }, turn)", ''],
  ['commissions/lines.ts', 'won.base - (paid.get(name) ?? 0n)', 'won.base'],
  ['commissions/lines.ts', ' + (carries.get(name) ?? 0n)', ''],
  ['commissions/lines.ts', 'left > 0n ? [left, 0n] : [0n, left]', 'left > 0n ? [left, 0n] : [0n, 0n]'],
  ['commissions/lines.ts', 'carries === null ? [] : lossLines', 'lossLines'],
  ['commissions/lines.ts', '.filter(([, { partnerId }]) => places.get(partnerId)!.lossPpm > 0)', ''],
  ['commissions/tree.ts', 'own.lossPpm > limits.lossCapPpm', 'false'],
  ['commissions/tree.ts', "'feePpm', 'rollPpm', 'lossPpm'] as const", "'feePpm', 'rollPpm'] as const"],
  ['commissions/state.ts', 'row.memberId === memberId && ', ''],
  ['money/leave.ts', ' || isOwedCommission(state, siteId, actor.id)', ''],
])
