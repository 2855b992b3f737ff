import type { Command, Effects, PostingRow } from '../../src/index.ts'
import type { Purses } from '../purses.ts'
import type { UndoLog } from '../undo.ts'

/** The currency of each type of wallet. */
export const currencies: Readonly<Record<string, string>> = {
  BINARY: 'KRW',
  BONUS: 'KRW',
  FUTURES: 'USDT',
  USDT: 'USDT',
  BTC: 'BTC',
  ETH: 'ETH',
  XRP: 'XRP',
}

/** What trading holds of wallets, by the auditors of the trading books. */
export interface Traded {
  /** What of a wallet may be taken; below zero where losses have eaten more. */
  free(memberId: number, walletType: string): bigint
  /** All prices that the wallet's positions are valued by are live. */
  isLive(memberId: number, walletType: string, at: number): boolean
}

/** What members have, by the auditor's own sums, and who they are to the house. */
export class Holdings {
  readonly #undo: UndoLog
  readonly #purses: Purses
  readonly #traded: Traded | null
  readonly #coins = new Map<string, bigint>()
  readonly #members = new Map<number, Effects['rows']['members'][number]>()
  readonly #clearing = new Map<string, bigint>()

  constructor(undo: UndoLog, purses: Purses, traded: Traded | null) {
    this.#undo = undo
    this.#purses = purses
    this.#traded = traded
  }

  /** Who a member is; before anything is said of him he is nobody in particular. */
  follow(command: Command | null, { rows }: Effects): void {
    for (const row of rows.members) this.#undo.set(this.#members, row.memberId, row)
    if (command?.kind === 'openMember' && !this.#members.has(command.memberId)) {
      const { siteId, memberId } = command
      const nobody = { siteId, memberId, status: 'ACTIVE', coolOffUntil: null, excludedUntil: null } as never
      this.#undo.set(this.#members, memberId, nobody)
    }
  }

  isOf(siteId: number, memberId: number): boolean {
    return this.#members.get(memberId)?.siteId === siteId
  }
  isDenied(memberId: number): boolean {
    return this.#members.get(memberId)?.status === 'DENY'
  }
  /** Who is barred from bringing money is given none. */
  isBarred(memberId: number, wall: number): boolean {
    return this.barOf(memberId, wall) !== null
  }
  /** Why a member is given no money; null: he may be given some. */
  barOf(memberId: number, wall: number): string | null {
    const { excludedUntil = null, coolOffUntil = null } = this.#members.get(memberId) ?? {}
    if (this.isDenied(memberId)) return 'ACCOUNT_DENIED'
    if ((excludedUntil ?? 0) > wall) return 'SELF_EXCLUDED'
    return (coolOffUntil ?? 0) > wall ? 'COOL_OFF_ACTIVE' : null
  }

  book({ siteId, account, memberId, walletType, currency, amount }: PostingRow): void {
    if (account === 'FX_CLEARING') {
      const name = `${siteId}:${currency}`
      this.#undo.set(this.#clearing, name, (this.#clearing.get(name) ?? 0n) + amount)
    }
    if (account !== 'MEMBER' && account !== 'MEMBER_BONUS') return
    if (isTraded(walletType!)) this.#purses.of(memberId!, walletType!).posted += amount
    else {
      const name = `${memberId}:${walletType}`
      this.#undo.set(this.#coins, name, (this.#coins.get(name) ?? 0n) + amount)
    }
  }

  /** What the site has of a currency by conversions. */
  clearing(siteId: number, currency: string): bigint {
    return this.#clearing.get(`${siteId}:${currency}`) ?? 0n
  }

  posted(memberId: number, walletType: string): bigint | null {
    if (isTraded(walletType)) return this.#purses.find(memberId, walletType)?.posted ?? null
    return this.#coins.get(`${memberId}:${walletType}`) ?? null
  }

  /** Whether any wallet of a member holds something. */
  hasMoney(memberId: number): boolean {
    const isHis = (name: string) => name.startsWith(`${memberId}:`)
    const inCoins = [...this.#coins].some(([name, posted]) => isHis(name) && posted !== 0n)
    return inCoins || tradedTypes.some((type) => (this.posted(memberId, type) ?? 0n) !== 0n)
  }

  /** What a member may take of a wallet, for trading or to exchange; null: he has none of the type. */
  free(memberId: number, walletType: string): bigint | null {
    const posted = this.posted(memberId, walletType)
    if (posted === null || this.#traded === null || !isTraded(walletType)) return posted
    return this.#traded.free(memberId, walletType)
  }

  isLive(memberId: number, walletType: string, at: number): boolean {
    return this.#traded === null || !isTraded(walletType) || this.#traded.isLive(memberId, walletType, at)
  }

  /** Wallets that no trading book looks at. */
  check({ rows }: Effects): void {
    for (const { memberId, type, posted } of rows.wallets)
      if (!isTraded(type) && posted !== (this.posted(memberId, type) ?? 0n))
        throw new Error(`wallet ${type} of ${memberId} has ${posted}, expected ${this.posted(memberId, type)}`)
  }
}

const tradedTypes: readonly string[] = ['BINARY', 'FUTURES']
const isTraded = (walletType: string): boolean => tradedTypes.includes(walletType)
