import type { State, Turn } from '../state.ts'
import { providerOf } from './fact-sources.ts'
import { noteFact } from './known-facts.ts'
import { noteArrived } from './rows.ts'
import { moneyOf } from './state.ts'
import { ARRIVED, suspend } from './suspense-rows.ts'

/** Books what arrived for requests that were open when money was not yet booked on arrival: such a request names it and has none in suspense. */
export function bookEarlierArrivals(state: State, turn: Turn): void {
  for (const request of moneyOf(state).requests.values()) {
    const {
      siteId,
      id,
      type,
      memberId,
      flags,
      currency,
      point: amount,
      counterparty,
      houseAccount,
      houseSub,
    } = request.row
    const flag = flags.find((one) => one.startsWith(`${ARRIVED} `))
    if (type !== 'D' || flag === undefined || moneyOf(state).arrived.has(id)) continue
    const provider = providerOf(request.row)
    const providerRef = flag.slice(ARRIVED.length + 1)
    const come = { siteId, provider, providerRef, reference: `D${id}`, payer: counterparty, memberId, requestId: id }
    const booked = suspend(state, { ...come, cause: 'ARRIVED', currency, amount, houseAccount, houseSub }, turn)
    const key = { siteId, provider, sub: provider, currency, kind: 'deposit', reference: providerRef } as const
    noteFact(state, { ...key, state: 'ARRIVED' }, { amount, bookedId: booked.id }, turn)
    noteArrived(request, flags, turn)
  }
}
