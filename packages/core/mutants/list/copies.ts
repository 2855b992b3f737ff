import { changesOf } from '../mutation.ts'

/** Copies of a trader's lots: who is owed which, at what price and size, and what becomes of what cannot be. */
export const copies = changesOf('core/src/copies', [
  ['fan-outs.ts', 'id > row.id || row.id > endOf(state, follow)', 'row.id > endOf(state, follow)'],
  ['fan-outs.ts', 'row.id > endOf(state, follow) ||', ''],
  ['fan-outs.ts', 'place >= row.cursor && row.id > (ahead ?? 0)', 'place >= row.cursor'],
  ['fan-outs.ts', 'place >= row.cursor && row.id > (ahead ?? 0)', 'row.id > (ahead ?? 0)'],
  ['fan-outs.ts', 'last.row.bornAt === null && last.row.leadLot', 'last.row.leadLot'],
  ['fan-outs.ts', ' && last.row.kind === kind', ''],
  ['fan-outs.ts', "kind === 'CLOSE' || isLate(fanOut, at) || isQuoted", "kind === 'CLOSE' || isQuoted"],
  ['ends.ts', '    closeGathering(state, traderId, turn)\n', ''],
  ['ends.ts', "    change(turn.effects, 'copyFollows', follow, { ahead: fanOut.row.id })\n", ''],
  ['make-copy.ts', '  making.add(memberId)\n', ''],
  ['make-copy.ts', "opening.code === 'BALANCE_INSUFFICIENT' ? follow.row.skips + 1 : 0", '0'],
  ['open-copy.ts', ' && pausedBy === null', ''],
  ['open-copy.ts', ' && !quit.includes(leadLot)', ''],
  ['open-copy.ts', 'openedQuote - before', 'openedQuote'],
  ['open-copy.ts', 'Math.min(copyNumbers.slipPpm, follow.row.slipPpm)', 'copyNumbers.slipPpm'],
  ['open-copy.ts', 'follow.row.maxLeverage ?? own', 'own'],
  ['close-copy.ts', 'Math.abs(position.row.qty) - position.row.owedClose', 'Math.abs(position.row.qty)'],
  ['close-copy.ts', 'isLate(fanOut, turn.at)', 'false'],
  ['fills.ts', 'if (position.row.owedClose > left)', 'if (false)'],
  ['fills.ts', '!isByTrader && endId === null && !quit', '!quit'],
  ['lead.ts', 'row.side !== order.side', 'false'],
  ['lead.ts', 'at < last + leadGapMs', 'false'],
  ['lead.ts', 'recent.length >= leadsAnHour', 'false'],
  ['close-lot.ts', "reply.status === 200 && role === 'TRADER'", 'false'],
])
