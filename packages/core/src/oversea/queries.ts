import { contractFee, contractMargin, tickValueKrw } from '@maru/positions'
import { query } from '../query.ts'
import type { State } from '../state.ts'
import { shownStop } from '../stops/state.ts'
import { marketIn, readHolder } from '../trading/holders.ts'
import { tradingOf } from '../trading/instruments.ts'
import { isOpen } from '../trading/prices.ts'
import type { ValuedPosition } from '../trading/valued.ts'
import type {
  EpochMs,
  OrderRow,
  OverseaCross,
  OverseaOption,
  OverseaPositionView,
  OverseaSessionView,
} from '../types.ts'
import { ticksOf } from './announce.ts'
import { crossOf, dayMargin, nightMargin, openPnl, positionsOf } from './margin-account.ts'
import { overnightDeadline } from './overnight.ts'
import { isCloseOnly } from './rules.ts'
import { type Contract, daysOf, overseaOf, type Position } from './state.ts'

interface OfSite {
  readonly siteId: number
}
interface OfMember extends OfSite {
  readonly memberId: number
}

/** A contract, and where its session stands. */
interface Listed {
  readonly option: OverseaOption
  readonly session: OverseaSessionView
}

/** What a member has open, with the contracts that it is of. */
interface Open {
  readonly orders: readonly OrderRow[]
  readonly positions: readonly OverseaPositionView[]
  readonly options: readonly OverseaOption[]
}

/** What may be asked of overseas futures. */
export const overseaQueries = {
  'oversea.options': query('site', (state, { siteId }: OfSite, at): readonly OverseaOption[] =>
    contractsOf(state, siteId).map((contract) => shownStop(state, 'OVERSEA', contract.row, at)),
  ),
  'oversea.contracts': query('site', (state, { siteId }: OfSite, at): readonly Listed[] =>
    contractsOf(state, siteId).map((contract) => listed(state, contract, at)),
  ),
  'oversea.contract': query(
    'site',
    (state, { siteId, optionId }: OfSite & { readonly optionId: number }, at): Listed | null => {
      const contract = marketIn(overseaOf(state), siteId, optionId)
      return contract && listed(state, contract, at)
    },
  ),
  /** Instruments that no site trades now, stops of operators aside: out of session, halted or without a rate. */
  'oversea.rests': query('market', (state, _: object, at): readonly string[] =>
    [...tradingOf(state).instruments.values()].flatMap(({ symbol, contracts }) => {
      const [contract] = contracts
      return contract === undefined || isOpen(contract.instrument, at) ? [] : [symbol]
    }),
  ),
  'oversea.open': query('member', (state, { siteId, memberId }: OfMember, at): Open => {
    const book = overseaOf(state)
    const holder = readHolder(state, book, siteId, memberId)
    if (!holder) return { orders: [], positions: [], options: [] }
    const orders = [...holder.orders.values()].map((order) => order.row)
    const positions = positionsOf(holder)
    const ids = new Set([...orders, ...positions.map(({ row }) => row)].map(({ optionId }) => optionId))
    return {
      orders,
      positions: positions.map((position) => positionView(position, at)),
      options: [...ids].flatMap((id) => marketIn(book, siteId, id)?.row ?? []),
    }
  }),
  /** Open positions at the last price. A member's positions are cut together by his equity, so none has a price of its own. */
  'oversea.valued': query('member', (state, { siteId, memberId }: OfMember): readonly ValuedPosition[] => {
    const holder = readHolder(state, overseaOf(state), siteId, memberId)
    return (holder === null ? [] : positionsOf(holder)).map((position) => ({
      positionId: position.row.id,
      price: position.market.instrument.last,
      pnl: openPnl(position),
      liquidPrice: null,
    }))
  }),
  'oversea.cross': query('member', (state, { siteId, memberId }: OfMember): OverseaCross | null => {
    const holder = readHolder(state, overseaOf(state), siteId, memberId)
    return holder && crossOf(holder)
  }),
}

const contractsOf = (state: State, siteId: number): readonly Contract[] =>
  [...overseaOf(state).markets.values()]
    .filter((contract) => contract.row.siteId === siteId)
    .sort((a, b) => a.row.id - b.row.id)

const listed = (state: State, contract: Contract, at: EpochMs): Listed => ({
  option: shownStop(state, 'OVERSEA', contract.row, at),
  session: sessionView(state, contract, at),
})

function sessionView(state: State, contract: Contract, at: EpochMs): OverseaSessionView {
  const { session } = contract.instrument
  const { fixing } = daysOf(state)
  const rate = fixing && BigInt(fixing.rate)
  return {
    isRest: !isOpen(contract.instrument, at),
    session: session?.times ?? null,
    nextOpenAt: session?.nextOpenAt ?? null,
    overnightDeadlineAt: overnightDeadline(contract),
    isCloseOnly: isCloseOnly(contract, at),
    fxRate: fixing?.rate ?? null,
    tickValueKrw: rate && tickValueKrw(1, contract.row, rate),
    marginKrw: rate && contractMargin(1, contract.row, rate),
    feeKrw: rate && contractFee(1, contract.row, rate),
  }
}

function positionView(position: Position, at: EpochMs): OverseaPositionView {
  const required = nightMargin(position)
  const deadline = overnightDeadline(position.market)
  return {
    row: position.row,
    ...ticksOf(position),
    requiredMargin: required,
    extraMargin: required - dayMargin(position),
    overnightDeadlineAt: deadline,
    isOvernightAllowed: deadline !== null && at < deadline,
  }
}
