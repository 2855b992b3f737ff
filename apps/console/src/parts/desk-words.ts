import * as korean from '@maru/contract/desk-words'
import { consoleLanguage } from '../session/language.ts'

// What the house calls its records, in the language of the console. Files that the server makes keep the Korean words.

type Words<K extends string | number> = Readonly<Record<K, string>>
/** The table of words in the console's language; the type asks for each word in both. */
const inBoth = <K extends string | number>(ko: Words<K>, en: Words<NoInfer<K>>): Words<K> =>
  consoleLanguage() === 'ko' ? ko : en

export const requestStatusWords = inBoth(korean.requestStatusWords, {
  REQUESTED: 'Requested',
  REVIEW: 'In review',
  APPROVED: 'Approved',
  COMPLETED: 'Completed',
  REJECTED: 'Rejected',
  CANCELED: 'Cancelled',
})
export const requestTypeWords = inBoth(korean.requestTypeWords, {
  D: 'Deposit',
  W: 'Withdrawal',
  B: 'Bonus',
  PB: 'Bonus payment',
  PM: 'Bonus deduction',
  WB: 'P2P buy',
  WS: 'P2P sell',
  TI: 'Transfer in',
  TO: 'Transfer out',
  CI: 'Conversion in',
  CO: 'Conversion out',
  E: 'Reversal',
  C: 'Settlement',
})

const walletWords: Words<string> = { BINARY: 'KRW wallet', FUTURES: 'Futures wallet', BONUS: 'Bonus' }
export const walletWord = (type: string): string =>
  consoleLanguage() === 'ko' ? korean.walletWord(type) : (walletWords[type] ?? `${type} wallet`)

const reasonWords = inBoth(korean.reasonWords, {
  ROUND_WIN: 'Round won',
  ROUND_LOSS: 'Round lost',
  FUTURES_PNL: 'Perpetual PnL',
  FUTURES_FEE: 'Perpetual fee',
  FUTURES_FUNDING: 'Funding fee',
  FUTURES_LIQUIDATION_FEE: 'Liquidation fee',
  FUTURES_SURPLUS: 'Liquidation surplus',
  FUTURES_INSURANCE: 'Perpetual insurance',
  OVERSEA_PNL: 'Overseas futures PnL',
  OVERSEA_FEE: 'Overseas futures fee',
  OVERSEA_FINANCING: 'Overseas futures financing',
  OVERSEA_INSURANCE: 'Overseas futures insurance',
  DEPOSIT: 'Deposit',
  WITHDRAWAL_REQUEST: 'Withdrawal request',
  WITHDRAWAL: 'Withdrawal',
  CONVERSION: 'Conversion',
  TRANSFER: 'Transfer',
  BONUS: 'Bonus',
  BONUS_RETURN: 'Bonus taken back',
  BONUS_CONVERSION: 'Bonus converted',
  P2P_ESCROW: 'P2P escrow',
  P2P_RETURN: 'P2P return',
  P2P_BUY: 'P2P buy',
  P2P_SELL: 'P2P sell',
  REORG: 'Coin deposit reversed',
  DEMO_GRANT: 'Demo points',
})
/** Why something was posted; a reason without a word as it is. */
export const reasonWord = korean.wordIn(reasonWords)
/** Reasons that a list can be cut to. */
export const reasons = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))

export const bookWords = inBoth(korean.bookWords, { futures: 'Perpetuals', oversea: 'Overseas futures' })
export const sideWords = inBoth(korean.sideWords, { LONG: 'Long', SHORT: 'Short' })
export const betSideWords = inBoth(korean.betSideWords, { B: 'Buy', S: 'Sell' })
export const betStatusWords = inBoth(korean.betStatusWords, { 0: 'Running', 1: 'Won', 2: 'Lost', 3: 'Void' })
export const tradeTypeWords = inBoth(korean.tradeTypeWords, {
  'R.5': 'Rent 30 s',
  R1: 'Rent 1 min',
  R2: 'Rent 2 min',
  R5: 'Rent 5 min',
  B1: 'Binary 1 min',
  B2: 'Binary 2 min',
  B5: 'Binary 5 min',
})
export const orderStatusWords = inBoth(korean.orderStatusWords, {
  NEW: 'Open',
  PARTIALLY_FILLED: 'Partially filled',
  FILLED: 'Filled',
  CANCELED: 'Cancelled',
  TRIGGERED: 'Triggered',
  REJECTED: 'Rejected',
})
export const marketTypeWords = inBoth(korean.marketTypeWords, {
  LIMIT: 'Limit',
  MARKET: 'Market',
  TAKEPROFIT: 'Take profit',
  STOPLOSS: 'Stop loss',
  STOPMARKET: 'MIT',
  STOPLIMIT: 'Stop-limit',
  LIQUIDATION: 'Liquidation',
})
export const positionStatusWords = inBoth(korean.positionStatusWords, {
  OPEN: 'Open',
  CLOSED: 'Closed',
  LIQUIDATED: 'Liquidated',
})
/** What ended an order or a position; a code of the error catalogue as it is. */
export const endWord = korean.wordIn(
  inBoth(korean.endWords, {
    MEMBER: 'Member',
    OCO: 'Opposite order filled',
    POSITION_CLOSED: 'Position closed',
    SESSION_END: 'Session end',
    LIQUIDATION: 'Liquidation',
    EXPIRED: 'Expired',
    TAKEPROFIT: 'Take profit',
    STOPLOSS: 'Stop loss',
  }),
)

