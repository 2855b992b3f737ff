/** Commands of money in and out. Amounts are in the currency of their wallet. */
import type { WalletType } from '@maru/contract'
import type { Rational } from '@maru/positions'
import type { EpochMs, IdempotencyKey, Minor } from '../base.ts'
import type { MemberEnvelope, ProviderEnvelope, StaffEnvelope, SystemEnvelope } from '../envelope.ts'
import type { Account } from '../tables/house.ts'
import type { BonusCommand } from './bonus/types.ts'
import type { P2pCommand, P2pFact } from './p2p/types.ts'
import type { ArrivalRow, DnwRow, HoldCause, MoneyFactRow, PayoutRow, SuspenseRow } from './tables.ts'
import type { TreasuryCommand } from './treasury/types.ts'

/** A command about a request. */
interface OfRequest {
  readonly requestId: number
  /** The request as the database held it a moment ago: the core knows open ones only, and it may have closed since. */
  readonly closed: DnwRow | null
}

/** A step of the desk. */
export interface OfDesk extends OfRequest, StaffEnvelope {
  readonly key: IdempotencyKey
  /** The version that the member of staff looked at; another one is STALE_VERSION. */
  readonly version: number
  /** Members of staff who have the request or agreed to it, and may not do so any more: what they did does not count. */
  readonly absent?: readonly number[]
}

/** What a provider tells. Amounts are in minor units of their currency. */
export type ToldFact =
  | P2pFact
  /** Money arrived. */
  | {
      readonly kind: 'deposit'
      /** The request that the payer named: its id; null where he named none. */
      readonly requestId: number | null
      /** What he wrote. */
      readonly reference: string
      readonly providerRef: string
      readonly amount: Minor
      readonly currency: string
      /** As the bank knows him. */
      readonly payer: string
      /** Which of the house's accounts at the provider it came to. */
      readonly houseSub: string
      /** The request, where the database holds it as closed. */
      readonly closed: DnwRow | null
    }
  /** It will not take the money from the member's account there. */
  | { readonly kind: 'refusal'; readonly requestId: number; readonly detail: string }
  /** Its statement shows that it took a fee, for what `refId` names, or for its services. */
  | {
      readonly kind: 'fee'
      readonly fee: Minor
      readonly currency: string
      readonly houseSub: string
      readonly refId: number | null
      /** The payout that it was taken for, as the database holds it: `fee` is all that was taken for it then. */
      readonly payout: PayoutRow | null
      /** The line that shows it. */
      readonly providerRef: string
    }
  /** Coins were seen, have more blocks, or are gone. */
  | {
      readonly kind: 'coin'
      readonly network: string
      readonly txid: string
      readonly output: number
      readonly coin: WalletType
      readonly amount: Minor
      readonly confirmations: number
      readonly reorged: boolean
      /** Whose address they came to; null: nobody's, or the tag is missing, or the token is none of ours. */
      readonly memberId: number | null
      /** The wallet that he chose for them. */
      readonly walletType: WalletType
      /** The arrival, where the database holds it as closed. */
      readonly closed: ArrivalRow | null
      /** What of them was in suspense and the desk has dealt with, as the database says, with the deposit that it became. */
      readonly settled: readonly { readonly row: SuspenseRow; readonly deposit: DnwRow | null }[]
    }
  /** What became of a payout. RETURNED: it was paid and came back. */
  | {
      readonly kind: 'payout'
      readonly payoutId: number
      readonly state: 'PENDING' | 'DONE' | 'FAILED' | 'RETURNED'
      readonly providerRef: string
      /** What the provider took for it. */
      readonly fee: Minor
      readonly detail: string
      /** The payout, where the database holds it as closed. */
      readonly closed: PayoutRow | null
    }

/** A random value of whoever brings the command, never one that was used before: the provider knows the payout by it. */
type PayoutKey = string

