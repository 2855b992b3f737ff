import type { DnwStatus, DnwType, WalletType } from '@maru/contract'
import { amount, document, flag, int, items, text, whole } from '../tables/column.ts'
import type { Account } from '../tables/house.ts'
import { type RowOf, table } from '../tables/table.ts'

/** A state that a request has reached, and when (wall clock). ARRIVED: its money is in the ledger and waits for its approval. */
export interface Step {
  readonly state: DnwStatus | 'ARRIVED'
  readonly at: number
}

/** What the core finds odd in a withdrawal. */
export type RequestFlag = 'NO_TRADING' | 'SHARED_DEVICE' | 'SHARED_ACCOUNT' | 'SHARED_IP' | 'NEW_ADDRESS' | 'VELOCITY'

/** One member of staff's yes, where two are needed. */
export interface GivenApproval {
  readonly staffId: number
  readonly at: number
}

/** What a site asks of a coin that comes and leaves by its own network. */
export interface CoinConfig {
  readonly coin: WalletType
  readonly network: string
  /** Blocks before anything is posted; what came may leave after twice as many. */
  readonly confirmations: number
  readonly withdrawMin: bigint
  readonly withdrawFee: bigint
  readonly isOpen: boolean
}

/** After what nothing of a member leaves for a while: his first deposit, or a change of what he is known by. */
export type HoldCause = 'FIRST_DEPOSIT' | 'PASSWORD' | 'OTP' | 'ACCOUNT' | 'PHONE'

/** What is added up over a day (KST): withdrawals, their number, and what other parts of the book limit. */
export type DayKind = 'WITHDRAW' | 'WITHDRAWALS' | 'TRANSFER' | 'CONVERT'

/** QUEUED waits for its call, SENDING is written before the call leaves, UNKNOWN: nobody can say yet. CONFIRMED and FAILED are final. */
export type PayoutState = 'QUEUED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'CONFIRMED' | 'FAILED'

/** What was heard of a payout after it was closed: it was paid although it had failed, or it came back; '': nothing. */
export type PayoutLate = '' | 'CONFIRMED' | 'RETURNED'

/**
 * Why money that came in is nobody's yet. ARRIVED: it waits for the approval of its request; REJECTED: that was refused. Else no request fits it,
 * it came late, in another amount or currency, from somebody else, back, or above a limit. OFFSET: what remains of two that were offset.
 */
export type SuspenseCause =
  | 'ARRIVED'
  | 'REJECTED'
  | 'REFERENCE'
  | 'LATE'
  | 'AMOUNT'
  | 'PAYER'
  | 'CURRENCY'
  | 'RETURNED'
  | 'LIMIT'
  | 'OWNER'
  | 'OFFSET'

/** What facts from outside are about that are stored for ever. Payouts, coins and P2P orders have rows of their own. */
export type FactKind = 'deposit' | 'coin' | 'fee'

/**
 * ASSIGNED: it became a member's deposit; RETURNED: it was sent back; REORGED: the network forgot the coins; OFFSET: what came and what its
 * provider took back were held against each other; WRITTEN_OFF: the house bears what was taken back.
 */
export type SuspenseState = 'OPEN' | 'ASSIGNED' | 'RETURNED' | 'REORGED' | 'OFFSET' | 'WRITTEN_OFF'

/** SEEN waits for its blocks, CREDITED may be traded with, FINAL may leave too. */
export type ArrivalState = 'SEEN' | 'CREDITED' | 'FINAL' | 'REORGED' | 'SUSPENDED'

/** So long the core knows a fact by itself: longer than it takes until everybody reads it from the database. */
export const FACT_KNOWN_MS = 600_000