export const memberStatusWords = inBoth(korean.memberStatusWords, {
  PENDING: 'Pending approval',
  ACTIVE: 'Active',
  DENY: 'Suspended',
})
export const p2pStateWords = inBoth(korean.p2pStateWords, {
  OPEN: 'With the merchant',
  ESCROWED: 'Awaiting payment',
  PAID: 'Said to be paid',
  RELEASED: 'Released',
  CANCELED: 'Cancelled',
  EXPIRED: 'Expired',
  DISPUTED: 'Disputed',
})
export const suspenseCauseWords = inBoth(korean.suspenseCauseWords, {
  REFERENCE: 'No matching request',
  LATE: 'Came after the request had ended',
  AMOUNT: 'Amount differs from the request',
  PAYER: 'Sender differs from the member',
  CURRENCY: 'Other currency',
  RETURNED: 'A payout came back',
  LIMIT: 'Above the deposit limit',
  OWNER: 'Owner of the address not confirmed',
})
export const suspenseStateWords = inBoth(korean.suspenseStateWords, {
  OPEN: 'To do',
  ASSIGNED: 'Matched to a member',
  RETURNED: 'Returned',
})
export const houseMoveWords = inBoth(korean.houseMoveWords, {
  TRANSFER: 'Move between accounts',
  OPENING: 'Opening balance',
  CAPITAL_IN: 'Capital paid in',
  CAPITAL_OUT: 'Capital withdrawn',
  FUND_IN: 'Into the insurance fund',
  FUND_OUT: 'Out of the insurance fund',
})
/** An account of the house; one without a word as it is. */
export const accountWord = korean.wordIn(
  inBoth(korean.accountWords, {
    MEMBER: 'Member wallets',
    MEMBER_BONUS: 'Member bonuses',
    BANK_KRW: 'Bank',
    COIN_HOT: 'Coins (hot)',
    COIN_COLD: 'Coins (cold)',
    PROVIDER_CLEARING: 'Provider',
    WITHDRAWAL_PENDING: 'Withdrawals pending',
    DEPOSIT_SUSPENSE: 'Unmatched deposits',
    P2P_ESCROW: 'P2P escrow',
    FX_CLEARING: 'FX clearing',
    PARTNER_PAYABLE: 'Payable to partners',
    TRADER_PAYABLE: 'Payable to traders',
    INSURANCE_FUND: 'Insurance fund',
    HOUSE_CAPITAL: 'Capital',
    BONUS_EXP: 'Bonus expense',
    PROVIDER_FEE: 'Provider fees',
    BAD_DEBT: 'Bad debt',
    FX_SPREAD: 'FX spread',
    FUNDING: 'Funding',
    ROUNDING: 'Rounding',
    PNL_ROUND: 'Round PnL',
    PNL_FUTURES: 'Perpetual PnL',
    PNL_OVERSEA: 'Overseas futures PnL',
  }),
)
export const lineStateWords = inBoth(korean.lineStateWords, {
  MATCHED: 'Matched',
  DIFFERENT: 'Other amount',
  LINE_ONLY: 'Not in the ledger',
  LEDGER_ONLY: 'Not in the statement',
  UNDONE: 'Offset',
  GONE: 'Gone from the statement',
})
/** What a line of a statement is. */
export const lineKindWord = korean.wordIn(
  inBoth(korean.lineKindWords, {
    deposit: 'Deposit',
    payout: 'Payout',
    return: 'Return',
    fee: 'Fee',
    transfer: 'Transfer',
  }),
)
