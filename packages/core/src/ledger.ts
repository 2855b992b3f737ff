import type { WalletType } from '@maru/contract'
import type { Claimant } from './claims.ts'
import { type Cell, type Collector, cell, storedCell } from './effects.ts'
import { invariant } from './invariant.ts'
import type { Account, Ctx, HouseRow, Minor, PostingRow, WalletRow } from './types.ts'

export interface Wallet extends Cell<WalletRow> {
  /** The part of what waits that no loss may touch: stakes of undecided rounds. */
  firm: Minor
  /** The books that claim a part of it, in the order in which they began to. */
  readonly claimants: Claimant[]
}

/** One side of a transaction: a member's wallet or a house account; credit positive. */
export type Leg =
  | { readonly wallet: Wallet; readonly amount: Minor }
  | {
      readonly siteId: number
      readonly account: Account
      readonly sub?: string
      readonly currency: string
      readonly amount: Minor
    }

/** A leg with what caused it: a fill, an order, a request. */
export type CausedLeg = Leg & { readonly refId: number | null }

/**
 * Double entry: every movement is a transaction whose postings sum to zero per currency. A wallet's `posted` is the sum of its
 * postings and never negative; `reserved` is the part that waits (gameWaitPoint), a sub-balance without postings of its own.
 */
export class Ledger {
  readonly #wallets = new Map<number, Wallet[]>()
  readonly #house = new Map<string, Cell<HouseRow>>()
  #changed = new Set<Wallet>()
  #staked = new Set<Wallet>()

  restore(wallets: readonly WalletRow[], house: readonly HouseRow[]): void {
    for (const row of wallets) {
      invariant(row.posted >= 0n && row.reserved >= 0n, `wallet of ${row.memberId}`)
      this.#add({ ...storedCell(row), firm: 0n, claimants: [] })
    }
    for (const row of house) this.#house.set(houseName(row.siteId, row.account, row.sub, row.currency), storedCell(row))
    this.assertBalanced()
  }

  /** The wallets of a member, in the order in which they were opened. */
  walletsOf(memberId: number): readonly Wallet[] {
    return this.#wallets.get(memberId) ?? NONE
  }

  wallet(memberId: number, type: WalletType, currency: string): Wallet | null {
    for (const wallet of this.walletsOf(memberId)) {
      if (wallet.row.type === type && wallet.row.currency === currency) return wallet
    }
    return null
  }

  openWallet(siteId: number, memberId: number, type: WalletType, currency: string, effects: Collector): Wallet {
    invariant(this.wallet(memberId, type, currency) === null, `wallet ${type} of ${memberId} exists`)
    const row: WalletRow = { siteId, memberId, type, currency, posted: 0n, reserved: 0n }
    const wallet: Wallet = { ...cell(row), firm: 0n, claimants: [] }
    this.#add(wallet)
    effects.put('wallets', wallet)
    return wallet
  }

  /** Sets `amount` of the free balance aside, firmly. The caller has checked that it is there. */
  reserve(wallet: Wallet, amount: Minor, effects: Collector): void {
    const { posted, reserved } = wallet.row
    invariant(reserved + amount <= posted, 'the reservations of a member would not be covered', wallet.row.memberId)
    wallet.firm += amount
    this.#staked.add(wallet)
    this.#change(wallet, 0n, amount, effects)
  }

  release(wallet: Wallet, amount: Minor, effects: Collector): void {
    wallet.firm -= amount
    this.#staked.add(wallet)
    this.#change(wallet, 0n, -amount, effects)
  }

  /** Sets what waits of a wallet that derives it from its positions and orders. Its claims may have changed where their sum did not. */
  setReserved(wallet: Wallet, amount: Minor, effects: Collector): void {
    this.#changed.add(wallet)
    if (wallet.row.reserved !== amount) this.#change(wallet, 0n, amount - wallet.row.reserved, effects)
  }

