import { invariant } from '../invariant.ts'
import type { Minor } from '../types.ts'
import type { PartnerPlace } from './tree.ts'

/** What one member brought in a week, in KRW. */
export interface MemberBase {
  readonly memberId: number
  /** The partner whose code he signed up with. */
  readonly partnerId: number
  readonly fee: Minor
  readonly roll: Minor
}

export type CommissionType = 'FEE' | 'ROLL'

/** What a partner earns of one branch: that of a partner right below him, or (0) of his own members. */
export interface CommissionLine {
  readonly partnerId: number
  readonly branchId: number
  readonly type: CommissionType
  readonly base: Minor
  readonly ownPpm: number
  readonly childPpm: number
  readonly amount: Minor
  readonly memberCount: number
  /** Members of the partner's own risk group, and what they brought: not in `base`. */
  readonly leftOutCount: number
  readonly leftOutBase: Minor
}

interface Week {
  readonly places: ReadonlyMap<number, PartnerPlace>
  readonly bases: readonly MemberBase[]
  /** Partners who earn in this week: of others there is no line, and nobody else earns it. */
  readonly earning: ReadonlySet<number>
  /** The risk group of each partner's owner. */
  readonly groups: ReadonlyMap<number, ReadonlySet<number>>
}

interface Branch {
  readonly partnerId: number
  readonly branchId: number
  readonly type: CommissionType
  base: Minor
  memberCount: number
  leftOutCount: number
  leftOutBase: Minor
}

const types = ['FEE', 'ROLL'] as const

/**
 * What each partner of a week earns: base × (his rate − that of the partner below him on the branch), rounded down to a won a line. Along a
 * chain the differences add up to the rate of level 1.
 */
export function commissionLines({ places, bases, earning, groups }: Week): CommissionLine[] {
  const branches = new Map<string, Branch>()
  for (const member of bases)
    for (let place = places.get(member.partnerId), branchId = 0; place !== undefined; ) {
      if (earning.has(place.id)) {
        const isLeftOut = groups.get(place.id)?.has(member.memberId) ?? false
        for (const type of types) add(branches, place.id, branchId, type, amountOf(member, type), isLeftOut)
      }
      branchId = place.id
      place = place.parentId === null ? undefined : places.get(place.parentId)
    }
  return [...branches.values()]
    .map((branch) => lineOf(branch, places))
    .filter(({ base, leftOutBase }) => base > 0n || leftOutBase > 0n)
    .sort((a, b) => a.partnerId - b.partnerId || a.branchId - b.branchId || (a.type < b.type ? -1 : 1))
}

const amountOf = ({ fee, roll }: MemberBase, type: CommissionType): Minor => (type === 'FEE' ? fee : roll)

function add(
  branches: Map<string, Branch>,
  partnerId: number,
  branchId: number,
  type: CommissionType,
  amount: Minor,
  isLeftOut: boolean,
): void {
  if (amount <= 0n) return
  const name = `${partnerId}:${branchId}:${type}`
  let branch = branches.get(name)
  if (branch === undefined) {
    branch = { partnerId, branchId, type, base: 0n, memberCount: 0, leftOutCount: 0, leftOutBase: 0n }
    branches.set(name, branch)
  }
  if (isLeftOut) {
    branch.leftOutCount++
    branch.leftOutBase += amount
  } else {
    branch.memberCount++
    branch.base += amount
  }
}

function lineOf(branch: Branch, places: ReadonlyMap<number, PartnerPlace>): CommissionLine {
  const rateOf = (id: number): number => {
    const place = places.get(id)!
    return branch.type === 'FEE' ? place.feePpm : place.rollPpm
  }
  const ownPpm = rateOf(branch.partnerId)
  const childPpm = branch.branchId === 0 ? 0 : rateOf(branch.branchId)
  invariant(ownPpm >= childPpm, 'a partner earns less than the one below', branch.partnerId)
  return { ...branch, ownPpm, childPpm, amount: (branch.base * BigInt(ownPpm - childPpm)) / 1_000_000n }
}
