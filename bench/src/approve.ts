/**
 * 5,000 deposits that wait at the desk, approved and durable, against the same rows by bare batched writes; and how long stakes of others wait for their
 * answer while as many are approved 64 at a time, as by many operators (open loop, from the intended time). `approve DEPOSITS AT_ONCE`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { bySystem, type Command, createCore, nothingRestored, type Reply } from '@maru/core'
import { collectRows } from '../../apps/server/src/journal/index.ts'
import { bareSeconds } from './support/bare-trading.ts'
import { betOf } from './support/bets.ts'
import { applyDeposit, approveDeposit, requestOf } from './support/deposits.ts'
import { accountsOf } from './support/desks.ts'
import { openHouse, openRound, otherOption, settleDatabase, siteId } from './support/house.ts'
import { median, report, round } from './support/report.ts'
import { unrelated, waits } from './support/unrelated.ts'

const deposits = Number(process.argv[2] ?? 5_000)
const laps = 3
const commandsABatch = 256
const strangers = 2_000
const atOnce = Number(process.argv[3] ?? 64)

const house = await openHouse(deposits + strangers)
const owners = house.members.slice(0, deposits)
const others = house.members.slice(deposits)
const full: number[] = []
const bare: number[] = []
for (let lap = 1; lap <= laps; lap += 1) {
  const steps = await queue()
  await settleDatabase(house)
  const began = performance.now()
  const replies = await Promise.all(steps.map((step) => house.runner.submit(step)))
  full.push(deposits / ((performance.now() - began) / 1_000))
  for (const reply of replies) if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  bare.push(deposits / (await bareLap(70_000_000 + lap * deposits)))
  console.log(
    `lap ${lap}: core + journal ${Math.round(full.at(-1)!)} deposits/s · bare batches ${Math.round(bare.at(-1)!)}`,
  )
}
const { calm, meanwhile } = await stakesMeanwhile(await queue())
const [done] = await house.run(
  `select count(*) as n from dnw where status = 'COMPLETED' and type = 'D' and member_id < 70000000`,
)
if (Number(done?.['n']) !== (laps + 1) * deposits)
  throw new Error(`only ${done?.['n']} deposits are completed in the database`)
await house.stop()

console.log(`stakes before: ${waits(calm)}; meanwhile: ${waits(meanwhile)}`)
const value = median(full)
report({
  bench: 'approve',
  value: Math.round(value),
  unit: 'deposits/s',
  baseline: Math.round(median(bare)),
  ratio: round(value / median(bare)),
  deposits,
  unrelatedP50Ms: meanwhile.getValueAtPercentile(50),
  unrelatedP99Ms: meanwhile.getValueAtPercentile(99),
  calmP99Ms: calm.getValueAtPercentile(99),
})

/** A deposit of each owner that waits at the desk, and the command that approves it. */
async function queue(): Promise<Command[]> {
  const queued = await Promise.all(owners.map((memberId) => house.runner.submit(applyDeposit(memberId))))
  return queued.map(requestOf).map(approveDeposit)
}

/** What stakes of others wait before the approvals, and while they are carried out. */
async function stakesMeanwhile(steps: readonly Command[]) {
  await settleDatabase(house)
  const stakes = unrelated(house, (nth) =>
    betOf(others[nth % strangers] as number, openRound(house, otherOption.id).id),
  )
  await pause(500)
  const calm = await stakes.lap()
  const next = steps.values()
  const operator = async () => {
    for (const step of next) {
      const { status, body } = await house.runner.submit(step)
      if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, operator))
  const meanwhile = await stakes.lap()
  await stakes.stop()
  return { calm, meanwhile }
}

/** The same by members of their own: a core in memory says the rows, and the bare statements write them. */
async function bareLap(firstMember: number): Promise<number> {
  const core = createCore({
    ...nothingRestored,
    siteGroup: 'main',
    house: await accountsOf(house),
    recentResults: [],
    uses: [],
    recentDeposits: [],
    houseToday: [],
    lastBatchAt: null,
  })
  let id = firstMember * 1_000_000
  const ctx = () => ({ at: house.clock.now(), wall: Date.now(), nextId: () => id++ })
  const batches = (commands: readonly Command[]) => {
    const replies: Reply[] = []
    const made = []
    for (let from = 0; from < commands.length; from += commandsABatch) {
      const rows = collectRows()
      for (const command of commands.slice(from, from + commandsABatch)) {
        const effects = core.execute(command, ctx())
        rows.add(effects)
        replies.push(effects.reply!)
      }
      made.push(rows)
    }
    return { made, replies }
  }
  const members = Array.from({ length: deposits }, (_, nth) => firstMember + nth)
  const opened = batches(
    members.map((memberId) => ({
      kind: 'openMember',
      ...bySystem(siteId),
      memberId,
      grants: [{ type: 'BINARY', currency: 'KRW', amount: 1_000_000n }],
    })),
  )
  const queued = batches(members.map(applyDeposit))
  await bareSeconds(house, [...opened.made, ...queued.made])
  const { made } = batches(queued.replies.map(requestOf).map(approveDeposit))
  await settleDatabase(house)
  return bareSeconds(house, made)
}