  /** Wallets whose stakes changed since it was asked last, or whose money came or left. */
  takeStaked(): Iterable<Wallet> {
    if (this.#staked.size === 0) return NONE
    const staked = this.#staked
    this.#staked = new Set()
    return staked
  }

  /** Wallets that changed since it was asked last, or whose claims may have. */
  takeChanged(): Iterable<Wallet> {
    if (this.#changed.size === 0) return NONE
    const changed = this.#changed
    this.#changed = new Set()
    return changed
  }

  /** Balance of a house account; 0 before its first posting. */
  houseBalance(siteId: number, account: Account, currency: string, sub = ''): Minor {
    return this.#house.get(houseName(siteId, account, sub, currency))?.row.balance ?? 0n
  }

  /** Whether anything was ever posted to a house account. */
  hasHouse(siteId: number, account: Account, currency: string, sub: string): boolean {
    return this.#house.has(houseName(siteId, account, sub, currency))
  }

  /** Posts one transaction and returns its id. Throws when its legs do not sum to zero per currency or a member would fall below zero. */
  post(legs: readonly Leg[], reason: string, refId: number | null, ctx: Ctx, effects: Collector): number {
    assertZeroSum(legs)
    const txnId = ctx.nextId()
    for (const leg of legs) this.#write(leg, { txnId, reason, refId }, ctx, effects)
    return txnId
  }

  /** The same, where each leg has a cause of its own. */
  postAll(legs: readonly CausedLeg[], reason: string, ctx: Ctx, effects: Collector): number {
    assertZeroSum(legs)
    const txnId = ctx.nextId()
    for (const leg of legs) this.#write(leg, { txnId, reason, refId: leg.refId }, ctx, effects)
    return txnId
  }

  /** Posts what none of the books that claim a wallet decides: each of them counts anew when the turn ends. */
  move(legs: readonly Leg[], reason: string, refId: number | null, ctx: Ctx, effects: Collector): number {
    const txnId = this.post(legs, reason, refId, ctx, effects)
    for (const leg of legs) if ('wallet' in leg) this.#staked.add(leg.wallet)
    return txnId
  }

  all(): Wallet[] {
    return [...this.#wallets.values()].flat()
  }

  wallets(): WalletRow[] {
    return this.all().map((wallet) => wallet.row)
  }

  house(): HouseRow[] {
    return [...this.#house.values()].map((account) => account.row)
  }

  /** Members and house together are zero per site and currency. Scans everything: for restores and tests. */
  assertBalanced(): void {
    const sums = new Map<string, bigint>()
    const add = (siteId: number, currency: string, amount: Minor) => {
      const name = `${siteId}:${currency}`
      sums.set(name, (sums.get(name) ?? 0n) + amount)
    }
    for (const row of this.wallets()) add(row.siteId, row.currency, row.posted)
    for (const row of this.house()) add(row.siteId, row.currency, row.balance)
    for (const [name, sum] of sums) invariant(sum === 0n, `ledger of ${name} is off by ${sum}`)
  }

  #add(wallet: Wallet): void {
    const list = this.#wallets.get(wallet.row.memberId)
    if (list) list.push(wallet)
    else this.#wallets.set(wallet.row.memberId, [wallet])
  }

  #write(leg: Leg, of: Pick<PostingRow, 'txnId' | 'reason' | 'refId'>, ctx: Ctx, effects: Collector): void {
    if ('wallet' in leg) this.#change(leg.wallet, leg.amount, 0n, effects)
    else this.#changeHouse(leg, effects)
    const wallet = 'wallet' in leg ? leg.wallet.row : null
    effects.add('postings', {
      siteId: wallet ? wallet.siteId : (leg as { siteId: number }).siteId,
      id: ctx.nextId(),
      txnId: of.txnId,
      account: wallet ? accountOfWallet(wallet.type) : (leg as { account: Account }).account,
      sub: 'wallet' in leg ? '' : (leg.sub ?? ''),
      memberId: wallet ? wallet.memberId : null,
      walletType: wallet ? wallet.type : null,
      currency: wallet ? wallet.currency : (leg as { currency: string }).currency,
      amount: leg.amount,
      reason: of.reason,
      refId: of.refId,
      at: ctx.at,
      wall: ctx.wall,
    })
  }

  #change(wallet: Wallet, posted: Minor, reserved: Minor, effects: Collector): void {
    const before = wallet.row
    const after: WalletRow = {
      siteId: before.siteId,
      memberId: before.memberId,
      type: before.type,
      currency: before.currency,
      posted: before.posted + posted,
      reserved: before.reserved + reserved,
    }
    invariant(after.posted >= 0n, 'the wallet of a member would fall below zero', before.memberId)
    invariant(
      wallet.firm >= 0n && wallet.firm <= after.posted,
      'the stakes of a member would not be covered',
      before.memberId,
    )
    invariant(after.reserved >= 0n, 'the wallet of a member would reserve less than nothing', before.memberId)
    wallet.row = after
    this.#changed.add(wallet)
    effects.put('wallets', wallet)
  }

  #changeHouse(leg: Exclude<Leg, { readonly wallet: Wallet }>, effects: Collector): void {
    const { siteId, account, sub = '', currency, amount } = leg
    invariant(
      account !== 'MEMBER' && account !== 'MEMBER_BONUS',
      'a balance of a member is a wallet, not a house account',
    )
    const name = houseName(siteId, account, sub, currency)
    let house = this.#house.get(name)
    if (!house) {
      house = cell<HouseRow>({ siteId, account, sub, currency, balance: 0n })
      this.#house.set(name, house)
    }
    house.row = { siteId, account, sub, currency, balance: house.row.balance + amount }
    effects.put('house', house)
  }
}

const NONE: readonly Wallet[] = []
const houseName = (siteId: number, account: Account, sub: string, currency: string) =>
  `${siteId}:${account}:${currency}:${sub}`
/** Bonus money is a liability of its own. */
const accountOfWallet = (type: WalletType): Account => (type === 'BONUS' ? 'MEMBER_BONUS' : 'MEMBER')

/** Most transactions have one currency, and none of them a list of its own. */
function assertZeroSum(legs: readonly Leg[]): void {
  invariant(legs.length >= 2, 'a transaction has at least two legs')
  const currency = currencyOf(legs[0]!)
  let sum = 0n
  let others: Map<string, Minor> | null = null
  for (const leg of legs) {
    const own = currencyOf(leg)
    if (own === currency) sum += leg.amount
    else {
      others ??= new Map()
      others.set(own, (others.get(own) ?? 0n) + leg.amount)
    }
  }
  invariant(sum === 0n, 'a transaction is off by', sum)
  if (others !== null) for (const off of others.values()) invariant(off === 0n, 'a transaction is off by', off)
}

const currencyOf = (leg: Leg): string => ('wallet' in leg ? leg.wallet.row.currency : leg.currency)
