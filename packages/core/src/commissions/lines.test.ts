import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommissionLine, commissionLines, type MemberBase } from './lines.ts'
import { type PartnerPlace, placesAt } from './tree.ts'

const place = (id: number, parentId: number | null, feePpm: number, rollPpm: number, lossPpm = 0) => ({
  id,
  name: `P${id}`,
  terms: [{ fromDay: 0, parentId, feePpm, rollPpm, lossPpm }],
})
const base = (memberId: number, partnerId: number, fee: number, roll: number, loss = 0): MemberBase => ({
  memberId,
  partnerId,
  fee: BigInt(fee),
  roll: BigInt(roll),
  loss: BigInt(loss),
})
const sums = (lines: readonly CommissionLine[]) => {
  const byPartner = new Map<number, number>()
  for (const { partnerId, amount } of lines) byPartner.set(partnerId, (byPartner.get(partnerId) ?? 0) + Number(amount))
  return Object.fromEntries(byPartner)
}
const all = (places: ReadonlyMap<number, PartnerPlace>) => new Set(places.keys())

test('P15: five partners of two trees earn what the console shows of them, to the won', () => {
  const places = placesAt(
    [
      place(1, null, 400_000, 8_000), // 한빛
      place(2, 1, 300_000, 6_000), // 서해총판
      place(3, 1, 280_000, 5_000), // 남도총판
      place(4, null, 360_000, 7_000), // 청운
      place(5, 4, 250_000, 5_000), // 동백총판
    ],
    0,
  )
  const bases = [
    base(11, 1, 1_040_000, 22_000_000),
    base(12, 2, 8_420_000, 182_000_000),
    base(13, 3, 3_150_000, 61_000_000),
    base(15, 5, 2_260_000, 40_000_000),
  ]
  const lines = commissionLines({ places, bases, earning: all(places), groups: new Map(), carries: null })
  expect(sums(lines)).toEqual({ 1: 2_359_000, 2: 3_618_000, 3: 1_187_000, 4: 328_600, 5: 765_000 })
})

test('P15: a partner earns of each branch the difference to the one below, and his whole rate of his own members', () => {
  const places = placesAt([place(1, null, 300_000, 5_000), place(2, 1, 200_000, 3_000), place(3, 1, 180_000, 3_000)], 0)
  const bases = [base(12, 2, 812_000, 9_800_000), base(13, 3, 301_000, 3_100_000), base(11, 1, 116_000, 1_280_000)]
  const lines = commissionLines({ places, bases, earning: new Set([1]), groups: new Map(), carries: null })
  expect(lines.map(({ branchId, type, amount }) => [branchId, type, Number(amount)])).toEqual([
    [0, 'FEE', 34_800],
    [0, 'ROLL', 6_400],
    [2, 'FEE', 81_200],
    [2, 'ROLL', 19_600],
    [3, 'FEE', 36_120],
    [3, 'ROLL', 6_200],
  ])
  expect(sums(lines)).toEqual({ 1: 184_320 })
})

test('P9: members of a partner’s own risk group earn him nothing, and those above him as ever', () => {
  const places = placesAt([place(1, null, 400_000, 8_000), place(2, 1, 300_000, 6_000)], 0)
  const bases = [base(21, 2, 1_000, 0), base(22, 2, 500, 0)]
  const lines = commissionLines({
    places,
    bases,
    earning: all(places),
    groups: new Map([[2, new Set([22])]]),
    carries: null,
  })
  expect(lines).toMatchObject([
    { partnerId: 1, branchId: 2, base: 1_500n, amount: 150n, memberCount: 2, leftOutCount: 0, leftOutBase: 0n },
    { partnerId: 2, branchId: 0, base: 1_000n, amount: 300n, memberCount: 1, leftOutCount: 1, leftOutBase: 500n },
  ])
})

test('P10: fees of copies of a trader of a partner’s own group earn him nothing, and those above him as ever', () => {
  const places = placesAt([place(1, null, 400_000, 8_000), place(2, 1, 300_000, 6_000)], 0)
  const copied = new Map([
    [91, 400n],
    [92, 100n],
  ])
  const bases = [{ ...base(21, 2, 1_000, 0), copied }]
  const groups = new Map([[2, new Set([22, 91])]])
  const lines = commissionLines({ places, bases, earning: all(places), groups, carries: null })
  expect(lines).toMatchObject([
    { partnerId: 1, branchId: 2, base: 1_000n, amount: 100n, leftOutBase: 0n },
    { partnerId: 2, branchId: 0, base: 600n, amount: 180n, memberCount: 1, leftOutCount: 1, leftOutBase: 400n },
  ])
})

test('P7: what a suspended partner does not earn stays with the house, and a child below him goes on', () => {
  const places = placesAt([place(1, null, 400_000, 0), place(2, 1, 300_000, 0), place(3, 2, 200_000, 0)], 0)
  const lines = commissionLines({
    places,
    bases: [base(31, 3, 1_000, 0)],
    earning: new Set([1, 3]),
    groups: new Map(),
    carries: null,
  })
  expect(sums(lines)).toEqual({ 1: 100, 3: 200 })
})

