import { z } from 'zod'
import { deskParams, deskRead } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { DnwStatus, DnwType, MarginType, MarketType, OrderStatus, PositionSide, PositionStatus } from './enums.ts'
import { DnwRow } from './money-row.ts'
import { Day, Decimal, EpochMs, Id, PageParam, pageOf, SizeParam } from './primitives.ts'
import { Bet } from './trade.ts'

/** The trading books: perpetual futures in USDT, overseas futures in KRW. */
export const Book = z.enum(['futures', 'oversea']).meta({ description: 'futures: perpetuals in USDT; oversea: KRW' })
export type Book = z.infer<typeof Book>

/** What an order, a fill and a position of both books have in common. */
const ofBook = {
  id: Id,
  book: Book,
  stock: z.string(),
  koName: z.string(),
  currency: z.enum(['KRW', 'USDT']).meta({ description: 'Of margin, fees and results' }),
  side: PositionSide,
}

/** An order of a member in either book. */
export const DeskOrder = z.object({
  ...ofBook,
  marketType: MarketType,
  qty: Decimal.nullable().meta({ description: 'null: the whole position' }),
  price: Decimal.nullable(),
  triggerPrice: Decimal.nullable(),
  status: OrderStatus,
  filledQty: Decimal,
  avgPrice: Decimal.nullable(),
  fee: Decimal,
  reason: z.string().nullable().meta({ description: 'Why it was cancelled or rejected' }),
  createdAt: EpochMs,
  closedAt: EpochMs.nullable(),
})
export type DeskOrder = z.infer<typeof DeskOrder>

/** A fill of a member in either book. */
export const DeskFill = z.object({
  ...ofBook,
  orderId: Id.nullable(), // null: a copy's
  positionId: Id,
  marketType: MarketType,
  qty: Decimal,
  price: Decimal,
  slippage: Decimal.meta({ description: 'From the best price; above zero where it cost the member' }),
  fee: Decimal,
  realizedPnl: Decimal,
  isClose: z.boolean(),
  createdAt: EpochMs,
})
export type DeskFill = z.infer<typeof DeskFill>

/** A position of a member in either book. */
export const DeskPosition = z.object({
  ...ofBook,
  status: PositionStatus,
  qty: Decimal.meta({ description: '0 once closed' }),
  entryPrice: Decimal,
  closePrice: Decimal.nullable(),
  leverage: z.int().nullable().meta({ description: 'null of overseas futures' }),
  marginType: MarginType.nullable(),
  margin: Decimal,
  fee: Decimal,
  funding: Decimal.meta({ description: 'Funding, or financing of nights: above zero where it was received' }),
  realizedPnl: Decimal.meta({ description: 'Before fees and funding' }),
  markPrice: Decimal.nullable().meta({ description: 'Mark, or last price overseas; null: closed, or not known' }),
  openPnl: Decimal.nullable().meta({ description: 'At that price, before fees' }),
  liquidPrice: Decimal.nullable().meta({ description: 'null: no price of its own liquidates it' }),
  closeReason: z.string().nullable(),
  createdAt: EpochMs,
  closedAt: EpochMs.nullable(),
})
export type DeskPosition = z.infer<typeof DeskPosition>

const read = { ...deskRead, permission: 'members', params: deskParams } as const
const errors = ['INVALID_REQUEST', 'USER_NOT_FOUND'] as const
const paging = {
  q: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'Its number' }),
  startDate: Day.optional(),
  endDate: Day.optional(),
  page: PageParam.optional(),
  size: SizeParam.optional(),
}
/** How lists that may be very long are counted. */
const counted = {
  description: 'totalElements counts to 10,001, which says more than 10,000; no page goes beyond these',
}

export const consoleRecordEndpoints = {
  deskMemberDnw: endpoint({
    ...read,
    path: '/api/console/member/:id/dnw',
    summary: '회원의 입출금과 전환, 최근 것부터',
    query: z.object({ type: DnwType.optional(), status: DnwStatus.optional(), ...paging }),
    response: pageOf(DnwRow).meta(counted),
    errors,
  }),
  deskMemberBets: endpoint({
    ...read,
    path: '/api/console/member/:id/bet',
    summary: '회원의 회차 주문, 최근 것부터',
    query: z.object({
      kind: z.enum(['RENT', 'BINARY']).optional(),
      side: z.enum(['B', 'S']).optional(),
      status: z
        .enum(['0', '1', '2', '3'])
        .optional()
        .meta({ description: '0 in progress, 1 realised, 2 disqualified, 3 void' }),
      ...paging,
    }),
    response: pageOf(Bet).meta(counted),
    errors,
  }),
  deskMemberOrders: endpoint({
    ...read,
    path: '/api/console/member/:id/order',
    summary: '회원의 선물 주문, 최근 것부터',
    query: z.object({
      book: Book.optional(),
      side: PositionSide.optional(),
      status: OrderStatus.optional(),
      ...paging,
    }),
    response: pageOf(DeskOrder).meta(counted),
    errors,
  }),
  deskMemberFills: endpoint({
    ...read,
    path: '/api/console/member/:id/fill',
    summary: '회원의 선물 체결, 최근 것부터',
    query: z.object({ book: Book.optional(), side: PositionSide.optional(), ...paging }),
    response: pageOf(DeskFill).meta(counted),
    errors,
  }),
  deskMemberPositions: endpoint({
    ...read,
    path: '/api/console/member/:id/position',
    summary: '회원의 포지션, 최근에 연 것부터',
    query: z.object({
      book: Book.optional(),
      side: PositionSide.optional(),
      status: PositionStatus.optional(),
      ...paging,
    }),
    response: pageOf(DeskPosition).meta(counted),
    errors,
  }),
}
