import type { P2pSide, P2pState, WalletType } from '@maru/contract'
import { amount, document, flag, int, text, whole } from '../../tables/column.ts'
import { type RowOf, table } from '../../tables/table.ts'

/** A state that an order has reached, and when (wall clock). */
export interface P2pStep {
  readonly state: P2pState
  readonly at: number
}

export const p2pTables = {
  /** Who sells coins to members and buys them. His coins lie in advance in a house account of his own. */
  merchants: table(
    'p2p_merchant',
    {
      siteId: whole.key,
      id: whole.key,
      name: text().changing,
      isDemo: flag,
      buyPpm: int.orNull.changing, // above the mid, for members who buy; null: he does not sell now
      sellPpm: int.orNull.changing, // below the mid, for members who sell
      minWon: amount.changing,
      maxWon: amount.changing,
      blockedAt: whole.orNull.changing, // wall clock; he takes no new orders
      rev: int.changing,
    },
    { rows: 'all' },
  ),
  /** An order between a member and a merchant. A closed one may be opened again by a payment that came late. */
  p2pOrders: table(
    'p2p_order',
    {
      siteId: whole.key,
      id: whole.key,
      memberId: whole,
      side: text<P2pSide>(),
      merchantId: whole,
      merchant: text(), // his name at that time
      won: amount.changing, // of a sale under review what was asked for; priced anew when it is approved
      point: amount, // USDT
      rate: whole.changing, // 10^-2 KRW for one USDT
      walletType: text<WalletType>(),
      payer: text(), // the member's verified name
      accountId: whole.orNull, // of a sale: the registered account that is paid to
      account: text().changing, // of a purchase the merchant's, of a sale the member's, masked
      memo: text().changing,
      state: text<P2pState>().changing,
      escrow: amount.changing, // what of the coins is set aside now
      reference: text().changing,
      payBy: whole.orNull.changing,
      answerBy: whole.orNull.changing,
      reviewBy: whole.orNull.changing, // of a sale that two persons have to approve by then; its merchant is not asked yet
      escalatedAt: whole.orNull.changing, // a dispute that was undecided for too long
      steps: document<readonly P2pStep[]>().changing,
      reason: text().changing,
      statements: int.changing,
      dnwId: whole.changing,
      createdAt: whole,
      closedAt: whole.orNull.changing,
      rev: int.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** What the sides of a dispute say. */
  p2pStatements: table(
    'p2p_statement',
    {
      siteId: whole.key,
      id: whole.key,
      orderId: whole,
      memberId: whole,
      teller: text<'MEMBER' | 'MERCHANT' | 'SYSTEM'>(),
      text: text(),
      fileIds: document<readonly number[]>(),
      at: whole,
    },
    { rows: 'none' },
  ),
  /** Orders that a member did not pay, of the last day. */
  p2pMembers: table(
    'p2p_member',
    {
      siteId: whole.key,
      memberId: whole.key,
      unpaid: document<readonly number[]>().changing,
      blockedUntil: whole.orNull.changing,
    },
    { rows: 'all' },
  ),
}

export interface MerchantRow extends RowOf<typeof p2pTables.merchants> {}
export interface P2pOrderRow extends RowOf<typeof p2pTables.p2pOrders> {}
export interface P2pMemberRow extends RowOf<typeof p2pTables.p2pMembers> {}
export interface P2pStatementRow extends RowOf<typeof p2pTables.p2pStatements> {}
