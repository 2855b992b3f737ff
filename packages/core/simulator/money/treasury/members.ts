import { byStaff, type Command } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import { merchantsOf } from '../p2p/world.ts'

type Move = Extract<Command, { kind: 'moveHouse' }>
type Settle = Extract<Command, { kind: 'settleBreak' }>
type Place = NonNullable<Move['from']>

const moves: readonly Move['move'][] = [
  'TRANSFER',
  'TRANSFER',
  'TRANSFER',
  'OPENING',
  'CAPITAL_IN',
  'CAPITAL_IN',
  'CAPITAL_OUT',
  'FUND_IN',
  'FUND_OUT',
  'FLOAT_IN',
  'FLOAT_OUT',
]
/** Few, so that one is opened twice and moved to itself. */
const won: readonly Place[] = [
  { account: 'BANK_KRW', sub: 'KB-1' },
  { account: 'BANK_KRW', sub: 'SH-2' },
  { account: 'BANK_KRW', sub: 'WR-3' },
  { account: 'PROVIDER_CLEARING', sub: 'bitdex' },
]
const coins: readonly Place[] = [
  { account: 'COIN_HOT', sub: 'TRC20' },
  { account: 'COIN_COLD', sub: 'TRC20' },
  { account: 'PROVIDER_CLEARING', sub: 'bitdex' },
]

/** What two persons move of the house's own money, now and then more than is there or to where it cannot go. */
export class TreasuryStaff {
  readonly #random: Random
  readonly #house: House
  readonly #sites: readonly number[]
  #sent: Command | null = null

  constructor(random: Random, house: House, sites: readonly number[]) {
    this.#random = random
    this.#house = house
    this.#sites = sites
  }

  act(): void {
    const random = this.#random
    if (this.#sent && random.chance(8)) {
      this.#house.command(this.#sent)
      return
    }
    const command = random.chance(12) ? this.#settlement() : this.#move()
    this.#sent = command
    this.#house.command(command)
  }

  /** A difference between a statement and the ledger that two persons agree on; now and then one without a line, an account or an amount. */
  #settlement(): Settle {
    const random = this.#random
    const cause = random.pick(['PROVIDER_FEE', 'BAD_DEBT', 'CAPITAL', 'NAME'] as const)
    const isName = (cause === 'NAME') !== random.chance(4)
    const isWon = random.chance(70)
    const size = BigInt(random.int(0, 90)) * (isWon ? 1_000n : 10_000_000n)
    const approval = random.chance(94) ? { approval: { id: 1, staffId: 904 } } : {}
    const expected = [...this.#house.store.expectedDeposits.values()].filter(({ closedAt }) => closedAt === null)
    const deposit = expected.length > 0 && random.chance(30) ? random.pick(expected) : null
    return {
      kind: 'settleBreak',
      ...byStaff(deposit?.siteId ?? random.pick(this.#sites), 901, 'break', approval),
      key: { key: random.hex(16), route: 'approval BREAK_SETTLE', bodyHash: random.hex(8) },
      cause,
      provider: 'bank',
      currency: isWon ? 'KRW' : 'USDT',
      amount: isName ? 0n : random.chance(60) ? -size : size,
      place: isName ? null : random.pick(isWon === random.chance(97) ? won : coins),
      lineKind: 'payout',
      providerRef: random.chance(80) ? 'line 4' : '',
      postingId: isName !== random.chance(10) ? random.int(1, 999) : null,
      requestId: deposit?.id ?? null,
    }
  }

  #move(): Move {
    const random = this.#random
    const move = random.pick(moves)
    const isFloat = move === 'FLOAT_IN' || move === 'FLOAT_OUT'
    const isWon = random.chance(isFloat ? 4 : 70)
    const place = () => random.pick(isWon === random.chance(97) ? won : coins)
    const siteId = random.pick(this.#sites)
    const isOdd = random.chance(4)
    const hasFrom = (move === 'TRANSFER' || move === 'CAPITAL_OUT' || move === 'FLOAT_OUT') !== isOdd
    const hasTo = ['TRANSFER', 'OPENING', 'CAPITAL_IN', 'FLOAT_IN'].includes(move)
    const approval = random.chance(94) ? { approval: { id: 1, staffId: 904 } } : {}
    return {
      kind: 'moveHouse',
      ...byStaff(siteId, 901, 'funds', approval),
      key: { key: random.hex(16), route: 'POST /api/console/treasury', bodyHash: random.hex(8) },
      move,
      currency: isWon ? 'KRW' : 'USDT',
      amount: BigInt(random.int(0, random.chance(25) ? 9_000 : 90)) * (isWon ? 1_000n : 10_000_000n),
      from: hasFrom ? place() : null,
      to: hasTo ? place() : null,
      merchantId: isFloat !== random.chance(2) ? random.pick(merchantsOf(random.chance(95) ? siteId : 1)).id : null,
      reference: random.chance(50) ? 'line 3' : '',
    }
  }
}
