import { createHash } from 'node:crypto'
import type { Command, Effects, LimitSetting } from '../src/index.ts'
import { Auditor } from './auditor.ts'
import { House } from './house.ts'
import { Prices } from './prices.ts'
import { Random } from './random.ts'
import { resultOfBet } from './results.ts'
import { Store } from './store.ts'
import { makeWorld, type SimMember } from './world.ts'

export interface SimulationResult {
  readonly seed: number
  readonly steps: number
  readonly trail: string // SHA-256 over every reply and event
  readonly counts: Readonly<Record<string, number>>
  readonly refusals: ReadonlyMap<string, number>
}

/** Plays `steps` steps of members, prices, gaps, clock jumps and crashes, then lets everything come to rest. Throws at the first broken rule. */
export function simulate(seed: number, steps: number, tamper?: (effects: Effects) => Effects): SimulationResult {
  const random = new Random(seed)
  const world = makeWorld(random)
  const start = 1_790_000_000_000 + random.int(0, 86_400_000)
  const house = new House(new Store(world.sites, { options: world.options }), new Auditor(world), start, tamper)
  const prices = new Prices(random, house, world.instruments)
  const sent: Extract<Command, { kind: 'placeBet' }>[] = []
  const crashes = random.chance(80)

  for (const { siteId, memberId } of world.members)
    house.command({
      kind: 'openAccount',
      siteId,
      memberId,
      grants: [
        { type: 'BINARY', currency: 'KRW', amount: BigInt(random.int(20, 10_000)) * 1_000n },
        { type: 'FUTURES', currency: 'USDT', amount: 1_000_000_000_000n },
      ],
    })
  house.commit()

  for (let step = 0; step < steps; step++) {
    const dice = random.int(0, 999)
    if (dice < 420) pass(house, prices, random.int(1, 900))
    else if (dice < 425) pass(house, prices, random.int(20_000, 400_000))
    else if (dice < 426) pass(house, prices, random.int(20, 30) * 3_600_000)
    else if (dice < 435) prices.gap(random.int(1_000, 12_000))
    else if (dice < 438) prices.disturb()
    else if (dice < 448 && crashes) {
      house.crash(random.pick([1, 5, 800, 2_900, 3_100, 20_000, 90_000]), random.chance(50))
      prices.restart()
    } else if (dice < 500) house.commit()
    else if (dice < 515) setLimits(house, random, random.pick(world.members))
    else if (dice < 518)
      house.command({ kind: 'confirmLimits', ...random.pick(world.members), key: key(random, 'limit/confirm') })
    else if (dice < 519)
      house.command({
        kind: 'coolOff',
        ...random.pick(world.members),
        key: key(random, 'cool_off'),
        until: house.now + random.pick([3_600_000, 86_400_000]),
      })
    else if (dice < 520) exclude(house, random, random.pick(world.members))
    else if (dice < 522)
      house.command({
        kind: 'setMemberStatus',
        ...random.pick(world.members),
        status: random.pick(['ACTIVE', 'ACTIVE', 'DENY']),
      })
    else if (dice < 524) configure(house, random)
    else if (dice < 526) voidRound(house, random)
    else if (dice < 560 && sent.length > 0) repeat(house, random, random.pick(sent))
    else {
      const command = bet(house, random, random.pick(world.members))
      if (!command) continue
      sent.push(command)
      house.command(command)
    }
    if (random.chance(15)) house.commit()
    if (house.pending === 0 && random.chance(2)) house.checkRestore()
  }

  // Liveness: without faults, everything that is open comes to its end.
  prices.calm()
  for (let index = 0; index < 1_400; index++) pass(house, prices, 500)
  house.commit()
  house.auditor.auditStore(house.store)
  house.auditor.auditRest()
  return {
    seed,
    steps,
    trail: createHash('sha256').update(house.trail.join('\n')).digest('hex'),
    counts: house.auditor.counts,
    refusals: house.auditor.refusals,
  }
}

/** Lets `ms` pass in strides, with prices on the way. */
function pass(house: House<Auditor>, prices: Prices, ms: number): void {
  const until = house.now + ms
  const stride = ms > 3_600_000 ? 600_000 : ms > 20_000 ? 1_000 : 250
  while (house.now < until) {
    house.now = Math.min(until, house.now + stride)
    prices.pass()
    house.advance()
    if (stride > 250) house.commit() // no batch stays open for long
  }
}

const key = (random: Random, route: string) => ({
  key: random.uuid(),
  route: `POST /api/${route}`,
  bodyHash: random.hex(32),
})

function bet(house: House<Auditor>, random: Random, member: SimMember): Extract<Command, { kind: 'placeBet' }> | null {
  const foreign = random.chance(1)
  const options = house.core.view.options(foreign ? (member.siteId === 1 ? 15 : 1) : member.siteId)
  if (options.length === 0) return null
  const option = random.pick(options)
  const { betting, running } = house.core.view.currentRounds(option.siteId, option.id, house.now)
  const round = random.chance(97) ? betting : running
  if (!round) return null
  const point = random.chance(92)
    ? BigInt(random.int(5, random.chance(20) ? 1_000 : 60)) * 1_000n
    : random.pick([1n, 4_999n, 5_500n, 1_001_000n, 9_007_199_254_740_991n])
  return {
    kind: 'placeBet',
    ...member,
    key: key(random, 'trade/history/betting'),
    tradeRoundId: random.chance(99) ? round.id : random.int(1, 900_000),
    side: random.pick(['B', 'S']),
    point,
    salt: random.hex(16),
  }
}

/** A client that does not know what became of his request: the same again, another body under the same key, or giving up. */
function repeat(house: House<Auditor>, random: Random, command: Extract<Command, { kind: 'placeBet' }>): void {
  const { siteId, memberId } = command
  if (random.chance(60)) house.command(command)
  else if (random.chance(50))
    house.command({ ...command, point: command.point + 1_000n, key: { ...command.key, bodyHash: random.hex(32) } })
  else {
    house.command({ kind: 'abandonKey', siteId, memberId, key: command.key.key })
    house.command(command)
  }
}

function setLimits(house: House<Auditor>, random: Random, member: SimMember): void {
  const setting = (): LimitSetting => ({
    kind: random.pick(['LOSS', 'STAKE']),
    window: random.pick(['24h', '7d', '30d']),
    currency: 'KRW',
    amount: random.chance(15) ? null : BigInt(random.int(10, 2_000)) * 1_000n,
  })
  const history = [...house.store.bets.values()]
    .filter((row) => row.memberId === member.memberId && (row.status === 1 || row.status === 2))
    .map(resultOfBet)
  house.command({ kind: 'setLimits', ...member, key: key(random, 'limit/set'), limits: [setting()], history })
}

/** Asks for less than six months too, and sometimes for less than what stands. */
function exclude(house: House<Auditor>, random: Random, member: SimMember): void {
  const months = random.pick([1, 5, 6, 6, 12, 60])
  const command = { kind: 'selfExclude', ...member, key: key(random, 'limit/self_exclude'), months } as const
  house.command(command)
  if (random.chance(30)) house.command(command)
}

function configure(house: House<Auditor>, random: Random): void {
  const option = random.pick([...house.store.options.values()])
  house.command({
    kind: 'configureOption',
    option: { ...option, payoutRateBp: random.int(15_000, 19_000), isStop: random.chance(10) },
  })
}

function voidRound(house: House<Auditor>, random: Random): void {
  const round = random.pick([...house.auditor.rounds.byId.values()].slice(-20))
  if (round) house.command({ kind: 'voidRound', siteId: round.siteId, tradeRoundId: round.id, reason: 'published' })
}