export const moneyTables = {
  /** What a site asks of requests; times are of the wall clock. */
  moneyConfigs: table(
    'money_config',
    {
      siteId: whole.key,
      depositMin: amount.changing, // 10,000 KRW
      depositUnit: amount.changing, // 1,000
      depositExpiryMs: whole.changing, // 2 h
      withdrawMin: amount.changing, // 10,000
      withdrawUnit: amount.changing, // 1,000
      withdrawFee: amount.changing, // 1,000, taken out of the amount
      withdrawDayMax: amount.changing, // 50,000,000 a member and day, in KRW
      cancelWindowMs: whole.changing, // 600,000
      firstHoldMs: whole.changing, // 72 h after the first deposit, on all that a member has
      holdMs: whole.changing, // 24 h on what a deposit brought
      changeHoldMs: whole.changing, // 24 h after a change of password, one-time codes, bank account or phone
      fourEyesFrom: amount.changing, // 10,000,000 KRW
      travelRuleFrom: amount.changing, // 1,000,000 KRW in coins
      approvalMs: whole.changing, // a first approval lapses after 30 min
      isWithdrawPaused: flag.changing,
      convertSpreadPpm: int.changing, // 5,000: taken once of what is received
      convertMovePpm: int.changing, // 2,000: a quote is refused that is better than the mid by more
      convertDelayMs: whole.changing, // 150, domain time
      convertWaitMs: whole.changing, // 1,000 for the mid that decides
      quoteMs: whole.changing, // 10,000
      priceMaxAgeMs: whole.changing, // 5,000 of each factor of a mid
      sourcesApartPpm: int.changing, // 10,000 between the sources of KRW–USDT
      convertMin: amount.changing, // 5,000 KRW
      convertDayMax: amount.changing, // 100,000,000 KRW a member and day
      convertNetMax: amount.changing, // 3,000,000,000 KRW: what the site may be long or short of a currency
      flagWithdrawals: int.changing, // 3: from then on withdrawals of a KST day are unusual
      sharedIpMs: whole.changing, // 30 d: so long an address of the network tells who used it
      sharedIpMembers: int.changing, // 10: an address of more members is a carrier's and tells nothing
      transferDayMax: amount.changing, // 5,000,000 KRW to other members, a member and day
      bonusMultiple: int.changing, // 30: the turnover, in times of a bonus
      bonusCapTimes: int.changing, // 10: no more than so many times a bonus becomes cash
      bonusLifeMs: whole.changing, // 30 days
      bonusNetMs: whole.changing, // 600,000, domain time: what stands against a trade for so long takes from it
      bonusFeeTimes: int.changing, // 250: the margin of a closed perpetual, in times of its fee
      p2pAskMs: whole.changing, // 300,000: a merchant who does not answer is asked no longer
      p2pPayMs: whole.changing, // 15 min: the buyer pays within it
      p2pAnswerMs: whole.changing, // 30 min: silence after a payment becomes a dispute
      p2pLateMs: whole.changing, // 24 h: so long after its end an order can still be disputed
      p2pMostUnpaid: int.changing, // 3: orders that a member leaves unpaid within the next
      p2pBlockMs: whole.changing, // 24 h, and how long he is blocked after the last of them
      coins: items<CoinConfig>('withdrawMin', 'withdrawFee').changing,
    },
    { rows: 'all' },
  ),
  /** Requests and legs of movements. An open one is read by a start; a closed one never changes. */
  dnw: table(
    'dnw',
    {
      siteId: whole.key,
      id: whole.key,
      memberId: whole,
      type: text<DnwType>(),
      status: text<DnwStatus>().changing,
      walletType: text<WalletType>(),
      currency: text(),
      point: amount, // of a withdrawal: what leaves the wallet, the fee included
      fee: amount.changing,
      rate: text().orNull.changing, // of a conversion, or of an order of P2P; null until a sale under review is priced
      won: amount, // its value in KRW at the mid of its request
      accountId: whole.orNull, // the member's registered account or address
      account: text(), // that, masked; '' where there is none
      counterparty: text(), // who pays or is paid
      houseAccount: text<Account>(), // where the money comes to or leaves from
      houseSub: text(),
      reason: text().changing,
      flags: document<readonly string[]>().changing, // RequestFlag, what arrived, or that it lies in suspense: why two persons look at it, however small
      createdAt: whole,
      processedAt: whole.orNull.changing, // null while it is open
      steps: document<readonly Step[]>().changing,
      cancelableUntil: whole.orNull.changing,
      expiresAt: whole.orNull.changing,
      holdUntil: whole.orNull.changing, // what a deposit brought may leave from then on
      txnId: whole.orNull.changing, // its newest transaction
      pairId: whole.orNull.changing, // the other leg, or the request that it reverses
      takenBy: whole.orNull.changing, // staffId
      approvals: document<readonly GivenApproval[]>().changing,
      rev: int.changing,
    },
    { rows: 'open', until: 'processedAt' },
  ),
  depositLocks: table(
    'deposit_lock',
    {
      siteId: whole.key,
      id: whole.key,
      memberId: whole,
      walletType: text<WalletType>(),
      dnwId: whole, // the deposit that it goes back to
      amount: amount.changing, // less where a part was converted or transferred
      until: whole.changing, // later than any time: until its coins have all their blocks
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  memberHolds: table(
    'member_hold',
    {
      siteId: whole.key,
      id: whole.key,
      memberId: whole,
      cause: text<HoldCause>(),
      until: whole.changing,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  moneyDays: table(
    'money_day',
    {
      siteId: whole.key,
      memberId: whole.key,
      day: text().key, // KST
      kind: text<DayKind>().key,
      sum: amount.changing, // KRW
      until: whole,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt', again: true },
  ),
  /** What a provider is asked to pay: one for each approved withdrawal. */
  payouts: table(
    'payout',
    {
      siteId: whole.key,
      id: whole.key,
      key: text(), // random: what the provider knows it by
      dnwId: whole,
      memberId: whole,
      walletType: text<WalletType>(),
      provider: text(),
      houseAccount: text<Account>(),
      houseSub: text(),
      currency: text(),
      amount, // what arrives: without the fee
      fee: amount, // of the withdrawal
      state: text<PayoutState>().changing,
      providerRef: text().changing,
      detail: text().changing,
      late: text<PayoutLate>().changing,
      providerFee: amount.changing, // what its provider took for it, as far as it is booked
      createdAt: whole,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /**
   * Since the house began anew from a backup nothing leaves by a provider, and nothing that it reports by itself ends a payout, until it was
   * asked what happened meanwhile. A start writes them before it reads them.
   */
  payoutBars: table(
    'payout_bar',
    {
      siteId: whole.key,
      provider: text().key,
      since: whole.changing, // wall clock: the newest that the backup knew
      barredAt: whole.changing, // wall clock
      liftedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'liftedAt', again: true },
  ),
  suspenses: table(
    'suspense',
    {
      siteId: whole.key,
      id: whole.key,
      cause: text<SuspenseCause>().changing,
      provider: text(),
      providerRef: text(),
      reference: text(),
      payer: text(),
      memberId: whole.orNull, // whose it may be
      requestId: whole.orNull, // the request that it came for, which takes it if two persons agree
      currency: text(),
      amount, // below zero: the bank takes back what it said had come
      houseAccount: text<Account>(),
      houseSub: text(),
      createdAt: whole,
      state: text<SuspenseState>().changing,
      closedAt: whole.orNull.changing,
      dnwId: whole.orNull.changing, // the deposit that it became
      note: text().changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** Facts from outside that were booked, each once for ever; a start reads the newest, and of others who reports one brings what is stored. */
  moneyFacts: table(
    'money_fact',
    {
      siteId: whole.key,
      provider: text().key, // who reported it
      sub: text().key, // the house's account there
      currency: text().key,
      kind: text<FactKind>().key,
      reference: text().key, // the provider's own; of a line without one its day, time and amount
      state: text<'ARRIVED'>().key,
      amount: amount.changing, // as reported last
      bookedId: whole.orNull, // the money in suspense, or the request that expected it; null: booked before facts were stored
      namedBy: text().changing, // the reference under which money of a line without one was reported too
      createdAt: whole, // wall clock
      at: whole.changing, // domain time of the newest report
    },
    { rows: 'recent', by: 'at', ms: FACT_KNOWN_MS, as: 'recentFacts' },
  ),
  /** Deposits that the desk completed before their provider reported the money. */
  expectedDeposits: table(
    'expected_deposit',
    {
      siteId: whole.key,
      id: whole.key, // the request
      provider: text(),
      currency: text(),
      amount,
      payer: text(),
      createdAt: whole,
      providerRef: text().changing, // what the money was reported as
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** Coins on their way in, by what names them on their network. */
  arrivals: table(
    'coin_arrival',
    {
      siteId: whole.key,
      network: text().key,
      txid: text().key,
      output: whole.key,
      coin: text<WalletType>(),
      amount: amount.changing, // as told last
      share: amount.changing, // what of it goes or went to its member: no more than was told of first
      memberId: whole.orNull,
      walletType: text<WalletType>(),
      confirmations: int.changing,
      needed: int,
      state: text<ArrivalState>().changing,
      dnwId: whole.orNull.changing,
      createdAt: whole,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** Lines of the ledger that credited cash by mistake, each taken back once. */
  corrections: table(
    'cash_correction',
    { siteId: whole.key, postingId: whole.key, dnwId: whole, at: whole },
    { rows: 'all' },
  ),
  memberMoney: table(
    'member_money',
    {
      siteId: whole.key,
      memberId: whole.key,
      firstDepositAt: whole.orNull.changing,
      /** Since when withdrawals are frozen, and the code that says why. */
      frozenAt: whole.orNull.changing,
      frozenWhy: text().orNull.changing,
      /** Since which deposit there was no result of a trade; null: there was one, or no deposit. */
      untradedSince: whole.orNull.changing,
    },
    { rows: 'all' },
  ),
  /** Accounts and addresses that money left to before. */
  paidAccounts: table(
    'paid_account',
    { siteId: whole.key, memberId: whole.key, accountId: whole.key, at: whole },
    { rows: 'all' },
  ),
}

export interface MoneyConfig extends RowOf<typeof moneyTables.moneyConfigs> {}
export interface DnwRow extends RowOf<typeof moneyTables.dnw> {}
export interface DepositLockRow extends RowOf<typeof moneyTables.depositLocks> {}
export interface MemberHoldRow extends RowOf<typeof moneyTables.memberHolds> {}
export interface MoneyDayRow extends RowOf<typeof moneyTables.moneyDays> {}
export interface PayoutRow extends RowOf<typeof moneyTables.payouts> {}
export interface CorrectionRow extends RowOf<typeof moneyTables.corrections> {}
export interface PayoutBarRow extends RowOf<typeof moneyTables.payoutBars> {}
export interface SuspenseRow extends RowOf<typeof moneyTables.suspenses> {}
export interface MoneyFactRow extends RowOf<typeof moneyTables.moneyFacts> {}
export interface ExpectedDepositRow extends RowOf<typeof moneyTables.expectedDeposits> {}
export interface ArrivalRow extends RowOf<typeof moneyTables.arrivals> {}
export interface PaidAccountRow extends RowOf<typeof moneyTables.paidAccounts> {}
export interface MemberMoneyRow extends RowOf<typeof moneyTables.memberMoney> {}
