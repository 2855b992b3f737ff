/** The tables of the house: sites, members, their wallets, the house's accounts, and what is kept of every movement and command. */
import type { WalletType } from '@maru/contract'
import type { ActorKind } from '../envelope.ts'
import { amount, flag, int, text, verbatim, whole } from './column.ts'
import { type RowOf, table } from './table.ts'

/** The chart of accounts (rules D). */
export type Account =
  | 'BANK_KRW'
  | 'COIN_HOT'
  | 'COIN_COLD'
  | 'PROVIDER_CLEARING'
  | 'MEMBER'
  | 'MEMBER_BONUS'
  | 'WITHDRAWAL_PENDING'
  | 'DEPOSIT_SUSPENSE'
  | 'P2P_ESCROW'
  | 'FX_CLEARING'
  | 'PARTNER_PAYABLE'
  | 'TRADER_PAYABLE'
  | 'INSURANCE_FUND'
  | 'HOUSE_CAPITAL'
  | 'FEE_ROUND'
  | 'FEE_FUTURES'
  | 'FEE_OVERSEA'
  | 'FEE_WITHDRAW'
  | 'FUNDING'
  | 'PNL_ROUND'
  | 'PNL_FUTURES'
  | 'PNL_OVERSEA'
  | 'FX_SPREAD'
  | 'BONUS_EXP'
  | 'COMMISSION'
  | 'BAD_DEBT'
  | 'ROUNDING'
  | 'PROVIDER_FEE'

