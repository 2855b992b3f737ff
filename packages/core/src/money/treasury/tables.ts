import { amount, text, whole } from '../../tables/column.ts'
import type { Account } from '../../tables/house.ts'
import { type RowOf, table } from '../../tables/table.ts'

/**
 * How money of the house moves: between its accounts, what an account held before its first statement, capital of the owners, and what they
 * put into the insurance fund or take out of it; and coins that a merchant of P2P brings in advance, or takes back.
 */
export type TreasuryMove =
  | 'TRANSFER'
  | 'OPENING'
  | 'CAPITAL_IN'
  | 'CAPITAL_OUT'
  | 'FUND_IN'
  | 'FUND_OUT'
  | 'FLOAT_IN'
  | 'FLOAT_OUT'

/** What a difference between a statement and the ledger became; NAME: there was none, but the line did not name its movement. */
export type SettlementCause = 'PROVIDER_FEE' | 'BAD_DEBT' | 'CAPITAL' | 'NAME'

export const treasuryTables = {
  houseMoves: table(
    'house_move',
    {
      siteId: whole.key,
      id: whole.key,
      move: text<TreasuryMove>(),
      currency: text(),
      amount,
      creditAccount: text<Account>(), // an asset that gives; capital, the fund or a float that grows
      creditSub: text(),
      debitAccount: text<Account>(), // an asset that receives; capital, the fund or a float that shrinks
      debitSub: text(),
      reference: text(), // the line of a statement that shows it; '' where none is known yet
      txnId: whole,
      createdAt: whole, // wall clock
    },
    { rows: 'none' },
  ),
  breakSettlements: table(
    'break_settlement',
    {
      siteId: whole.key,
      id: whole.key,
      approvalId: whole, // by which two persons agreed
      cause: text<SettlementCause>(),
      provider: text(),
      currency: text(),
      amount, // what the statement had above the ledger; 0 of NAME
      account: text<Account | ''>(), // of the house; '' of NAME
      sub: text(),
      lineKind: text(), // the line of the statement; '' where none is meant
      providerRef: text(),
      postingId: whole.orNull, // the movement that no line showed
      txnId: whole.orNull, // null of NAME
      createdAt: whole, // wall clock
    },
    { rows: 'none' },
  ),
}

export interface HouseMoveRow extends RowOf<typeof treasuryTables.houseMoves> {}
