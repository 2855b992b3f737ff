import type { FuturesRecord } from './record.ts'

/** What would open, and what of others may stand against it: positions, or what works too. */
export interface Opening {
  readonly memberId: number
  readonly optionId: number
  readonly lot: number
  readonly side: string
  readonly hasOrders: boolean
}

/** Whether the member in another lot, or another one of his group, is on the opposite side of an opening. */
export function isAgainst({ members, groups }: Pick<FuturesRecord, 'members' | 'groups'>, opening: Opening): boolean {
  const { memberId, optionId, lot, side, hasOrders } = opening
  const group = groups.find((ids) => ids.includes(memberId)) ?? [memberId]
  const isOther = (id: number, one: { readonly lot: number }) => id !== memberId || one.lot !== lot
  return group.some((id) => {
    const member = members.get(id)
    if (!member) return false
    const held = [...member.positions.values()].filter((one) => one.option.id === optionId && isOther(id, one))
    if (held.some(({ qty }) => qty > 0 !== (side === 'LONG'))) return true
    const works = [...member.orders.values()].filter(
      (one) => one.optionId === optionId && isOther(id, one) && one.qty !== null && !one.isReduceOnly,
    )
    return hasOrders && works.some((one) => one.side !== side && !one.isUncovered)
  })
}
