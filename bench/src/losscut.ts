/**
 * 100,000 overseas margin accounts with three positions each over 5 stocks, each account cut as a whole at 20 % of its margin in won: what a
 * price costs with guards, against computing all margin accounts that hold its stock. Who is warned and cut, and at which tick, must be the
 * same, or the bench fails.
 */
import { type ContractTerms, contractMargin, contractScale, type Position } from '@maru/positions'
import { type ContractMarginAccount, contractGuards, contractHealth } from '../../packages/core/src/guards/index.ts'
import { seeded } from './support/random.ts'
import { reportWatch } from './support/report-watch.ts'
import { pickInstruments, type Rule, randomWalk, type Watched } from './support/watched-margin-accounts.ts'

const accountCount = Number(process.argv[2] ?? 100_000)
const ticks = Number(process.argv[3] ?? 5_000)
const scannedTicks = Number(process.argv[4] ?? 300)

const rate = 140_025n // won a dollar, 10^-2
const [cut, warning, armedAgain] = [200_000, 400_000, 450_000] // equity in ppm of the margin
/** Price at its precision, and what a contract is worth (rules C). */
const stocks: readonly { readonly price: number; readonly terms: ContractTerms }[] = [
  { price: 115_820, terms: terms(5, 10, 12_500n, 400n) },
  { price: 203_410, terms: terms(5, 10, 10_000n, 400n) },
  { price: 408_650, terms: terms(2, 10, 10_000n, 2_000n) },
  { price: 2_518_450, terms: terms(2, 25, 5_000n, 3_000n) },
  { price: 684_225, terms: terms(2, 25, 12_500n, 2_300n) },
]
const start = stocks.map(({ price }) => price)

interface Account extends Watched {
  readonly collateral: bigint
  readonly positions: readonly Position[]
}

const rule: Rule<Account> = {
  zoneOf(account, prices) {
    const { equity, margin } = contractHealth(contractsOf(account, prices))
    const isWithin = (ppm: number) => equity * 1_000_000n <= margin * BigInt(ppm)
    if (isWithin(cut)) return 'closed'
    return isWithin(account.zone === 'warned' ? armedAgain : warning) ? 'warned' : 'calm'
  },
  guards: (account, prices) =>
    contractGuards(
      contractsOf(account, prices),
      account.zone === 'warned' ? { above: cut, upTo: armedAgain } : { above: warning, upTo: null },
    ),
}

const path = randomWalk(start, ticks, 0.0001, scannedTicks >> 1)
reportWatch('losscut', accountCount, population, start, path, scannedTicks, rule)

function terms(precision: number, tickUnits: number, tickValue: bigint, dollars: bigint): ContractTerms {
  return { precision, tickUnits, tickValue, margin: dollars * 10_000n, fee: 10_000n }
}

function contractsOf(
  { collateral, positions, instruments }: Account,
  prices: readonly number[],
): ContractMarginAccount {
  return {
    collateral,
    positions: positions.map((position, index) => {
      const stock = instruments[index]!
      const { terms } = stocks[stock]!
      const margin = contractMargin(Math.abs(position.qty), terms, rate)
      return { position, price: prices[stock]!, terms, rate, margin }
    }),
  }
}

/** Two longs for one short, 1 to 5 contracts each, with 0.6 to 8 times their margin in the wallet. */
function population(): Account[] {
  return Array.from({ length: accountCount }, (_, id) => {
    const random = seeded(id)
    const instruments = pickInstruments(random, stocks.length, 3)
    const positions = instruments.map((stock): Position => {
      const { price, terms } = stocks[stock]!
      const qty = (1 + Math.floor(random() * 5)) * (random() < 2 / 3 ? 1 : -1)
      return { qty, entryQuote: BigInt(qty) * BigInt(price) * contractScale(terms.precision).unit }
    })
    const account: Account = { id, instruments, zone: 'calm', collateral: 0n, positions }
    const { margin } = contractHealth(contractsOf(account, start))
    return { ...account, collateral: (margin * BigInt(Math.round(600 + random() * 7_400))) / 1_000n }
  })
}
