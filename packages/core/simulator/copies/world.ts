import { type FuturesWorld, makeFuturesWorld } from '../futures/world.ts'
import type { Random } from '../random.ts'
import type { SimMember } from '../world.ts'

/** Members who lead, and members who follow them; small bounds, so that they are met. */
export interface CopyWorld extends FuturesWorld {
  readonly leaders: readonly SimMember[]
  readonly followers: readonly SimMember[]
}

const USDT = 100_000_000n

/** The last two members of a site lead; the first two of those who follow share a device. */
export function makeCopyWorld(random: Random): CopyWorld {
  const world = makeFuturesWorld(random)
  const { members } = world
  const closeSlipPpm = random.pick([50_000, 400, 100])
  const options = world.options.map((option) => ({ ...option, closeSlipPpm }))
  const isLeader = ({ memberId }: SimMember) => memberId % 1_000 >= 4
  const sites = world.sites.map((site) => ({
    ...site,
    isCopyOn: true,
    traderMinDays: 0,
    traderPayDays: random.pick([0, 0, 1]),
    traderGapMs: random.pick([0, 1_000]),
    traderOrdersAnHour: random.pick([60, 600]),
    copyLateMs: random.pick([1_000, 5_000]),
    copySlipPpm: random.pick([5_000, 1_000, 10_000]),
    copyCapNotional: random.pick([0n, 30_000n * USDT]),
    copySkipsToPause: random.pick([0, 3, 20]),
  }))
  return {
    ...world,
    sites,
    options,
    leaders: members.filter(isLeader),
    followers: members.filter((one) => !isLeader(one)),
  }
}
