/**
 * 100,000 CROSS margin accounts with three positions each over 20 instruments: what a mark price costs with guards, against computing
 * all margin accounts of its instrument. Who is warned, armed again and liquidated, and at which tick, must be the same, or the bench fails.
 */
import { type Brackets, majorBrackets, otherBrackets, type Position, quoteScale } from '@maru/positions'
import { type MarginAccount, marginGuards, marginHealth } from '../../packages/core/src/guards/index.ts'
import { seeded } from './support/random.ts'
import { reportWatch } from './support/report-watch.ts'
import { pickInstruments, type Rule, randomWalk, type Watched } from './support/watched-margin-accounts.ts'

const accountCount = Number(process.argv[2] ?? 100_000)
const ticks = Number(process.argv[3] ?? 20_000)
const scannedTicks = Number(process.argv[4] ?? 1_000)

const instruments = Array.from({ length: 20 }, (_, index) => ({
  start: index < 2 ? 6_000_000 : 100_000 + 37_000 * index, // at two decimals
  brackets: index < 2 ? majorBrackets : otherBrackets,
  scale: quoteScale(2, 3),
}))
const start = instruments.map((one) => one.start)

interface Account extends Watched {
  readonly collateral: bigint
  readonly positions: readonly Position[]
}

const rule: Rule<Account> = {
  zoneOf(account, prices) {
    const { equity, maintenance } = marginHealth(marginOf(account, prices))
    const reaches = (ratioPpm: bigint) => equity <= 0n || maintenance * 1_000_000n >= equity * ratioPpm
    if (reaches(1_000_000n)) return 'closed'
    return reaches(account.zone === 'warned' ? 700_000n : 800_000n) ? 'warned' : 'calm'
  },
  guards: (account, prices) =>
    marginGuards(
      marginOf(account, prices),
      account.zone === 'warned' ? { from: 700_000, below: 1_000_000 } : { from: null, below: 800_000 },
    ),
}

// A mark comes about each second; 0.02 % a mark is a lively market.
const path = randomWalk(start, ticks, 0.0002, scannedTicks >> 1)
reportWatch('liquidation', accountCount, population, start, path, scannedTicks, rule)

function marginOf({ collateral, positions, instruments: held }: Account, prices: readonly number[]): MarginAccount {
  return {
    collateral,
    positions: positions.map((position, index) => {
      const { brackets, scale }: { brackets: Brackets; scale: ReturnType<typeof quoteScale> } =
        instruments[held[index]!]!
      return { position, mark: prices[held[index]!]!, brackets, scale }
    }),
  }
}

/** Two longs for one short, 100 to 20,000 USDT each, with collateral for 1.5 to 20 times itself. */
function population(): Account[] {
  return Array.from({ length: accountCount }, (_, id) => {
    const random = seeded(id)
    const held = pickInstruments(random, instruments.length, 3)
    let notional = 0n
    const positions = held.map((index): Position => {
      const { start: price, scale } = instruments[index]!
      const worth = BigInt(Math.round(100 + random() ** 2 * 19_900)) * 100_000_000n
      const steps = worth / (BigInt(price) * scale.unit)
      const size = steps > 0n ? steps : 1n
      const qty = Number(random() < 2 / 3 ? size : -size)
      notional += size * BigInt(price) * scale.unit
      return { qty, entryQuote: BigInt(qty) * BigInt(price) * scale.unit }
    })
    const leverage = 1.5 + random() * 18.5
    const collateral = (notional * 1_000n) / BigInt(Math.round(leverage * 1_000))
    return { id, instruments: held, zone: 'calm', collateral, positions }
  })
}