/** A step that two persons take: the second has agreed to it already. */
interface OfTwo extends StaffEnvelope {
  readonly key: IdempotencyKey
}

/** A price that was promised to a member; who brings it has checked its signature. Times are of the wall clock. */
export interface GivenQuote extends Rational {
  readonly id: string
  readonly from: WalletType
  readonly to: WalletType
  readonly point: Minor
  readonly spreadPpm: number
  readonly issuedAt: EpochMs
  readonly expiresAt: EpochMs
}

export type MoneyCommand =
  | BonusCommand
  | P2pCommand
  | TreasuryCommand
  /** Announces KRW that the member will send to one of the house's accounts; the provider hears of it. */
  | (MemberEnvelope & {
      readonly kind: 'applyDeposit'
      readonly walletType: WalletType
      /** In KRW. A charge for the FUTURES wallet brings as many USDT as they are worth at the mid. */
      readonly point: Minor
      /** Who pays: the member's verified name. */
      readonly depositor: string
      /** The house's bank account to send to: its sub. */
      readonly houseSub: string
      /** Another provider than the bank: it takes the money from the member's account there. */
      readonly provider?: string
      readonly flags: readonly string[]
    })
  /** Takes money out of a wallet at once; it leaves when the desk has agreed. */
  | (MemberEnvelope & {
      readonly kind: 'applyWithdrawal'
      readonly walletType: WalletType
      readonly point: Minor
      /** A registered and verified account or address of the member; null: his account at the provider that buys. */
      readonly accountId: number | null
      /** That, masked. */
      readonly account: string
      /** Who is paid: the verified name; of coins the beneficiary, where one was named. */
      readonly payee: string
      /** What the house pays from: the sub of its bank account, of its coins the network, or the provider that buys. */
      readonly houseSub: string
    })
  /** Makes one currency into another at the first mid that nobody could know yet, or at a quote that is near it. Answered later. */
  | (MemberEnvelope & {
      readonly kind: 'convert'
      readonly from: WalletType
      readonly to: WalletType
      readonly point: Minor
      readonly quote: GivenQuote | null
    })
  | (MemberEnvelope & {
      readonly kind: 'transferOwn'
      readonly from: WalletType
      readonly to: WalletType
      readonly point: Minor
    })
  /** To another member of the site; both are verified. */
  | (MemberEnvelope & {
      readonly kind: 'transferToMember'
      readonly walletType: WalletType
      readonly receiverId: number
      readonly point: Minor
      /** Masked: what each sees of the other. */
      readonly senderName: string
      readonly receiverName: string
    })
  | (MemberEnvelope & OfRequest & { readonly kind: 'cancelRequest' })
  /** `from`: the colleague from whose hands it is taken, knowingly. */
  | (OfDesk & { readonly kind: 'takeRequest'; readonly from?: number | undefined })
  | (OfDesk & { readonly kind: 'releaseRequest' })
  /** `to`: a member of staff who may decide requests of the site. */
  | (OfDesk & { readonly kind: 'handOverRequest'; readonly to: number })
  /** `asSecond`: given as the second of two; refused where no first one stands. */
  | (OfDesk & { readonly kind: 'approveRequest'; readonly asSecond: boolean; readonly payoutKey: PayoutKey })
  | (OfDesk & { readonly kind: 'rejectRequest' })
  /** Closes an approved withdrawal by a line of a statement. */
  | (OfDesk & { readonly kind: 'completeRequest'; readonly statementLine: string })
  /** Written before the call of a payout leaves; refused where it must not leave any more. */
  | (SystemEnvelope & { readonly kind: 'payoutSending'; readonly payoutId: number })
  /** A provider that a restored backup barred was asked what happened since; `barredAt` names the bar. */
  | (SystemEnvelope & {
      readonly kind: 'liftPayoutBar'
      readonly provider: string
      readonly barredAt: EpochMs
    })
  /** A provider that a restored backup barred cannot state what happened since; two persons have seen it elsewhere. */
  | (OfTwo & { readonly kind: 'endPayoutBar'; readonly provider: string; readonly barredAt: EpochMs })
  /** What the call of a payout came to. */
  | (ProviderEnvelope & {
      readonly kind: 'payoutOutcome'
      readonly payoutId: number
      readonly outcome: 'SENT' | 'CONFIRMED' | 'FAILED' | 'UNKNOWN'
      readonly providerRef: string
      readonly detail: string
      /** What the provider took for it. */
      readonly fee: Minor
      readonly closed: PayoutRow | null
    })
  /** What a provider told by itself: it is never refused. */
  | (ProviderEnvelope & {
      readonly kind: 'providerFact'
      readonly fact: ToldFact
      /** What the database held a moment ago under the fact's name, or of a line without one that shows the same money; null: nothing. */
      readonly known: MoneyFactRow | null
    })
  /** Money that came without a request becomes a member's deposit. */
  | (OfTwo & {
      readonly kind: 'assignSuspense'
      readonly suspenseId: number
      readonly memberId: number
      readonly walletType: WalletType
    })
  /** Money that came without a request goes back to who sent it. */
  | (OfTwo & { readonly kind: 'returnSuspense'; readonly suspenseId: number; readonly statementLine: string })
  /** Ends what a provider took back: against other money of nobody, or as a loss of the house (null). */
  | (OfTwo & { readonly kind: 'offsetSuspense'; readonly suspenseId: number; readonly againstId: number | null })
  /** Pays what is free in a wallet of a member who is shut out. */
  | (OfTwo & {
      readonly kind: 'payRest'
      readonly memberId: number
      readonly walletType: WalletType
      /** A registered and verified account or address of his, and the same masked. */
      readonly accountId: number
      readonly account: string
      readonly payee: string
      readonly houseSub: string
      readonly payoutKey: PayoutKey
    })
  /** A member ends his membership. `mayHold`: what is left in his wallets is worth nothing, as in a demo. */
  | (MemberEnvelope & { readonly kind: 'leave'; readonly mayHold: boolean })
  /** Takes cash back that was credited by mistake: the posting that did it is named, and taken back once. */
  | (OfTwo & {
      readonly kind: 'deductCash'
      readonly memberId: number
      readonly walletType: WalletType
      readonly postingId: number
      /** The deposit that it credited. */
      readonly requestId: number
      /** What that posting credited, as the database has it. */
      readonly credited: Minor
      /** At most that. */
      readonly point: Minor
      /** The house account that paid by mistake gets it back. */
      readonly houseAccount: Account
      readonly houseSub: string
      /** The money is somebody's all the same: it waits in suspense for its owner, on that account. null: it never came. */
      readonly owner: { readonly reference: string; readonly payer: string } | null
    })
  /** Ends a payout of which its provider says nothing any more; two persons have seen what became of it. */
  | (OfTwo & {
      readonly kind: 'endPayout'
      readonly payoutId: number
      readonly outcome: 'CONFIRMED' | 'FAILED'
      /** What shows it: the number of a statement's line, or of the provider's letter. */
      readonly evidence: string
    })
  /** Stops what leaves of a member, or lets it go on again; that takes two persons. */
  | (StaffEnvelope & {
      readonly kind: 'freezeWithdrawals'
      readonly key: IdempotencyKey
      readonly memberId: number
      readonly isFrozen: boolean
    })
  /** Nothing leaves a site any more: an audit found that its ledger does not balance. */
  | (SystemEnvelope & { readonly kind: 'pauseWithdrawals' })
  /** Nothing of a member leaves for as long as his site says, after a change of what he is known by. */
  | (SystemEnvelope & {
      readonly kind: 'holdExits'
      readonly memberId: number
      readonly cause: Exclude<HoldCause, 'FIRST_DEPOSIT'>
      /** Wall clock; null: as long as the site says, from now on. */
      readonly until: EpochMs | null
    })
