import type { DnwRow } from '../../src/index.ts'

type Row = Pick<DnwRow, 'type' | 'houseSub'>

/** A withdrawal, or a sale to a provider that credits the member's account there; sales to merchants are orders of their own. */
export const isExit = ({ type, houseSub }: Row): boolean => type === 'W' || (type === 'WS' && houseSub === 'bitdex')

/** A sale to a merchant, who pays the member's bank account outside the ledger. */
export const isMerchantSale = ({ type, houseSub }: Row): boolean => type === 'WS' && houseSub.startsWith('p2p-')

/** Whether money is of a purchase from a merchant whose buyer may bring none. */
export const isOfMerchant = ({ houseSub }: Pick<Row, 'houseSub'>): boolean => houseSub.startsWith('p2p-')

/** What counts in the limit of a day and among its withdrawals: all that a member takes out, by whichever way. */
export const takesOut = (row: Row): boolean => isExit(row) || isMerchantSale(row)

/** Where it waits until it has left the house (rules D). */
export const waitsIn = ({ type, houseSub }: Row) =>
  type === 'W'
    ? ({ account: 'WITHDRAWAL_PENDING', sub: '' } as const)
    : ({ account: 'P2P_ESCROW', sub: houseSub } as const)

/** What the house pays a wallet's money from: a bank account, or a network. */
export const placeOf = { BINARY: 'KB-1', BTC: 'BTC', FUTURES: 'TRC20' } as const
