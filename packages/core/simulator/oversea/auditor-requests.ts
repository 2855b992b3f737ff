import type { Command, OrderRow } from '../../src/index.ts'
import { lotOf } from '../traders.ts'
import { isDistance } from './auditor-admission.ts'
import { type AuditedMember, isTraded, marketOf } from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

/** Why a request that is no order must be refused; null: it is not judged here. */
export function expectationOf(auditor: OverseaRecord, command: Command, at: number): ReadonlySet<string> | null {
  if (command.kind === 'cancelOrder') return refusalsOfCancel(auditor, command, at)
  if (command.kind !== 'setOverseaTpsl' && command.kind !== 'deleteOverseaTpsl') return null
  const reasons = new Set<string>()
  const member = auditor.members.get(command.memberId)!
  if (!member.options.has(command.optionId)) reasons.add('STOCK_NOT_FOUND')
  if (!isNamed(member, command)) reasons.add('POSITION_NOT_FOUND')
  const changed =
    command.kind === 'deleteOverseaTpsl'
      ? [[command.value === 'TP' ? 'TAKEPROFIT' : 'STOPLOSS', null] as const]
      : (
          [
            ['TAKEPROFIT', command.tpTick],
            ['STOPLOSS', command.slTick],
          ] as const
        ).filter(([, ticks]) => ticks !== null)
  for (const order of member.orders.values())
    for (const [type, ticks] of changed)
      if (order.optionId === command.optionId && order.marketType === type && order.ticks !== ticks)
        if (isExecuting(auditor, member, order, at)) reasons.add('TRY_AGAIN_LATER')
  if (command.kind === 'deleteOverseaTpsl') return reasons
  if (command.tpTick === null && command.slTick === null) reasons.add('INVALID_REQUEST')
  const option = member.options.get(command.optionId)
  if (option && !(isDistance(option, command.tpTick) && isDistance(option, command.slTick)))
    reasons.add('TPSL_TICK_RANGE')
  return reasons
}

/** Whether the command names the position that the member has in the option; a deletion may name the TP or SL that it deletes. */
function isNamed(
  { positions, orders }: AuditedMember,
  command: Extract<Command, { kind: 'setOverseaTpsl' | 'deleteOverseaTpsl' }>,
): boolean {
  const position = positions.get(lotOf(command))
  if (position === undefined) return false
  if (command.kind === 'setOverseaTpsl') return position.id === command.positionId
  const order = orders.get(command.id)
  const type = command.value === 'TP' ? 'TAKEPROFIT' : 'STOPLOSS'
  return position.id === command.id || (order?.positionId === position.id && order.marketType === type)
}

/** Nobody cancels an order that will execute at a price that he may know by now. */
function refusalsOfCancel(
  auditor: OverseaRecord,
  command: Extract<Command, { kind: 'cancelOrder' }>,
  at: number,
): Set<string> {
  const member = auditor.members.get(command.memberId)!
  const order = member.orders.get(command.id)
  if (!order) return new Set(['ORDER_CANCEL_NOT_FOUND', 'ORDER_CANCEL_ALREADY_CLOSED'])
  return new Set(isExecuting(auditor, member, order, at) ? ['TRY_AGAIN_LATER'] : [])
}

/** Whether an order waits for the price that it executes at. */
export function isExecuting(auditor: OverseaRecord, member: AuditedMember, order: OrderRow, at: number): boolean {
  const option = member.options.get(order.optionId)!
  const since = order.triggeredAt ?? order.acceptedAt
  return order.executeAt !== null && at < since + option.execWaitMs && isTraded(marketOf(auditor.markets, option), at)
}