export const houseTables = {
  /** Configuration of a site: rows that operators edit. */
  sites: table(
    'site_config',
    {
      siteId: whole.key,
      maxDayExposure: amount.changing, // ₩300M
      binaryCurrency: text<'KRW'>().changing,
      /** Margin ratio of perpetuals from which on a member is warned, and below which he can be again; 100 % liquidates. */
      futuresWarnPpm: int.changing, // 800,000
      futuresCalmPpm: int.changing,
      /** Shares of the margin of open contracts: equity at or below them is cut, warned of; above the last he can be warned again. */
      overseaLosscutPpm: int.changing, // 200,000
      overseaWarnPpm: int.changing,
      overseaCalmPpm: int.changing,
      /** A raised limit waits so long for its confirmation; a self-exclusion lasts so many months at least. */
      limitRiseWaitMs: int.changing,
      exclusionMinMonths: int.changing,
      /** Members are reminded of time and result at least this often. */
      realityCheckMs: int.changing,
      /** So long a second person has to confirm an emergency stop. */
      stopConfirmMs: int.changing,
      /** Whether members younger than so many days open perpetuals at no more than this leverage. */
      isYoungCapped: flag.changing,
      youngDays: int.changing,
      youngMaxLeverage: int.changing,
      /** Whether perpetuals open at half the leverage, and contracts with twice the margin, around releases of importance 3 and before a session ends; for how long before, and after a release. */
      isReleaseHalved: flag.changing,
      isSessionEndHalved: flag.changing,
      halvingLeadMs: int.changing,
      halvingTailMs: int.changing,
      /** Wrong passwords in a row that lock a name for an address, and for how long. */
      signInTries: int.changing,
      signInLockMs: int.changing,
      /** Calls of one member (sign-ins: of one name and address) before he is asked to wait. */
      signInsAMinute: int.changing,
      refreshesAMinute: int.changing,
      ordersASecond: int.changing,
      moneyAMinute: int.changing,
      otpsAMinute: int.changing,
      /** Codes by SMS and mail: how long one counts, how often it is tried, and how soon and how often another is sent. */
      codeMs: int.changing,
      codeTries: int.changing,
      codeResendMs: int.changing,
      codesAnHour: int.changing,
      /** Sign-ins end after so long, and after so long without use; a member has at most so many. */
      sessionMs: int.changing,
      sessionIdleMs: int.changing,
      mostSessions: int.changing,
      staffSessionMs: int.changing,
      staffIdleMs: int.changing,
      /** So long after a code of their app staff change money and settings without another one. */
      staffProofMs: int.changing,
      /** What waits for a second person lapses after so long, where money does not say otherwise. */
      deskApprovalMs: int.changing,
      /** A chat that nobody of the staff comes to ends after so long, and one in which nobody speaks; transcripts are kept so long. */
      chatWaitMs: int.changing,
      chatSilentMs: int.changing,
      chatDays: int.changing,
      /** Chats open from one minute of the day in Korea up to another; over midnight where the first is later. */
      chatFromMinute: int.changing,
      chatToMinute: int.changing,
      /** An inquiry is to be answered within; an answered one closes after so many days. */
      inquiryAnswerMs: int.changing,
      inquiryCloseDays: int.changing,
      /** Messages to a member are kept so long. */
      messageDays: int.changing,
      /** A repeated price alert is armed again after so long, once the price went back by so much. */
      alertRestMs: int.changing,
      alertBackPpm: int.changing,
      /** Binary options are for prices whose tick is at most this share of the usual move of 30 s; others raise a warning. */
      binaryTickPpm: int.changing,
      /** Partners: open levels, what all levels together earn at most of fees, of stakes and (if at all) of losses, and the notice of a cut. */
      partnerDepth: int.changing,
      partnerFeeCapPpm: int.changing,
      partnerRollCapPpm: int.changing,
      isPartnerLossOn: flag.changing,
      partnerLossCapPpm: int.changing,
      partnerCutDays: int.changing,
      /** Minutes after the end of a week at which it is closed. */
      partnerCloseMinute: int.changing,
      /** Whether members follow traders; what they follow goes on closing where it was switched off. */
      isCopyOn: flag.changing,
      /** How much worse than the trader's a copy's price may be, and how late after his fill it may open. */
      copySlipPpm: int.changing,
      copyLateMs: int.changing,
      /** Copies of a trader in an instrument that are worth so much let him open no more there; 0: any. */
      copyCapNotional: amount.changing,
      /** So many copies in a row that were left out for want of money pause a follow; 0: none do. */
      copySkipsToPause: int.changing,
      /** What a follow puts beside orders: the least and the most, and the percentage of the trader's margin at most. */
      copyLeastBet: amount.changing,
      copyMostBet: amount.changing,
      copyMostRatio: int.changing,
      /** Who may lead: members since so many days, worth so much; and what he may ask of profits. */
      traderMinDays: int.changing,
      traderMinEquity: amount.changing,
      traderShareCapPpm: int.changing,
      /** His share is held so many days before it is paid. */
      traderPayDays: int.changing,
      /** Open lead lots of a trader in an instrument, and in all; time between his orders, and orders in an hour. */
      traderLotsOption: int.changing,
      traderLots: int.changing,
      traderGapMs: int.changing,
      traderOrdersAnHour: int.changing,
      /** How many may follow a trader who is worth 100, 1,000 and 5,000 USDT. */
      traderQuotaLow: int.changing,
      traderQuotaMiddle: int.changing,
      traderQuotaHigh: int.changing,
      /** What a new member of a DEMO site is given, once. */
      demoGrantWon: amount.changing,
      demoGrantUsdt: amount.changing,
    },
    { rows: 'all' },
  ),
  wallets: table(
    'wallet',
    {
      siteId: whole.key,
      memberId: whole.key,
      type: text<WalletType>().key,
      currency: text().key,
      posted: amount.changing, // ledger balance, never negative
      reserved: amount.changing, // gameWaitPoint
    },
    { rows: 'all' },
  ),
  house: table(
    'house_account',
    {
      siteId: whole.key,
      account: text<Account>().key,
      sub: text().key, // which provider, bank account, or coin and network; '' where there is only one
      currency: text().key,
      balance: amount.changing,
    },
    { rows: 'all' },
  ),
  postings: table(
    'posting',
    {
      siteId: whole.key,
      id: whole.key,
      txnId: whole, // postings of one txnId sum to zero per currency
      account: text<Account>(), // MEMBER, of a BONUS wallet MEMBER_BONUS, or the house's
      sub: text(), // of the house account
      memberId: whole.orNull,
      walletType: text<WalletType>().orNull,
      currency: text(),
      amount, // credit positive: a wallet's balance is the sum of its postings
      reason: text(), // DEMO_GRANT | ROUND_WIN | ROUND_LOSS | …
      refId: whole.orNull,
      at: whole,
      wall: whole.orNull, // by the wall clock; null: written before it was stored
    },
    { rows: 'none' },
  ),
  replies: table(
    'stored_reply',
    {
      siteId: whole.key,
      actorKind: text<ActorKind>().key,
      actorId: text().key,
      key: text().key, // of a provider: its event
      route: text(), // '' when abandoned before it was used; of a provider: the kind of the command
      bodyHash: text(), // of a provider: '', its event counts whatever its body
      status: int,
      body: verbatim,
      at: whole,
    },
    { rows: 'none' },
  ),
  members: table(
    'member_state',
    {
      siteId: whole.key,
      memberId: whole.key,
      createdAt: whole, // wall clock
      status: text<'ACTIVE' | 'DENY'>().changing,
      isStaff: flag, // trades nothing and moves no money (rules J 17)
      coolOffUntil: whole.orNull.changing,
      excludedUntil: whole.orNull.changing, // self-exclusion: only ever later
    },
    { rows: 'all' },
  ),
}

export interface SiteConfig extends RowOf<typeof houseTables.sites> {}
export interface WalletRow extends RowOf<typeof houseTables.wallets> {}
export interface HouseRow extends RowOf<typeof houseTables.house> {}
export interface PostingRow extends RowOf<typeof houseTables.postings> {}
export interface StoredReplyRow extends RowOf<typeof houseTables.replies> {}
/** Names a reply among all that are stored: keys of different actors have nothing to do with each other. */
export type ReplyKey = Pick<StoredReplyRow, 'siteId' | 'actorKind' | 'actorId' | 'key'>
export interface MemberStateRow extends RowOf<typeof houseTables.members> {}