test('P6: a member whom no partner brought earns nobody anything', () => {
  const places = placesAt([place(1, null, 400_000, 8_000)], 0)
  expect(
    commissionLines({ places, bases: [base(9, 77, 5, 5)], earning: all(places), groups: new Map(), carries: null }),
  ).toEqual([])
})

test('P15: over random trees partners earn level 1’s rate of everything, less what was left out, what suspended ones lost, and a won a line', () => {
  const node = fc.record({
    parent: fc.nat(),
    fee: fc.nat(500_000),
    roll: fc.nat(10_000),
    isEarning: fc.boolean(),
    group: fc.array(fc.nat(30), { maxLength: 3 }),
  })
  const member = fc.record({ partner: fc.nat(), fee: fc.nat(10_000_000), roll: fc.nat(100_000_000) })
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 1, maxLength: 20 }),
      fc.array(member, { maxLength: 30 }),
      (nodes, members) => {
        const made: ReturnType<typeof place>[] = []
        for (const [index, { parent, fee, roll }] of nodes.entries()) {
          const above = index === 0 ? null : parent % (index + 1) === index ? null : made[parent % index]!
          const [most] = above === null ? [{ feePpm: 500_000, rollPpm: 10_000 }] : above.terms
          made.push(place(index + 1, above?.id ?? null, Math.min(fee, most!.feePpm), Math.min(roll, most!.rollPpm)))
        }
        const places = placesAt(made, 0)
        const earning = new Set(nodes.flatMap(({ isEarning }, index) => (isEarning ? [index + 1] : [])))
        const groups = new Map(nodes.map(({ group }, index) => [index + 1, new Set(group)]))
        const bases = members.map(({ partner, fee, roll }, index) =>
          base(index, (partner % nodes.length) + 1, fee, roll),
        )
        const lines = commissionLines({ places, bases, earning, groups, carries: null })
        // In millionths of a won, walked from the member up.
        let whole = 0n
        let lost = 0n
        for (const one of bases) {
          let below = { feePpm: 0, rollPpm: 0 }
          for (
            let at = places.get(one.partnerId);
            at !== undefined;
            at = at.parentId === null ? undefined : places.get(at.parentId)
          ) {
            const difference =
              one.fee * BigInt(at.feePpm - below.feePpm) + one.roll * BigInt(at.rollPpm - below.rollPpm)
            if (!earning.has(at.id) || groups.get(at.id)!.has(one.memberId)) lost += difference
            if (at.parentId === null) whole += one.fee * BigInt(at.feePpm) + one.roll * BigInt(at.rollPpm)
            below = at
          }
        }
        const paid = lines.reduce((sum, { amount }) => sum + amount, 0n) * 1_000_000n
        expect(paid <= whole).toBe(true)
        const gap = whole - lost - paid
        expect(gap >= 0n && gap < BigInt(lines.length + 1) * 1_000_000n).toBe(true)
      },
    ),
    { numRuns: 10_000 },
  )
})

test('P14: what the house won on a branch is shared less what fees and stakes pay, and losses of the house are made up for first', () => {
  const places = placesAt([place(1, null, 400_000, 8_000, 200_000), place(2, 1, 300_000, 6_000, 50_000)], 0)
  const of = (carries: ReadonlyMap<string, bigint>, ...bases: MemberBase[]) =>
    commissionLines({ places, bases, earning: all(places), groups: new Map(), carries })
      .filter(({ type }) => type === 'LOSS')
      .map(({ partnerId, branchId, base: from, amount, carry }) => [partnerId, branchId, from, amount, carry])
  // Fees of 1,000 pay 2 300 and 1 100 of them; the house won 10,000.
  const won = of(new Map(), base(21, 2, 1_000, 0, 10_000))
  expect(won).toEqual([
    [1, 2, 9_900n, 1_485n, 0n],
    [2, 0, 9_700n, 485n, 0n],
  ])
  // A week in which the member won is carried, fees of a week without a result too, until they are made up for.
  const lost = of(new Map(), base(21, 2, 1_000, 0, -10_000))
  expect(lost).toEqual([
    [1, 2, 0n, 0n, -10_100n],
    [2, 0, 0n, 0n, -10_300n],
  ])
  const carries = new Map(lost.map(([partner, branch, , , carry]) => [`${partner}:${branch}`, carry as bigint]))
  expect(of(carries, base(21, 2, 1_000, 0))).toEqual([
    [1, 2, 0n, 0n, -10_200n],
    [2, 0, 0n, 0n, -10_600n],
  ])
  expect(of(carries, base(21, 2, 0, 0, 10_200))).toEqual([
    [1, 2, 100n, 15n, 0n],
    [2, 0, 0n, 0n, -100n],
  ])
})

test('P14: a site that shares no losses has no such line, and a partner without a rate neither', () => {
  const places = placesAt([place(1, null, 0, 0, 200_000), place(2, 1, 0, 0)], 0)
  const of = (carries: ReadonlyMap<string, bigint> | null) =>
    commissionLines({
      places,
      bases: [base(21, 2, 0, 0, 10_000)],
      earning: all(places),
      groups: new Map([[1, new Set([22])]]),
      carries,
    })
  expect(of(null)).toEqual([])
  expect(sums(of(new Map()))).toEqual({ 1: 2_000 })
})
