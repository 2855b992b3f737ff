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
  /** What the house won from him in cash, less bonus that became cash; negative: he won. */
  readonly loss: Minor
  /** Of the fees, those of copies, by the trader whom they copy. */
  readonly copied?: ReadonlyMap<number, Minor>
}

export type CommissionType = 'FEE' | 'ROLL' | 'LOSS'

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
  /** Members of the partner's own risk group, or who copy a trader of it, and what they so brought: not in `base`. */
  readonly leftOutCount: number
  readonly leftOutBase: Minor
  /** Of LOSS: what is still to be made up for before the branch earns again, 0 or less. */
  readonly carry: Minor
}

interface Week {
  readonly places: ReadonlyMap<number, PartnerPlace>
  readonly bases: readonly MemberBase[]
  /** Partners who earn in this week: of others there is no line, and nobody else earns it. */
  readonly earning: ReadonlySet<number>
  /** The risk group of each partner's owner. */
  readonly groups: ReadonlyMap<number, ReadonlySet<number>>
  /** Of the week before, by `branchName`; null: the site shares no losses. */
  readonly carries: ReadonlyMap<string, Minor> | null
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

const types = ['FEE', 'ROLL', 'LOSS'] as const
const ratesOf = { FEE: 'feePpm', ROLL: 'rollPpm', LOSS: 'lossPpm' } as const

/** Names a branch of a partner. */
export const branchName = ({ partnerId, branchId }: Pick<CommissionLine, 'partnerId' | 'branchId'>): string =>
  `${partnerId}:${branchId}`

/**
 * What each partner of a week earns: base × (his rate − that of the partner below him on the branch), rounded down to a won a line. Along a
 * chain the differences of fees and stakes add up to the rate of level 1.
 */
export function commissionLines({ places, bases, earning, groups, carries }: Week): CommissionLine[] {
  const branches = new Map<string, Branch>()
  for (const member of bases)
    for (let place = places.get(member.partnerId), branchId = 0; place !== undefined; ) {
      if (earning.has(place.id)) {
        const group = groups.get(place.id)
        const isLeftOut = group?.has(member.memberId) ?? false
        const copied = isLeftOut ? 0n : copiedOf(member, group)
        for (const type of types) {
          const left = type === 'FEE' ? copied : 0n
          add(branches, place.id, branchId, type, amountOf(member, type) - left, isLeftOut)
          add(branches, place.id, branchId, type, left, true)
        }
      }
      branchId = place.id
      place = place.parentId === null ? undefined : places.get(place.parentId)
    }
  const lines = [...branches.values()].filter(({ type }) => type !== 'LOSS').map((branch) => lineOf(branch, places))
  const losses = carries === null ? [] : lossLines(branches, lines, places, carries)
  return [...lines, ...losses]
    .filter(({ base, leftOutBase, carry }) => base > 0n || leftOutBase > 0n || carry < 0n)
    .sort((a, b) => a.partnerId - b.partnerId || a.branchId - b.branchId || (a.type < b.type ? -1 : 1))
}

/** Fees of copies of a trader of the partner's own group: he would earn on trades that he causes. */
function copiedOf({ copied }: MemberBase, group: ReadonlySet<number> = new Set()): Minor {
  let sum = 0n
  for (const [traderId, fee] of copied ?? []) if (group.has(traderId)) sum += fee
  return sum
}

const amountOf = ({ fee, roll, loss }: MemberBase, type: CommissionType): Minor =>
  type === 'FEE' ? fee : type === 'ROLL' ? roll : loss

function add(
  branches: Map<string, Branch>,
  partnerId: number,
  branchId: number,
  type: CommissionType,
  amount: Minor,
  isLeftOut: boolean,
): void {
  if (amount === 0n) return
  const name = `${partnerId}:${branchId}:${type}`
  let branch = branches.get(name)
  if (branch === undefined) {
    branch = newBranch(partnerId, branchId, type)
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

/**
 * What the house won on each branch, less what fees and stakes already pay the partner on it, and less what is carried from weeks in which
 * members won more: that has to be made up for first.
 */
function lossLines(
  branches: ReadonlyMap<string, Branch>,
  lines: readonly CommissionLine[],
  places: ReadonlyMap<number, PartnerPlace>,
  carries: ReadonlyMap<string, Minor>,
): CommissionLine[] {
  const paid = new Map<string, Minor>()
  for (const line of lines) paid.set(branchName(line), (paid.get(branchName(line)) ?? 0n) + line.amount)
  return [...new Map([...branches.values()].map((branch) => [branchName(branch), branch]))]
    .filter(([, { partnerId }]) => places.get(partnerId)!.lossPpm > 0)
    .map(([name, { partnerId, branchId }]) => {
      const won = branches.get(`${name}:LOSS`) ?? newBranch(partnerId, branchId, 'LOSS')
      const left = won.base - (paid.get(name) ?? 0n) + (carries.get(name) ?? 0n)
      const [base, carry] = left > 0n ? [left, 0n] : [0n, left]
      const leftOutBase = won.leftOutBase > 0n ? won.leftOutBase : 0n
      return { ...lineOf({ ...won, base, leftOutBase }, places), carry }
    })
}

const newBranch = (partnerId: number, branchId: number, type: CommissionType): Branch => ({
  partnerId,
  branchId,
  type,
  base: 0n,
  memberCount: 0,
  leftOutCount: 0,
  leftOutBase: 0n,
})

function lineOf(branch: Branch, places: ReadonlyMap<number, PartnerPlace>): CommissionLine {
  const rateOf = (id: number): number => places.get(id)![ratesOf[branch.type]]
  const ownPpm = rateOf(branch.partnerId)
  const childPpm = branch.branchId === 0 ? 0 : rateOf(branch.branchId)
  invariant(ownPpm >= childPpm, 'a partner earns less than the one below', branch.partnerId)
  return { ...branch, ownPpm, childPpm, amount: (branch.base * BigInt(ownPpm - childPpm)) / 1_000_000n, carry: 0n }
}
