/**
 * A week of 5,000,000 postings and 1,000 partners closed: counted in two ways, written and posted, against a bare sum of the same postings by
 * member; and how long stakes wait for their answer meanwhile, beside the same before (open loop, from the intended time).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { bySystem, kstMonday } from '@maru/core'
import { pino } from 'pino'
import { closeWeek } from '../../apps/server/src/commissions/index.ts'
import { betOf } from './support/bets.ts'
import { clockStart, type House, openHouse, openRound, otherOption, siteId } from './support/house.ts'
import { loadPartnerWeek } from './support/partner-week.ts'
import { report, round } from './support/report.ts'
import { unrelated, waits } from './support/unrelated.ts'

const postings = Number(process.argv[2] ?? 5_000_000)
const partners = Number(process.argv[3] ?? 1_000)
const members = 10_000
const lapMs = 15_000
const weekMs = 7 * 86_400_000
const week = kstMonday(clockStart) - weekMs

const house = await openHouse(members + 2_000)
const loaded = await timed(() => loadPartnerWeek(house, { week, postings, partners, members }))
console.log(`${postings} postings and ${partners} partners in ${loaded.toFixed(1)} s`)
await linkSome(house)
// A round of five minutes has just opened: none locks while stakes are measured.
const fiveMinutes = 300_000
house.clock.jumpTo(Math.ceil(house.clock.now() / fiveMinutes) * fiveMinutes + 1_000)
await pause(1_000)

const stakes = unrelated(house, (nth) =>
  betOf(house.members[members + (nth % 2_000)]!, openRound(house, otherOption.id).id),
)
await pause(2_000)
await stakes.lap()
await pause(lapMs)
const before = await stakes.lap()
const deps = {
  db: house.opened.db,
  core: house.runner,
  reads: house.runner.reads,
  clocks: { domain: house.clock, wall: Date.now },
  log: pino({ level: 'warn' }),
}
console.log(`stakes before: ${waits(before)}`)
const seconds = await timed(async () => {
  if (!(await closeWeek(deps, { siteId, week }))) throw new Error('the week was not closed')
})
const meanwhile = await stakes.lap()
await stakes.stop()
console.log(`closed in ${seconds.toFixed(1)} s; stakes meanwhile: ${waits(meanwhile)}`)
const bareSeconds = await timed(() =>
  house.opened.db.system(
    (tx) =>
      tx.query(
        `select member_id, reason, sum(amount) from posting where site_id = $1 and at >= $2 and at < $3 group by 1, 2`,
        [siteId, week, week + weekMs],
      ),
    'long',
  ),
)
const [closed] = await house.run(
  `select c.sum, c.lines, (select count(*) from commission_payable p where p.site_id = c.site_id and p.week = c.week) as payables,
          (select -balance from house_account h where h.site_id = c.site_id and h.account = 'COMMISSION') as posted
     from commission_close c where c.site_id = $1 and c.week = $2`,
  [siteId, week],
)
await house.stop()
if (closed === undefined || closed['sum'] !== closed['posted']) throw new Error('what was closed was not posted')

const p99 = { before: before.getValueAtPercentile(99), meanwhile: meanwhile.getValueAtPercentile(99) }
report({
  bench: 'commission',
  value: round(seconds),
  unit: 's',
  baseline: round(bareSeconds),
  ratio: round(seconds / bareSeconds),
  postings,
  partners,
  lines: Number(closed['lines']),
  payables: Number(closed['payables']),
  stakesP99Before: p99.before,
  stakesP99: p99.meanwhile,
  stakesRatio: round(p99.meanwhile / Math.max(1, p99.before)),
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/** Every twentieth member shares a device with the next one: what they stake against each other is left out. */
async function linkSome({ runner, members: all }: House): Promise<void> {
  const linked = all.slice(0, members).filter((_, n) => n % 20 < 2)
  await Promise.all(
    linked.map((memberId, n) => {
      const hash = Math.floor(n / 2)
        .toString(16)
        .padStart(32, '0')
      return runner.submit({ kind: 'noteTrait', ...bySystem(siteId), trait: 'DEVICE', hash, memberId })
    }),
  )
}
